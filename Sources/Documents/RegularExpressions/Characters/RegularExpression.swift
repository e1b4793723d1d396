import Locks

/// A regular expression of Swift's syntax, searched for and not anchored, in a time that cannot run away.
///
/// It is matched by following all ways at once, in a time that grows with the text only, whatever the expression. Characters are what people see
/// (`.` is one é however it is encoded), `\r\n` are two; `\b` is the place between a word character and another. Look-around, back-references,
/// atomic groups and possessive repetitions cannot be matched so: an expression with them is run by Swift's own matcher, on a text as long as is
/// safe for it, and refused where no length is.
///
/// ```swift
/// try RegularExpression("order (\\d+)").capture(in: "order 42 was made")   // .found("42")
/// ```
public struct RegularExpression: Sendable {
  /// Why a text is no expression that can be used.
  public struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    public var message: String
    /// What to do about it.
    public var hint: String?
    /// Whether it is one in Swift's syntax, but none that can be run safely or at all.
    public var isUnusable = false

    /// What to say of a text that was meant as an expression.
    ///
    /// - Parameter prefix: says that it is none; left out when it is one and only cannot be used.
    /// - Returns: a message and what to do.
    public func told(_ prefix: String) -> (message: String, hint: String?) {
      if isUnusable { return (message, hint) }
      return (prefix, "Swift's syntax; put \\ before a character that is meant as it is")
    }
  }

  /// What came of a search.
  public enum Finding: Sendable, Hashable {
    /// The expression was found; the text of its group 1, `nil` when the group took no part, or the whole where it has no group.
    case found(String?)
    /// It was not found.
    case missing
    /// The text is too long for the expression; how many characters or bytes it may have at most.
    case tooLong(limit: String)
    /// The search was given up: the expression is too large for a text of that length.
    case tooMuchWork
  }

  /// The longest text that is searched, in bytes.
  public static let maximumLength = 1 << 20
  /// The longest expression, in bytes.
  public static let maximumSourceLength = 64 << 10

  /// The expression as written.
  public let source: String

  private let engine: Engine

  private enum Engine: Sendable {
    case linear(CharacterProgram)
    case backtracking(Locked<Regex<AnyRegexOutput>>, limit: Int)
  }

  /// Compiles an expression.
  ///
  /// - Parameter source: Swift's syntax of regular expressions.
  /// - Throws: what is wrong with it, or why it cannot be run safely.
  public init(_ source: String) throws(ParsingError) {
    guard source.utf8.count <= Self.maximumSourceLength else {
      throw ParsingError(
        message: "a regular expression may have at most 64 KiB",
        isUnusable: true
      )
    }
    self.source = source
    var parser = RegexParser(source)
    let regex: Regex<AnyRegexOutput>
    let node: RegexNode<RegexSet>
    do throws(ParsingError) {
      node = try parser.parse()
    } catch {
      // What Swift takes and cannot be matched here is told as such; deep nesting is not shown to it.
      let isDeep = error.message.contains("nested too deeply")
      guard !isDeep, (try? Self.compile(source)) != nil else { throw error }
      var unusable = error
      unusable.isUnusable = true
      throw unusable
    }
    // Swift has the last word on what its syntax is.
    regex = try Self.compile(source)
    guard parser.needsBacktracking else {
      engine = .linear(try CharacterProgram(of: node, hasGroup: parser.groupCount > 0))
      return
    }
    let limit = try RegexCost.longestText(for: node)
    guard Self.runs(regex) else {
      throw ParsingError(
        message: "the regular expression uses what Swift cannot match yet",
        isUnusable: true
      )
    }
    engine = .backtracking(Locked(regex), limit: limit)
  }

  /// Whether the expression is found anywhere in a text.
  ///
  /// - Parameter text: at most 1 MiB.
  /// - Returns: `.found(nil)` when it is.
  public func search(_ text: String) -> Finding {
    find(text, capturing: false)
  }

  /// The text of group 1, or of the whole match where the expression has no group.
  ///
  /// - Parameter text: at most 1 MiB.
  /// - Returns: what was found first, from the left.
  public func capture(in text: String) -> Finding {
    find(text, capturing: true)
  }

  private func find(_ text: String, capturing: Bool) -> Finding {
    guard text.utf8.count <= Self.maximumLength else { return .tooLong(limit: "1 MiB") }
    switch engine {
    case .linear(let program):
      let input = RegexInput(text)
      var machine = RegexMachine(program, input)
      switch machine.run(capturing: capturing) {
      case .missing: return .missing
      case .tooMuchWork: return .tooMuchWork
      case .found(let range): return .found(capturing ? range.map(input.text) : nil)
      }
    case .backtracking(let regex, let limit):
      guard text.utf8.count <= limit else { return .tooLong(limit: "\(limit) bytes") }
      return regex.withLock { regex in
        guard let match = try? regex.firstMatch(in: text) else { return .missing }
        guard capturing else { return .found(nil) }
        let output = match.output
        return .found((output.count > 1 ? output[1] : output[0]).substring.map { String($0) })
      }
    }
  }

  private static func compile(
    _ source: String
  ) throws(ParsingError) -> Regex<AnyRegexOutput> {
    do {
      return try Regex(source)
    } catch {
      var text = String(describing: error)
      if text.hasPrefix("error: ") { text.removeFirst(7) }
      throw ParsingError(
        message: text.prefix(1).lowercased() + text.dropFirst(),
        hint: "Swift's syntax; put \\ before a character that is meant as it is"
      )
    }
  }

  /// Whether Swift's matcher can run an expression at all: what it cannot is told only then.
  private static func runs(_ regex: Regex<AnyRegexOutput>) -> Bool {
    do {
      _ = try regex.firstMatch(in: "a")
      return true
    } catch {
      return false
    }
  }
}

extension RegularExpression.Finding {
  /// Why there is no finding, a fragment; `nil` when there is one.
  ///
  /// - Parameter text: the text that was searched.
  /// - Returns: a fragment, or `nil`.
  public func limitation(of text: String) -> String? {
    switch self {
    case .found, .missing: nil
    case .tooLong(let limit):
      "a regular expression\(limit.hasSuffix("bytes") ? " with look-around or back-references" : "")"
        + " searches at most \(limit), this text has \(text.utf8.count) bytes"
    case .tooMuchWork: "the regular expression is too large for a text of \(text.utf8.count) bytes"
    }
  }
}
