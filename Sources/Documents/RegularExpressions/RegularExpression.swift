import CPCRE2

/// A regular expression of PCRE2's syntax, searched for and not anchored.
///
/// It works on code points; letters, digits, spaces and word boundaries are Unicode's. `$` is only the
/// end of the text, or of a line after `(?m)`; `.` is all but a line feed. Two spellings are taken
/// beside PCRE2's: `\uXXXX` for a code point, and `{,3}` for `{0,3}`. A search ends after
/// some 20 million steps or 64 MiB of memory, which is an error and never a result.
///
/// ```swift
/// try RegularExpression("order (\\d+)").capture(in: "order 42 was made")   // .found("42")
/// ```
public struct RegularExpression: Sendable {
  /// Why a text is no expression that can be used.
  public struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong and where, a fragment in lower case.
    public var message: String
    /// What to do about it.
    public var hint: String?
    /// Whether it is valid, but too large or beyond what can be run.
    public var isUnusable = false

    /// What to say of a text that was meant as an expression.
    ///
    /// - Parameter prefix: says that it is none; left out when it is one and only cannot be used.
    /// - Returns: a message and what to do.
    public func told(_ prefix: String) -> (message: String, hint: String?) {
      isUnusable
        ? (message, hint) : (prefix, [message, hint].compactMap(\.self).joined(separator: "; "))
    }
  }

  /// The result of a search.
  public enum Finding: Sendable, Hashable {
    /// The expression was found; the text of its group 1, `nil` when the group took no part, or the whole where it has no group.
    case found(String?)
    /// It was not found.
    case missing
    /// The text is too long to be searched; how many bytes it may have at most.
    case tooLong(limit: String)
    /// The search was given up at a limit.
    case tooMuchWork
  }

  /// The longest text that is searched, in bytes.
  public static let maximumLength = 16 << 20
  /// The longest expression, in bytes.
  public static let maximumSourceLength = 64 << 10

  /// The expression as written.
  public let source: String

  private let pattern: CompiledPattern

  /// Compiles an expression.
  ///
  /// - Parameter source: PCRE2's syntax of regular expressions.
  /// - Throws: what is wrong with it and where.
  public init(_ source: String) throws(ParsingError) {
    guard source.utf8.count <= Self.maximumSourceLength else {
      throw ParsingError(
        message: "a regular expression may have at most 64 KiB",
        isUnusable: true
      )
    }
    self.source = source
    let spelling = PatternSpelling(source)
    do throws(CompiledPattern.Failure) {
      pattern = try CompiledPattern(
        spelling.text,
        options: PCRE2_UCP | UInt32(PCRE2_DOLLAR_ENDONLY)
      )
    } catch {
      guard !error.isUnsupported else {
        throw ParsingError(
          message: "the regular expression cannot be used: \(error.message)",
          isUnusable: true
        )
      }
      let bytes = source.utf8.prefix(spelling.sourceOffset(of: error.offset))
      let place = String(decoding: bytes, as: UTF8.self).count + 1
      throw ParsingError(
        message: "\(error.message) (at character \(place))",
        hint: "put \\ before a character that is meant as it is"
      )
    }
  }

  /// Whether a class of an expression has `&&` inside, which is an intersection in Java, Swift and others.
  ///
  /// - Parameter source: an expression that can be compiled.
  /// - Returns: `false` where the two characters stand at an end of the class, and for all that is quoted.
  public static func hasIntersection(_ source: String) -> Bool {
    let bytes = Array(source.utf8)
    var classStart: Int?
    var place = 0
    while place < bytes.count {
      let rest = bytes[place...]
      if rest.starts(with: "\\Q".utf8) {
        while place < bytes.count, !bytes[place...].starts(with: "\\E".utf8) { place += 1 }
      } else if bytes[place] == UInt8(ascii: "\\") {
        place += 1
      } else if let start = classStart {
        if bytes[place] == UInt8(ascii: "]"), place > start {
          classStart = nil
        } else if place > start, rest.starts(with: "&&".utf8), rest.dropFirst(2).first != 0x5D {
          return true
        }
      } else if bytes[place] == UInt8(ascii: "[") {
        if rest.starts(with: "[^".utf8) { place += 1 }
        // What comes first is a member, be it a closing bracket.
        classStart = place + 1
      }
      place += 1
    }
    return false
  }

  /// Whether the expression is found anywhere in a text.
  ///
  /// - Parameter text: at most 16 MiB.
  /// - Returns: `.found(nil)` when it is.
  public func search(_ text: String) -> Finding { pattern.search(text, capturing: false) }

  /// The text of group 1, or of the whole match where the expression has no group.
  ///
  /// - Parameter text: at most 16 MiB.
  /// - Returns: what was found first, from the left.
  public func capture(in text: String) -> Finding { pattern.search(text, capturing: true) }

  /// How many groups it has.
  public var groupCount: Int { pattern.groupCount }

  /// Visits the matches in a text from the left; none overlaps the one before.
  ///
  /// The limits of one search hold for all matches together.
  ///
  /// - Parameters:
  ///   - text: at most 16 MiB.
  ///   - groups: the last group that is wanted, at most ``groupCount``.
  ///   - visitor: takes the ranges in the text's UTF-8 of the whole match and of each group up to that one, `nil` for a group that took
  ///     no part; false ends the visit.
  /// - Returns: `.missing` once all were visited that the visitor wanted, or the limit that ended the visit.
  public func visitMatches(
    in text: String,
    groups: Int,
    visitor: ([Range<Int>?]) -> Bool
  ) -> Finding {
    guard text.utf8.count <= Self.maximumLength else { return .tooLong(limit: "16 MiB") }
    let last = max(0, min(groups, groupCount))
    let isDone = pattern.visitMatches(in: text, groups: last, visitor: visitor)
    return isDone ? .missing : .tooMuchWork
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
      "a regular expression searches at most \(limit), this text has \(text.utf8.count) bytes"
    case .tooMuchWork:
      "the regular expression needs too many steps on this text of \(text.utf8.count) bytes"
    }
  }
}
