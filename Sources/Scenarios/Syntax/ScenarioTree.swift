public import Diagnostics
import Documents

/// The nodes of a scenario in rows, as a ``ScenarioFrontEnd`` makes them.
///
/// ```swift
/// var tree = ScenarioTree(of: file)
/// let name = tree.entry("scenario", ScenarioNode(.value("Orders"), at: range))
/// tree.root = tree.map([name], at: range)
/// ```
/// Rows and not a ``ScenarioNode``, whose lists and maps are arrays of their own: to make and free these was a sixth of the work of checking
/// a `.hurl` file of 1 000 entries.
public struct ScenarioTree: Sendable {
  /// A node of the tree.
  public struct Node: Sendable {
    fileprivate let row: UInt32
  }

  /// A key with its value.
  public struct Entry: Sendable {
    fileprivate let key: Node
    fileprivate let value: Node
  }

  /// What few nodes have.
  private struct Notes {
    var comments: [String]
    var isPath: Bool
  }

  /// The file in which the nodes stand.
  private var file: SourceFile
  private var rows: [YAMLTree.Row] = []
  private var texts: [String] = []
  private var children: [UInt32] = []
  private var notes: [UInt32: Notes] = [:]

  /// The map of the scenario, or the list of its steps; the node that was made last unless it is set.
  ///
  /// - Precondition: a node was made.
  public var root: Node {
    get { Node(row: chosenRoot ?? UInt32(rows.count - 1)) }
    set { chosenRoot = newValue.row }
  }
  private var chosenRoot: UInt32?

  /// Makes a tree without nodes.
  ///
  /// - Parameter file: where its nodes stand.
  public init(of file: SourceFile) {
    self.file = file
    // What one request takes: a suite of a thousand files has a tree for each.
    rows.reserveCapacity(64)
    texts.reserveCapacity(64)
    children.reserveCapacity(64)
  }

  /// Makes a tree without nodes, with room for as many as another has.
  ///
  /// - Parameters:
  ///   - file: where its nodes stand.
  ///   - other: a tree of another piece of the file.
  public init(of file: SourceFile, asLargeAs other: ScenarioTree) {
    self.file = file
    rows.reserveCapacity(other.rows.count)
    texts.reserveCapacity(other.texts.count)
    children.reserveCapacity(other.children.count)
  }

  /// Makes the tree of a node.
  ///
  /// - Parameter node: the root, whose depth is bounded.
  public init(_ node: ScenarioNode) {
    self.init(of: node.range.file)
    root = add(node)
  }

  /// Adds a map.
  ///
  /// - Parameters:
  ///   - entries: each key once, in order.
  ///   - range: where it stands.
  /// - Returns: the map.
  public mutating func map(_ entries: [Entry], at range: SourceRange) -> Node {
    let first = children.count
    for entry in entries {
      children.append(entry.key.row)
      children.append(entry.value.row)
    }
    return addParent(.mapping, range, first, count: entries.count)
  }

  /// Adds a list.
  ///
  /// - Parameters:
  ///   - items: the items in order.
  ///   - range: where it stands.
  /// - Returns: the list.
  public mutating func list(_ items: [Node], at range: SourceRange) -> Node {
    let first = children.count
    for item in items { children.append(item.row) }
    return addParent(.sequence, range, first, count: items.count)
  }

  /// Adds a key with its value.
  ///
  /// - Parameters:
  ///   - key: a key of the language.
  ///   - value: its value, in the tree already.
  ///   - range: where the key stands.
  /// - Returns: the entry.
  public mutating func entry(_ key: String, _ value: Node, at range: SourceRange) -> Entry {
    Entry(key: addScalar(key, .doubleQuoted, range), value: value)
  }

  /// Adds a key with its value.
  ///
  /// - Parameters:
  ///   - key: a key of the language.
  ///   - value: its value.
  ///   - range: where the key stands, if not at the place of the value.
  /// - Returns: the entry.
  public mutating func entry(
    _ key: String,
    _ value: ScenarioNode,
    at range: SourceRange? = nil
  ) -> Entry {
    Entry(key: addScalar(key, .doubleQuoted, range ?? value.range), value: add(value))
  }

  /// Adds a key and its value.
  ///
  /// - Parameter entry: both.
  /// - Returns: the entry.
  public mutating func add(_ entry: ScenarioNode.Entry) -> Entry {
    Entry(key: add(entry.key), value: add(entry.value))
  }

