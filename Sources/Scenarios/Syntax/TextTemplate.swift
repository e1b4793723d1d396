public import Diagnostics

/// A text in which `${…}` may stand, as a URL or the value of a header has it.
public struct TextTemplate: Sendable {
  /// A part of a template.
  public enum Segment: Sendable {
    /// Text as it is; `$${` has become `${`.
    case literal(String)
    /// A value that is written out.
    case expression(Expression)
  }

  /// The parts in order where they are not just the source; most texts have no expression and need no list.
  private let pieces: [Segment]?

  /// The parts in order; none for an empty text.
  public var segments: [Segment] { pieces ?? (source.isEmpty ? [] : [.literal(source)]) }

  /// The text as it stands in the file, expressions unevaluated: what reports call a step by.
  public var source: String

  /// Where it stands.
  public var range: SourceRange

  /// The text when no expression stands in it.
  public var constant: String? {
    guard let pieces else { return source }
    guard let first = pieces.first else { return "" }
    guard pieces.count == 1, case .literal(let text) = first else { return nil }
    return text
  }

  /// Makes a text without expressions.
  init(_ text: String, range: SourceRange) {
    pieces = nil
    source = text
    self.range = range
  }

  /// Makes a text of its parts.
  init(segments: [Segment], source: String, range: SourceRange) {
    pieces = segments
    self.source = source
    self.range = range
  }

  /// The expressions in it, in order.
  public var expressions: [Expression] {
    (pieces ?? []).compactMap { segment in
      guard case .expression(let expression) = segment else { return nil }
      return expression
    }
  }
}
