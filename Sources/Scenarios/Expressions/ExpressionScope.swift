public import Documents

/// What the names of an expression stand for.
///
/// A scope is asked only for names that an expression uses, so a value that costs something to make (a decoded body) is made when asked.
public protocol ExpressionScope {
  /// What a name stands for, or `nil` for a name that is not known.
  func value(named name: String) throws(ExpressionFailure) -> ScopeValue?

  /// All known names, for suggestions.
  var names: [String] { get }

  /// Clock, randomness and files for functions.
  var services: ExpressionServices { get }
}

/// What a name in an expression stands for.
public enum ScopeValue {
  /// A value.
  case value(JSONValue)
  /// Known, but without a value: `??` replaces it, anything else is an error.
  case nothing
  /// Something with members, such as `env` or `response`.
  case namespace(any ExpressionNamespace)
}

@available(*, unavailable)
extension ScopeValue: Sendable {}

/// Something whose members are found by name, such as `env` or `response`.
public protocol ExpressionNamespace {
  /// The member, or `nil` for one that cannot exist there.
  func member(_ name: String) throws(ExpressionFailure) -> ScopeValue?

  /// The members that can exist, for suggestions; empty when any name may.
  var memberNames: [String] { get }
}

/// What functions need of the world.
public struct ExpressionServices: Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public var now: @Sendable () -> Double
  /// The next 64 random bits of the stream that belongs to this use.
  public var randomBits: @Sendable () -> UInt64
  /// The bytes of a file of the project, its path relative to the scenario's file.
  public var readFile: @Sendable (_ path: String) throws(ExpressionFailure) -> [UInt8]
  /// The prefixes that the expression's file gives namespaces, each with its URI.
  public var namespaces: [String: String]
  /// Takes secrets out of a value before a message shows a piece of it.
  public var redact: @Sendable (String) -> String
  /// Whether there is a secret.
  public var knowsSecrets: @Sendable () -> Bool
  /// Adds a text that was derived from a secret to the secrets.
  public var conceal: @Sendable (String) -> Void

  /// What stands in place of a secret.
  public static let mask = "•••"

  /// Makes services.
  public init(
    now: @escaping @Sendable () -> Double,
    randomBits: @escaping @Sendable () -> UInt64,
    readFile: @escaping @Sendable (_ path: String) throws(ExpressionFailure) -> [UInt8],
    namespaces: [String: String] = [:],
    redact: @escaping @Sendable (String) -> String = { $0 },
    knowsSecrets: @escaping @Sendable () -> Bool = { true },
    conceal: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.now = now
    self.randomBits = randomBits
    self.readFile = readFile
    self.namespaces = namespaces
    self.redact = redact
    self.knowsSecrets = knowsSecrets
    self.conceal = conceal
  }
}
