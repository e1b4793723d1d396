import CPCRE2

/// A regular expression of a language with a standard, run by PCRE2 with the same limits as others.
struct TextPattern: Sendable {
  /// The language that an expression is written in.
  enum Dialect: Sendable {
    /// I-Regexp (RFC 9485), with `^` and `$` as anchors, as its mapping to other engines has them.
    case iRegexp
    /// ECMA-262 with the flag `u`, as JSON Schema 2020-12 (core, section 6.4) recommends.
    case ecma
  }

  private let pattern: CompiledPattern

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - source: The expression.
  ///   - dialect: The language it is written in.
  ///   - isWhole: Whether it must match a text from start to end, and not a part of it.
  /// - Throws: What is wrong with it and where.
  init(_ source: String, dialect: Dialect, isWhole: Bool = false) throws(TextPatternError) {
    guard source.utf8.count <= RegularExpression.maximumSourceLength else {
      throw TextPatternError(
        message: "a regular expression may have at most 64 KiB",
        offset: 0,
        isUnsupported: true
      )
    }
    var translator = PatternTranslator(source, dialect: dialect)
    let text = try translator.translate()
    do throws(CompiledPattern.Failure) {
      pattern = try CompiledPattern(
        isWhole ? "(?:\(text))\\z" : text,
        options: UInt32(PCRE2_DOLLAR_ENDONLY) | UInt32(PCRE2_ALLOW_EMPTY_CLASS)
          | UInt32(PCRE2_MATCH_UNSET_BACKREF),
        isAtStart: isWhole
      )
    } catch {
      throw TextPatternError(
        message: error.message,
        offset: 0,
        isUnsupported: error.isUnsupported
      )
    }
    if let unsupported = translator.unsupported { throw unsupported }
  }

  /// An expression as messages show it, cut where it is long.
  ///
  /// - Parameter source: The expression.
  /// - Returns: At most 200 characters and a mark of the cut.
  static func shown(_ source: String) -> String {
    source.count > 200 ? "\(source.prefix(200))…" : source
  }

  /// Whether the expression matches a text, or why that is not known.
  ///
  /// - Parameter text: At most 16 MiB.
  /// - Returns: `.found(nil)` when it does.
  func search(_ text: String) -> RegularExpression.Finding {
    pattern.search(text, capturing: false)
  }
}

/// Why a text is not a regular expression that can be used.
struct TextPatternError: Error, Sendable, Hashable {
  /// What is wrong, as a lowercase fragment.
  var message: String
  /// Where, in code points from 0.
  var offset: Int
  /// Whether the expression is right and only beyond what can be run.
  var isUnsupported = false
}
