import Locks

/// A regular expression of Swift's syntax, compiled once and searched for, not anchored.
///
/// `Regex` compiles itself lazily and is not `Sendable`, so one lock guards each; nothing but the
/// search itself runs inside.
struct SearchPattern: Sendable {
  /// What came of a search.
  enum Finding: Sendable, Hashable {
    /// The pattern was found; the text of its group 1, or of the whole where it has no group.
    case found(String?)
    /// It was not found.
    case missing
    /// The text is longer than ``SearchPattern/maximumLength``.
    case tooLong
  }

  /// The longest text that is searched, in bytes: a backtracking search has no bound of its own.
  static let maximumLength = 1 << 20

  /// The pattern as written.
  let source: String

  private let regex: Locked<Regex<AnyRegexOutput>>

  /// Compiles a pattern.
  ///
  /// - Parameter source: Swift's syntax of regular expressions.
  /// - Throws: a ``MatcherError`` with what is wrong, its path empty.
  init(_ source: String) throws(MatcherError) {
    guard source.utf8.count <= 64 << 10 else {
      throw MatcherError("a regular expression may have at most 64 KiB")
    }
    do {
      regex = Locked(try Regex(source))
    } catch {
      throw MatcherError("this is not a regular expression: \(Self.reason(error))")
    }
    self.source = source
  }

  /// Whether the pattern is found anywhere in a text.
  func search(_ text: String) -> Finding {
    guard text.utf8.count <= Self.maximumLength else { return .tooLong }
    return regex.withLock { regex in
      (try? regex.firstMatch(in: text)) == nil ? .missing : .found(nil)
    }
  }

  /// The text of group 1, or of the whole match where the pattern has no group.
  func capture(in text: String) -> Finding {
    guard text.utf8.count <= Self.maximumLength else { return .tooLong }
    return regex.withLock { regex in
      guard let match = try? regex.firstMatch(in: text) else { return .missing }
      let output = match.output
      return .found((output.count > 1 ? output[1] : output[0]).substring.map { String($0) })
    }
  }

  private static func reason(_ error: any Error) -> String {
    var text = String(describing: error)
    if text.hasPrefix("error: ") { text.removeFirst(7) }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
