import Diagnostics
import Documents

/// A regular expression that takes a piece out of a text: group 1 if there is one.
///
/// ```swift
/// try TextPatternQuery("order (\\d+)").subject(in: "order 42 was made")   // the text "42"
/// ```
public struct TextPatternQuery: Sendable {
  private let pattern: RegularExpression

  /// Compiles a regular expression of PCRE2's syntax.
  public init(_ text: String) throws(QueryError) {
    do throws(Mistake) {
      pattern = try RegularExpression(checking: text)
    } catch {
      throw QueryError(error.message)
    }
  }

  /// The expression as written.
  public var text: String { pattern.source }

  /// What is found first, or nothing.
  ///
  /// - Parameter text: at most 16 MiB.
  /// - Returns: one text or nothing.
  /// - Throws: when the text is longer, or the search reaches a limit.
  public func subject(in text: String) throws(QueryError) -> Subject {
    let finding = pattern.capture(in: text)
    if let limitation = finding.limitation(of: text) { throw QueryError(limitation) }
    guard case .found(let piece) = finding else { return .text(nil) }
    return .text(piece)
  }
}
