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

  /// What the text is made of.
  enum Content: Sendable {
    /// Characters alone, as most texts have; where they stand without quotes.
    case literal(String, Range<Int>)
    /// Pieces in order; none for an empty text.
    case parts([Part])
  }

  /// What the text is made of.
  var content: Content

  /// The whole spelling, quotes included.
  public var range: SourceRange

  init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }

  init(parts: [Part], range: SourceRange) { self.init(.parts(parts), at: range) }

  /// The pieces in order; none for an empty text.
  public var parts: [Part] {
    get {
      switch content {
      case .literal(let text, let bytes): [.text(Spelled(text, at: range.file.range(bytes)))]
      case .parts(let parts): parts
      }
    }
    set { content = .parts(newValue) }
  }

  /// Whether it is the empty text.
  var isEmpty: Bool {
    switch content {
    case .literal: false
    case .parts(let parts): parts.isEmpty
    }
  }

  /// The text, `nil` when a placeholder is in it.
  public var literal: String? {
    switch content {
    case .literal(let text, _): return text
    case .parts(let parts):
      var text = ""
      for part in parts {
        guard case .text(let piece) = part else { return nil }
        text += piece.value
      }
      return text
    }
  }

  /// The text with a name, and with a number, in the places of its placeholders.
  var examples: [String] {
    ["a", "1"].map { example in
      parts.map { part in
        if case .text(let text) = part { text.value } else { example }
      }.joined()
    }
  }

  /// The template with its texts changed.
  func mapTexts(_ change: (String) -> String) -> HurlTemplate {
    let changed = parts.map { part -> Part in
      guard case .text(var text) = part else { return part }
      text.value = change(text.value)
      return .text(text)
    }
    return HurlTemplate(parts: changed, range: range)
  }

  /// The placeholder that it is, when it is nothing else.
  var lonePlaceholder: HurlPlaceholder? {
    guard case .parts(let parts) = content, parts.count == 1, case .placeholder(let lone) = parts[0]
    else { return nil }
    return lone
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
