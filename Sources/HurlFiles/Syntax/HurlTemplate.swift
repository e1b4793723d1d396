public import Diagnostics

/// A text in which placeholders may stand.
public struct HurlTemplate: Sendable {
  /// A piece of the text.
  public enum Part: Sendable {
    /// Characters with their escapes decoded; the range holds them as they are spelled.
    case text(Spelled<String>)
    /// `{{…}}`.
    case placeholder(HurlPlaceholder)
  }

  /// The pieces in order; none for an empty text.
  public var parts: [Part]

  /// The whole spelling, quotes included.
  public var range: SourceRange

  /// The text, `nil` when a placeholder is in it.
  public var literal: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece.value
    }
    return text
  }
}

/// `{{name}}` or `{{function arguments}}`.
///
/// Inside of texts, what follows a name up to `}}` is ignored: it is in the range and nowhere else.
public struct HurlPlaceholder: Sendable {
  /// What a placeholder stands for.
  public enum Expression: Sendable {
    /// The value of a variable.
    case variable(Spelled<String>)
    /// The result of a function for arguments, as many as its definition says.
    case function(Spelled<HurlFunction>, arguments: [Spelled<Int>])
  }

  /// What it stands for.
  public var expression: Expression

  /// From the first brace to the last.
  public var range: SourceRange
}
