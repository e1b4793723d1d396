public import Diagnostics

/// The body of a request or response.
public struct HurlBody: Sendable {
  /// What the body is made of.
  public enum Content: Sendable {
    /// A text between three backticks.
    case multiline(HurlMultiline)
    /// A text between two backticks.
    case oneline(HurlTemplate)
    /// A JSON value.
    case json(HurlJSON)
    /// An XML document, verbatim: it has no placeholders.
    case xml(Spelled<String>)
    /// `base64,…;` or `hex,…;`.
    case bytes(HurlBytes)
    /// `file,…;`.
    case file(HurlFileReference)
  }

  /// What it is made of.
  public var content: Content

  /// The whole spelling.
  public var range: SourceRange
}

/// Bytes that are spelled as `base64,…;` or `hex,…;`.
public struct HurlBytes: Sendable {
  /// How bytes are spelled.
  public enum Spelling: String, Sendable, CaseIterable {
    /// `base64,…;`, white space inside is nothing.
    case base64
    /// `hex,…;`.
    case hex
  }

  /// The bytes.
  public var bytes: [UInt8]

  /// How they are spelled.
  public var spelling: Spelling

  /// From the keyword to the semicolon.
  public var range: SourceRange
}

/// A text of several lines between three backticks.
public struct HurlMultiline: Sendable {
  /// The language that is named behind the opening backticks.
  public enum Language: String, Sendable, CaseIterable {
    /// JSON, sent as `application/json`.
    case json
    /// XML, sent as `application/xml`.
    case xml
    /// GraphQL, sent as JSON with `query` and perhaps `variables`.
    case graphql
  }

  /// A word behind the language; both are deprecated.
  public enum Attribute: String, Sendable, CaseIterable {
    /// Escapes are decoded.
    case escape
    /// Nothing: placeholders are filled in all the same.
    case novariable
  }

  /// The language, if one is named.
  public var language: Spelled<Language>?

  /// The attributes in order.
  public var attributes: [Spelled<Attribute>]

  /// The text from the second line up to the closing backticks; of GraphQL, up to the line of its variables, white space not trimmed.
  public var text: HurlTemplate

  /// The JSON object behind the word `variables` that begins a line of GraphQL.
  public var variables: HurlJSON?

  /// From the first backtick to the last.
  public var range: SourceRange
}

/// A JSON value as it is spelled, with placeholders in it.
///
/// The spelling is RFC 8259 but for the placeholders, which stand for values or are inside of strings.
public struct HurlJSON: Sendable {
  /// A piece of the spelling.
  public enum Part: Sendable {
    /// Characters as they are spelled, white space included.
    case spelling(SourceRange)
    /// `{{…}}`, inside of a string or a member name, else in place of a value.
    case placeholder(HurlPlaceholder, isInString: Bool)
  }

  /// The pieces in order, without a gap.
  public var parts: [Part]

  /// The whole value.
  public var range: SourceRange
}
