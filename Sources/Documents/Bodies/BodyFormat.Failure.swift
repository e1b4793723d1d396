extension BodyFormat {
  /// Why bytes are no body of a format.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    enum Kind: Sendable, Hashable {
      case empty, malformed, limit
    }

    /// What is wrong, with its place: a fragment in lower case.
    public let description: String
    /// What is wrong, without its place.
    private let message: String
    /// `line` or `line:column`, where that is known.
    private let place: String?
    private let kind: Kind

    init(
      _ description: String,
      kind: Kind = .malformed,
      message: String = "",
      at place: String? = nil
    ) {
      (self.description, self.kind) = (description, kind)
      (self.message, self.place) = (message, place)
    }

    /// Whether the body breaks a limit of ours rather than the rules of its format: there is no verdict then.
    public var isLimit: Bool { kind == .limit }

    /// What is wrong with the body of a response.
    public func message(of format: BodyFormat) -> String {
      switch kind {
      case .empty: "the body is empty, expected \(format.noun)"
      case .malformed: "the body is not \(format.noun): \(description)"
      case .limit: "the body is more than is decoded as \(format.noun): \(description)"
      }
    }

    /// What is wrong with a file.
    public func message(ofFile path: String) -> String {
      place.map { "\(path):\($0): \(message)" } ?? "\(path): \(description)"
    }
  }
}
