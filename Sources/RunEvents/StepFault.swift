public import Assertions
public import Diagnostics

/// Why a step reached no verdict.
public struct StepFault: Error, Sendable, Hashable {
  /// What kind of fault it is, stable from version to version: the `type` of a JUnit error.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The name.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The host's name could not be found.
    public static var dns: Self { .init(rawValue: "dns") }
    /// No connection could be made.
    public static var connect: Self { .init(rawValue: "connect") }
    /// TLS could not be agreed on, or the peer's certificate is not accepted.
    public static var tls: Self { .init(rawValue: "tls") }
    /// A time limit passed.
    public static var timeout: Self { .init(rawValue: "timeout") }
    /// The connection ended before the response was whole.
    public static var reset: Self { .init(rawValue: "reset") }
    /// The response is not HTTP, or cannot be decoded.
    public static var `protocol`: Self { .init(rawValue: "protocol") }
    /// The body is longer than `max-body`.
    public static var bodyTooLarge: Self { .init(rawValue: "body-too-large") }
    /// More redirects came than are followed.
    public static var tooManyRedirects: Self { .init(rawValue: "too-many-redirects") }
    /// The body is larger or deeper than is decoded.
    public static var decoding: Self { .init(rawValue: "decoding") }
    /// A value of the scenario has no meaning at run time.
    public static var expression: Self { .init(rawValue: "expression") }
    /// A request could not be made from what the scenario says.
    public static var request: Self { .init(rawValue: "request") }
    /// The response lacks what an expression needs of it.
    public static var response: Self { .init(rawValue: "response") }
    /// A capture found nothing.
    public static var capture: Self { .init(rawValue: "capture") }
    /// A value is needed that no step before has captured.
    public static var missingCapture: Self { .init(rawValue: "missing-capture") }
    /// An assertion of the set-up does not hold, so that the scenario says nothing about the service.
    public static var setup: Self { .init(rawValue: "setup") }
    /// A file could not be read.
    public static var file: Self { .init(rawValue: "file") }
    /// A command could not be run to its end.
    public static var exec: Self { .init(rawValue: "exec") }
    /// The run was interrupted.
    public static var interrupted: Self { .init(rawValue: "interrupted") }
    /// The runner itself is at fault.
    public static var `internal`: Self { .init(rawValue: "internal") }
  }

  /// What kind of fault it is.
  public var kind: Kind
  /// What happened, a fragment in lower case.
  public var message: String
  /// The place in the scenario that it is about.
  public var range: SourceRange?
  /// What to do about it.
  public var hint: String?
  /// The name that has no value, of a missing capture.
  public var missingName: String?
  /// The assertions of a set-up that does not succeed, masked; empty for any other fault.
  public var outcomes: [AssertionOutcome]

  /// Makes a fault.
  public init(
    _ kind: Kind,
    _ message: String,
    at range: SourceRange? = nil,
    hint: String? = nil,
    missingName: String? = nil,
    outcomes: [AssertionOutcome] = []
  ) {
    self.kind = kind
    self.message = message
    self.range = range
    self.hint = hint
    self.missingName = missingName
    self.outcomes = outcomes
  }
}
