/// A regular expression that is matched in time linear in the text, whatever the expression.
///
/// It has no back-references and no lookaround, which no such matcher can have. It works on code
/// points.
struct TextPattern: Sendable {
  /// The language that an expression is written in.
  enum Dialect: Sendable {
    /// I-Regexp (RFC 9485), with `^` and `$` as anchors, as its mapping to other engines has them.
    case iRegexp
    /// ECMA-262 with the flag `u`, as JSON Schema 2020-12 (core, section 6.4) recommends.
    case ecma
  }

  private let machine: Machine

  /// The program in the form in which it runs fastest, shared by all copies of the pattern.
  private final class Machine: Sendable {
    let program: RegexProgram<CodePointSet>
    let small: SmallPatternMatcher?

    init(_ program: RegexProgram<CodePointSet>) {
      self.program = program
      small = SmallPatternMatcher(program)
    }
  }

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - source: The expression.
  ///   - dialect: The language it is written in.
  /// - Throws: What is wrong with it and where.
  init(_ source: String, dialect: Dialect) throws(TextPatternError) {
    var parser = PatternParser(source, dialect: dialect)
    let node = try parser.parse()
    do throws(RegexProgram<CodePointSet>.TooLarge) {
      machine = Machine(try RegexProgram(of: node))
    } catch {
      throw TextPatternError(message: "the pattern is too large", offset: 0)
    }
  }

  /// Whether the whole text is of the pattern's language.
  func matchesWhole(_ text: String) -> Bool { match(text, isAnchored: true).isMatch }

  /// Whether a part of the text is of the pattern's language.
  func isFound(in text: String) -> Bool { match(text, isAnchored: false).isMatch }

  /// Matches a text and tells how much work that was.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isAnchored: Whether the whole text must be of the pattern's language, or a part.
  /// - Returns: Whether it is, and the work in units of some nanoseconds.
  func match(_ text: String, isAnchored: Bool) -> (isMatch: Bool, work: Int) {
    if let small = machine.small {
      return (small.run(text, isAnchored: isAnchored), text.utf8.count)
    }
    var matcher = PatternMatcher(program: machine.program)
    let isMatch = matcher.run(text, isAnchored: isAnchored)
    return (isMatch, matcher.visits)
  }
}

/// Why a text is not a regular expression that can be used.
struct TextPatternError: Error, Sendable, Hashable {
  /// What is wrong, as a lowercase fragment.
  var message: String
  /// Where, in code points from 0.
  var offset: Int
  /// Whether the expression is right and only needs what no linear matcher can do.
  var isUnsupported = false
}
