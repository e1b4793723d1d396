public import Diagnostics

/// `[Name]` and the rows below it.
public struct HurlSection: Sendable {
  /// The rows of a section, by its kind.
  public enum Rows: Sendable {
    /// Of `[Query]`, `[Form]`, `[Cookies]` and `[BasicAuth]`, the latter at most one.
    case fields([HurlField])
    /// Of `[Multipart]`.
    case parts([HurlPart])
    /// Of `[Options]`.
    case options([HurlOption])
    /// Of `[Captures]`.
    case captures([HurlCapture])
    /// Of `[Asserts]`.
    case assertions([HurlAssertion])
  }

  /// The name; its range is the heading with its brackets.
  public var name: Spelled<Name>

  /// The rows in order.
  public var rows: Rows

  /// From the heading to the end of the last row.
  public var range: SourceRange
}

/// `name: value`, a header or a row of a section.
public struct HurlField: Sendable {
  /// The name.
  public var name: HurlTemplate

  /// The value, which may be empty.
  public var value: HurlTemplate

  /// From the name to the end of the value.
  public var range: SourceRange
}

/// A part of a multipart body.
public struct HurlPart: Sendable {
  /// What a part sends.
  public enum Content: Sendable {
    /// A text.
    case text(HurlTemplate)
    /// The bytes of a file, and the media type when it is given.
    case file(HurlFileReference, type: HurlTemplate?)
  }

  /// The name of the part.
  public var name: HurlTemplate

  /// What it sends.
  public var content: Content

  /// From the name to the end of the content.
  public var range: SourceRange
}

/// `file,NAME;`, the bytes of a file under the file root.
public struct HurlFileReference: Sendable {
  /// The path.
  public var name: HurlTemplate

  /// From `file` to the semicolon.
  public var range: SourceRange
}

/// `name: query filter… [redact]`.
public struct HurlCapture: Sendable {
  /// The name of the variable.
  public var name: HurlTemplate

  /// What is taken from the response.
  public var query: HurlQuery

  /// What is done with it, from left to right.
  public var filters: [HurlFilter]

  /// The word `redact` when the value is a secret.
  public var redact: SourceRange?

  /// The whole row.
  public var range: SourceRange
}

/// `query filter… [not] predicate`.
public final class HurlAssertion: Sendable {
  /// What is taken from the response.
  public let query: HurlQuery

  /// What is done with it, from left to right.
  public let filters: [HurlFilter]

  /// What must hold of the result.
  public let predicate: HurlPredicate

  /// The whole row.
  public let range: SourceRange

  init(query: HurlQuery, filters: [HurlFilter], predicate: HurlPredicate, range: SourceRange) {
    self.query = query
    self.filters = filters
    self.predicate = predicate
    self.range = range
  }
}
