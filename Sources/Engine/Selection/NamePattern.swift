import Locks

/// `--name`: a regular expression that is searched for in the titles of scenarios.
///
/// The syntax is Swift's, as in `matches`; the title is the scenario's name with its row and repeat, `Order lifecycle [ABC-1] #2`.
public struct NamePattern: Sendable {
  /// Why a pattern cannot be used.
  public struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    public var message: String
  }

  /// The pattern as given.
  public let source: String

  // Compiled lazily, and not `Sendable`: one lock guards it.
  private let regex: Locked<Regex<AnyRegexOutput>>

  /// Compiles a pattern.
  ///
  /// - Parameter source: as given behind `--name`.
  /// - Throws: ``ParsingError`` when it is empty, longer than 64 KiB or no regular expression.
  public init(parsing source: String) throws(ParsingError) {
    guard !source.isEmpty else { throw ParsingError(message: "the pattern is empty") }
    guard source.utf8.count <= 64 << 10 else {
      throw ParsingError(message: "a regular expression may have at most 64 KiB")
    }
    do {
      regex = Locked(try Regex(source))
    } catch {
      var reason = String(describing: error)
      if reason.hasPrefix("error: ") { reason.removeFirst(7) }
      reason = reason.prefix(1).lowercased() + reason.dropFirst()
      throw ParsingError(message: "\"\(source)\" is not a regular expression: \(reason)")
    }
    self.source = source
  }

  /// Whether the pattern is found in a title.
  public func isFound(in title: String) -> Bool {
    regex.withLock { regex in (try? regex.firstMatch(in: title)) != nil }
  }
}
