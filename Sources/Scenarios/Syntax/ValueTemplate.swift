public import Diagnostics
public import Documents

/// A value of a scenario file in which `${…}` may stand at any depth.
///
/// A scalar that is one expression keeps the type of the expression's value; inside longer text it is written out. Every node
/// knows its place, so that a mistake found in the evaluated value can still be shown in the file.
///
/// Shared by reference: what is planned holds what the file says.
public final class ValueTemplate: Sendable {
  /// What a node is.
  public enum Kind: Sendable {
    /// A scalar without expressions.
    case scalar(JSONValue)
    /// A scalar that is one expression.
    indirect case expression(Expression)
    /// Text with at least one expression and something beside it.
    indirect case text(TextTemplate)
    /// A list.
    case list([ValueTemplate])
    /// A map; keys in the order of the file.
    case map([Entry])
  }

  /// A key with its value.
  public struct Entry: Sendable {
    /// The key; keys may hold `${…}` too.
    public var key: TextTemplate
    /// The value.
    public var value: ValueTemplate
  }

  /// What it is.
  public let kind: Kind

  /// Where it stands.
  public let range: SourceRange

  /// A plain number or boolean as it is spelled (`1.10`), for places where text is wanted; `nil` for all else.
  public let spelling: String?

  /// The whole value when no expression stands in it; made once, by the parser.
  public let constant: JSONValue?

  init(kind: Kind, range: SourceRange, spelling: String? = nil, constant: JSONValue? = .none) {
    self.kind = kind
    self.range = range
    self.spelling = spelling
    self.constant = constant
  }

  /// Makes a scalar without expressions.
  convenience init(_ value: JSONValue, spelling: String? = nil, range: SourceRange) {
    self.init(kind: .scalar(value), range: range, spelling: spelling, constant: value)
  }

  /// Makes a map of entries that stand in files.
  ///
  /// - Parameters:
  ///   - entries: in order, no constant key twice.
  ///   - range: the place to show for the map as a whole.
  public convenience init(map entries: [Entry], range: SourceRange) {
    var object: JSONObject? = JSONObject()
    for entry in entries {
      guard let key = entry.key.constant, let value = entry.value.constant else {
        object = nil
        break
      }
      object?[key] = value
    }
    self.init(kind: .map(entries), range: range, constant: object.map { .object($0) })
  }

  /// Makes a list of values.
  ///
  /// - Parameters:
  ///   - items: in order.
  ///   - range: the place to show for the list as a whole.
  public convenience init(list items: [ValueTemplate], range: SourceRange) {
    let constants = items.compactMap(\.constant)
    self.init(
      kind: .list(items),
      range: range,
      constant: constants.count == items.count ? .some(.array(constants)) : .none
    )
  }

  /// The node at a path of keys and indexes below this one, or the nearest one above it that exists.
  ///
  /// - Parameter path: an object's key or a list's index for each level.
  /// - Returns: the node whose place is to be shown for a mistake at `path`.
  public func node(at path: [ValuePathElement]) -> ValueTemplate {
    var node = self
    for element in path {
      switch (element, node.kind) {
      case (.index(let index), .list(let items)) where items.indices.contains(index):
        node = items[index]
      case (.key(let key), .map(let entries)):
        guard let entry = entries.last(where: { $0.key.constant == key }) else { return node }
        node = entry.value
      case _:
        return node
      }
    }
    return node
  }

  /// The place of the key of an entry, for mistakes that are about the key and not its value.
  ///
  /// - Parameters:
  ///   - key: the key as text.
  ///   - path: the path of the map that holds it.
  /// - Returns: the key's place, or the map's where no such key stands.
  public func rangeOfKey(_ key: String, at path: [ValuePathElement]) -> SourceRange {
    let node = node(at: path)
    guard case .map(let entries) = node.kind,
      let entry = entries.last(where: { $0.key.constant == key })
    else { return node.range }
    return entry.key.range
  }
}
