public import Documents

/// What an assertion looks at: a value, a list of nodes, or nothing.
///
/// ```swift
/// Subject(.single("ABC-1"), nature: .json, path: "$.sku")
/// Subject(.nodes(["a", "b"]), nature: .text)   // a header that was sent twice
/// ```
public struct Subject: Sendable {
  /// How literals compare with the subject.
  public enum Nature: Sendable, Hashable {
    /// Types are strict: `1` is not `"1"`.
    case json
    /// A document whose values are all texts, such as CSV: lists and objects as in ``json``, texts as
    /// in ``text``.
    case texts
    /// Text of a header, a cookie or an XPath: a number compares by value when the text is a
    /// number, a boolean by spelling.
    case text
    /// A measure of the exchange, such as its time in milliseconds: always one value, which
    /// compares as ``text`` does.
    case measure
  }

  /// What there is.
  public enum Content: Sendable {
    /// Nothing was found.
    case absent
    /// One value.
    case single(JSONValue)
    /// All that a query which can find many has found, in document order.
    case nodes([JSONValue])
  }

  /// How literals compare with it.
  public let nature: Nature

  /// What there is.
  public let content: Content

  /// Where it comes from, the root of the paths of differences: `$`, or a singular JSONPath.
  public let path: String

  /// What its numbers count, shown behind them: `ms`, `bytes`.
  public let unit: String?

  /// Makes a subject.
  public init(_ content: Content, nature: Nature, path: String = "$", unit: String? = nil) {
    self.nature = nature
    self.content = content
    self.path = path
    self.unit = unit
  }

  /// A JSON value, or nothing.
  public static func json(_ value: JSONValue?, path: String = "$") -> Subject {
    Subject(value.map { .single($0) } ?? .absent, nature: .json, path: path)
  }

  /// A text, or nothing.
  public static func text(_ value: String?) -> Subject {
    Subject(value.map { .single(.string($0)) } ?? .absent, nature: .text)
  }

  /// The values of a header or of anything else that may be repeated: none is nothing, several
  /// are a node list.
  public static func texts(_ values: [String]) -> Subject {
    switch values.count {
    case 0: Subject(.absent, nature: .text)
    case 1: Subject(.single(.string(values[0])), nature: .text)
    case _: Subject(.nodes(values.map { .string($0) }), nature: .text)
    }
  }

  /// A measure of the exchange.
  ///
  /// - Parameters:
  ///   - value: a duration in milliseconds, a size in bytes, or whatever else is measured.
  ///   - unit: what it counts, for messages.
  /// - Returns: a subject that is always one value.
  public static func measure(_ value: JSONValue?, unit: String? = nil) -> Subject {
    Subject(value.map { .single($0) } ?? .absent, nature: .measure, unit: unit)
  }

  /// The same subject with one value in place of its content.
  func replacing(_ value: JSONValue) -> Subject {
    Subject(.single(value), nature: nature, path: path, unit: unit)
  }

  /// The one value to compare: a single value, or the node of a list of one.
  var onlyValue: JSONValue? {
    // A plain `nil` would be the value null here.
    switch content {
    case .single(let value): value
    case .nodes(let nodes): nodes.count == 1 ? nodes[0] : Optional.none
    case .absent: Optional.none
    }
  }

  /// Whether it is a part of a document, where one value is no list of one.
  private var isDocument: Bool { nature == .json || nature == .texts }

  /// The nodes where they are more, fewer or other than one value of JSON: a text that came once
  /// is a list of one.
  var nodes: [JSONValue]? {
    switch content {
    case .nodes(let nodes): nodes
    case .single: isDocument ? nil : elements
    case .absent: nil
    }
  }

  /// What a list is made of: the nodes, or the elements of the one value.
  ///
  /// A header that was sent once is a list of one. `nil` where there is no list.
  var elements: [JSONValue]? {
    switch content {
    case .absent: nil
    case .nodes(let nodes): nodes
    case .single(.array(let elements)): elements
    case .single(let value): isDocument ? nil : [value]
    }
  }

  /// The actual value, for a message.
  var actual: String {
    switch content {
    case .absent: return "nothing"
    case .single(let value): return ValueText.describe(value, unit: unit)
    case .nodes(let nodes):
      guard nodes.count != 1 else { return ValueText.describe(nodes[0], unit: unit) }
      guard !nodes.isEmpty else { return "nothing" }
      let all = ValueText.describe(.array(nodes))
      return "\(nodes.count) values, \(all): use each, any, count or unordered"
    }
  }

  /// The actual value with all its nodes.
  var wholeActual: String {
    guard case .nodes(let nodes) = content else { return actual }
    return nodes.isEmpty ? "no nodes" : ValueText.describe(.array(nodes))
  }
}