  /// Adds a node and what is in it.
  ///
  /// - Parameter node: the node, whose depth is bounded.
  /// - Returns: its place in the tree.
  public mutating func add(_ node: borrowing ScenarioNode) -> Node {
    let made: Node
    switch node.content {
    case .value(let value): made = add(value, node.range)
    case .spelled(let text): made = addScalar(text, .plain, node.range)
    case .template(let text):
      made = addScalar(text, .doubleQuoted, node.range)
      rows[Int(made.row)].hasBrace = text.utf8.contains(UInt8(ascii: "{"))
    case .list(let items):
      let nodes = items.map { add($0) }
      made = list(nodes, at: node.range)
    case .map(let entries):
      let added = entries.map { add($0) }
      made = map(added, at: node.range)
    }
    if !node.comments.isEmpty || node.isPath {
      notes[made.row] = Notes(comments: node.comments, isPath: node.isPath)
    }
    return made
  }

  private mutating func add(_ value: JSONValue, _ range: SourceRange) -> Node {
    switch value {
    case .null: return addScalar("null", .plain, range)
    case .bool(let bool): return addScalar(bool ? "true" : "false", .plain, range)
    case .number(let number): return addScalar(number.literal, .plain, range)
    case .string(let text): return addScalar(text, .doubleQuoted, range)
    case .array(let elements):
      let nodes = elements.map { add($0, range) }
      return list(nodes, at: range)
    case .object(let members):
      let entries = members.map { name, value in
        Entry(key: addScalar(name, .doubleQuoted, range), value: add(value, range))
      }
      return map(entries, at: range)
    }
  }

  private mutating func addScalar(
    _ text: String,
    _ kind: YAMLTree.Row.Kind,
    _ range: SourceRange
  ) -> Node {
    var row = YAMLTree.Row(range.utf8, kind)
    row.isBlank = text.isEmpty
    rows.append(row)
    texts.append(text)
    return Node(row: UInt32(rows.count - 1))
  }

  /// Adds a list or a map whose children have been noted.
  private mutating func addParent(
    _ kind: YAMLTree.Row.Kind,
    _ range: SourceRange,
    _ firstChild: Int,
    count: Int
  ) -> Node {
    let made = addScalar("", kind, range)
    rows[Int(made.row)].firstChild = UInt32(firstChild)
    rows[Int(made.row)].count = UInt32(count)
    return made
  }
}

extension ScenarioTree {
  /// The same tree in a twin of its file, for another thread.
  func twin() -> ScenarioTree {
    var tree = self
    tree.file = file.twin()
    return tree
  }

  /// The root as the reader of YAML has its nodes.
  var yaml: YAMLNode {
    let tree = YAMLTree(
      file: file,
      rows: rows,
      texts: texts,
      children: children,
      hasEmptyValues: false,
      isWritten: false
    )
    return YAMLNode(tree: tree, row: Int(root.row))
  }
}

extension ScenarioNode {
  /// Makes the node that the root of a tree is, with all that is in it.
  ///
  /// - Parameter tree: the tree.
  public init(_ tree: ScenarioTree) { self = tree.node(tree.root) }
}

extension ScenarioTree {
  fileprivate func node(_ place: Node) -> ScenarioNode {
    let (row, text) = (rows[Int(place.row)], texts[Int(place.row)])
    let range = file.range(Int(row.start)..<Int(row.end))
    let children = children[Int(row.firstChild)...]
    func child(_ place: Int) -> ScenarioNode {
      node(Node(row: children[children.startIndex + place]))
    }
    let content: ScenarioNode.Content =
      switch row.kind {
      case .sequence: .list((0..<Int(row.count)).map(child))
      case .mapping:
        .map((0..<Int(row.count)).map { .init(child(2 * $0), child(2 * $0 + 1)) })
      case .doubleQuoted, .singleQuoted, .literal, .folded:
        row.hasBrace ? .template(text) : .value(.string(text))
      case .plain:
        switch text {
        case "null": .value(.null)
        case "true", "false": .value(.bool(text == "true"))
        case _: JSONNumber(parsing: text).map { .value(.number($0)) } ?? .spelled(text)
        }
      }
    let notes = notes[place.row]
    return ScenarioNode(
      content,
      at: range,
      comments: notes?.comments ?? [],
      isPath: notes?.isPath ?? false
    )
  }
}
