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

  /// The parts in order; none for an empty text.
  public var segments: [Segment]

  /// The text as it stands in the file, expressions unevaluated: what reports call a step by.
  public var source: String

  /// Where it stands.
  public var range: SourceRange

  /// The text when no expression stands in it.
  public var constant: String? {
    switch segments.count {
    case 0: return ""
    case 1:
      guard case .literal(let text) = segments[0] else { return nil }
      return text
    case _: return nil
    }
  }

  /// The expressions in it, in order.
  public var expressions: [Expression] {
    segments.compactMap { segment in
      guard case .expression(let expression) = segment else { return nil }
      return expression
    }
  }
}
