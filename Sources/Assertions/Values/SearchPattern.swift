import Diagnostics
import Documents

/// A regular expression of PCRE2's syntax, compiled once and searched for, not anchored.
struct SearchPattern: Sendable {
  /// The result of a search.
  typealias Finding = RegularExpression.Finding

  /// The longest text that is searched, in bytes.
  static let maximumLength = RegularExpression.maximumLength

  private let expression: RegularExpression

  /// The pattern as written.
  var source: String { expression.source }

  /// Compiles a pattern.
  ///
  /// - Parameter source: PCRE2's syntax of regular expressions.
  /// - Throws: a ``Mistake`` with what is wrong, its path empty.
  init(_ source: String) throws(Mistake) {
    do throws(RegularExpression.ParsingError) {
      expression = try RegularExpression(source)
    } catch {
      throw Mistake(
        error.isUnusable
          ? error.message : "this is not a regular expression: \(error.message)",
        hint: error.hint
      )
    }
  }

  /// Whether the pattern is found anywhere in a text.
  func search(_ text: String) -> Finding { expression.search(text) }

  /// The text of group 1, or of the whole match where the pattern has no group.
  func capture(in text: String) -> Finding { expression.capture(in: text) }
}
