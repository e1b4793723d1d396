public import Diagnostics

/// What must hold of a value.
public struct HurlPredicate: Sendable {
  /// The word `not`, when the opposite must hold.
  public var negation: SourceRange?

  /// Which predicate it is.
  public var name: Spelled<Name>

  /// What the value is compared with; `nil` for a predicate that takes nothing.
  public var value: HurlValue?

  /// From `not` or the name to the end of the value.
  public var range: SourceRange
}

/// What a value is compared with.
public struct HurlValue: Sendable {
  /// The kinds of values.
  public enum Kind: String, Sendable, CaseIterable {
    /// `null`.
    case null = "null"
    /// `true` or `false`.
    case boolean = "true or false"
    /// A number without exponent.
    case number = "a number"
    /// `"…"`, or a text between one or three backticks.
    case text = "a text"
    /// `/…/`.
    case pattern = "a regular expression"
    /// `hex,…;` or `base64,…;`.
    case bytes = "hex,…; or base64,…;"
    /// `file,…;`.
    case file = "file,…;"
    /// A lone `{{x}}`, which keeps the type of its value.
    case placeholder = "a placeholder"
  }

  /// The value itself.
  public enum Content: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A number as it is spelled: `-?digits[.digits]` without leading zeros, of any length.
    case number(String)
    /// `"…"`.
    case quoted(HurlTemplate)
    /// A text between two backticks.
    case oneline(HurlTemplate)
    /// A text between three backticks.
    indirect case multiline(HurlMultiline)
    /// `/…/`, with `\/` decoded.
    indirect case pattern(Spelled<String>)
    /// `hex,…;` or `base64,…;`.
    indirect case bytes(HurlBytes)
    /// `file,…;`.
    indirect case file(HurlFileReference)
    /// A lone `{{x}}`.
    indirect case placeholder(HurlPlaceholder)
  }

  /// The value itself.
  public var content: Content

  /// The whole spelling.
  public var range: SourceRange
}
