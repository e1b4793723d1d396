public import Diagnostics

/// The part of an entry of a `.hurl` file that something is about.
public struct HurlPlace: Sendable, Hashable {
  /// The parts of an entry.
  public enum Part: Sendable, Hashable {
    /// The request, its options included.
    case request
    /// The version of HTTP that must come back.
    case version
    /// The status.
    case status
    /// A field that must be there.
    case header
    /// The body that must come back.
    case body
    /// A row of `[Captures]`.
    case capture
    /// A row of `[Asserts]`.
    case assertion
  }

  /// The part.
  public var part: Part
  /// The method and the URL of the entry.
  public var request: SourceRange
  /// The URL of the entry.
  public var url: SourceRange
  /// What is underlined: the value of a field, the query of a row.
  public var subject: SourceRange

  /// The row as a whole.
  public var row: SourceRange
  /// The filters of a row, from left to right.
  public var filters: [SourceRange]

  /// Makes a place.
  public init(
    part: Part,
    request: SourceRange,
    url: SourceRange,
    subject: SourceRange,
    row: SourceRange? = nil,
    filters: [SourceRange] = []
  ) {
    self.row = row ?? subject
    self.filters = filters
    self.part = part
    self.request = request
    self.url = url
    self.subject = subject
  }

  /// Whether what goes wrong here goes wrong in an assertion.
  var isAssertion: Bool {
    switch part {
    case .request, .capture: false
    case .version, .status, .header, .body, .assertion: true
    }
  }
}
