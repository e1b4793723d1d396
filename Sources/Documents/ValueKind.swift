/// The kind of value that a place of an expectation yields: which matchers apply there depends on
/// it.
///
/// The grammar of scenario files gives each place its kind, the catalogue of matchers each matcher
/// the kinds that it applies to.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
  /// Any value of JSON, or a list of such values.
  case value
  /// What an XPath gives: a list of texts, one text, a number or a boolean.
  case markup
  /// A list of texts, such as the fields of a header.
  case texts
  /// One text.
  case text
  /// One number.
  case number
  /// One duration in milliseconds.
  case duration
  /// One size in bytes.
  case size
  /// One boolean.
  case boolean
  /// One point in time, written as in RFC 3339.
  case date

  /// Whether it is always one value, so that a list can only be a slip.
  public var isAlwaysOne: Bool {
    switch self {
    case .value, .markup, .texts: false
    case .text, .number, .duration, .size, .boolean, .date: true
    }
  }

  /// The kind of the elements that `each` and `any` look at.
  public var element: ValueKind {
    switch self {
    case .markup, .texts: .text
    case .value, .text, .number, .duration, .size, .boolean, .date: self
    }
  }

  /// What a matcher in the argument of another judges.
  public enum Inner: Sendable, Hashable {
    /// What the outer matcher judges.
    case same
    /// An element of that.
    case element
    /// A number of things.
    case number
  }
}

extension Set<ValueKind> {
  /// Every kind.
  public static let all = Set(ValueKind.allCases)

  /// The kinds of which some values are lists.
  public static let lists: Set = [.value, .markup, .texts]

  /// The kinds of which some values are texts.
  public static let texts: Set = [.value, .markup, .texts, .text, .date]

  /// The kinds of which some values have an order: numbers, dates, and texts that spell these.
  public static let ordered: Set = [
    .value, .markup, .texts, .text, .number, .duration, .size, .date,
  ]
}
