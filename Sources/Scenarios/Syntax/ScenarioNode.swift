public import Diagnostics
public import Documents
import Files

/// A node of a scenario before its keys are understood: what the YAML of a scenario file says, whoever wrote it.
///
/// A ``ScenarioFrontEnd`` makes nodes of files in other formats, each with its place in that file; ``ScenarioWriter`` writes nodes as YAML.
public struct ScenarioNode: Sendable {
  /// What a node is.
  public enum Content: Sendable {
    /// `null`, a boolean, a number, or a text in which `${` is nothing special; lists and objects stand for nodes of the same place.
    case value(JSONValue)
    /// What a plain scalar of YAML stands for, by its spelling: `+5` or `0x1F`, which JSON spells otherwise.
    case spelled(String)
    /// A text in which `${…}` may stand; `$${` is a plain `${`.
    case template(String)
    /// A list.
    case list([ScenarioNode])
    /// A map; each key once, in order.
    case map([Entry])
  }

  /// A key with its value.
  public struct Entry: Sendable {
    /// The key.
    public var key: ScenarioNode
    /// The value.
    public var value: ScenarioNode

    /// Gives a key its value.
    public init(_ key: ScenarioNode, _ value: ScenarioNode) {
      self.key = key
      self.value = value
    }
  }

  /// What it is.
  public var content: Content
  /// Where it stands.
  public var range: SourceRange
  /// Lines for a reader, without `#`, that ``ScenarioWriter`` writes above a key or an item.
  public var comments: [String]
  /// Whether it is the path of a file, relative to the folder of the file that it stands in.
  public var isPath: Bool

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - content: what it is.
  ///   - range: where it stands.
  ///   - comments: lines for a reader.
  ///   - isPath: whether it is the path of a file.
  public init(
    _ content: Content,
    at range: SourceRange,
    comments: [String] = [],
    isPath: Bool = false
  ) {
    self.content = content
    self.range = range
    self.comments = comments
    self.isPath = isPath
  }
}

extension ScenarioNode {
  /// What stands before a path in an expression that reads a file.
  private static let callOfFile = "file_hex('"

  /// The node as it stands in a file of another folder.
  ///
  /// - Parameter folder: the path from the new folder to the old one.
  /// - Returns: the same tree; its relative paths lead to the same files.
  public func moved(from folder: String) -> ScenarioNode {
    var node = self
    switch content {
    case .list(let items): node.content = .list(items.map { $0.moved(from: folder) })
    case .map(let entries):
      node.content = .map(entries.map { Entry($0.key, $0.value.moved(from: folder)) })
    case .value(.string(let path)) where isPath:
      node.content = .value(.string(PathText.join(folder, path)))
    case .template(let text) where isPath && text.contains(Self.callOfFile):
      let start = PathText.join(folder, "x").dropLast()
      node.content = .template(text.replacing(Self.callOfFile, with: Self.callOfFile + start))
    case .template(let path) where isPath && !path.hasPrefix("${"):
      node.content = .template(PathText.join(folder, path))
    case .value, .spelled, .template: break
    }
    return node
  }
}

extension ScenarioNode {
  /// A scenario cut between its steps, so that the pieces are read at the same time.
  ///
  /// - Parameter count: how many steps a piece has.
  /// - Returns: the scenario with the first of its steps, then a list of steps for each other piece; `nil` when it has too few
  ///   steps to be cut.
  func pieces(ofSteps count: Int) -> [ScenarioNode]? {
    guard case .map(let entries) = content, let last = entries.last,
      case .value(.string("steps")) = last.key.content, case .list(let steps) = last.value.content,
      steps.count > count
    else { return nil }
    var pieces = stride(from: 0, to: steps.count, by: count).map { start in
      var piece = last.value
      piece.content = .list(Array(steps[start..<min(start + count, steps.count)]))
      return piece
    }
    var first = self
    first.content = .map(entries.dropLast() + [Entry(last.key, pieces[0])])
    pieces[0] = first
    return pieces
  }
}

extension YAMLTree {
  /// The nodes of a scenario that no YAML was written for, the root first.
  ///
  /// - Parameter node: the root.
  convenience init(_ node: ScenarioNode) {
    var builder = NodeRows()
    _ = builder.add(node)
    self.init(
      file: node.range.file,
      rows: builder.rows,
      children: builder.children,
      hasEmptyValues: false,
      isWritten: false
    )
  }
}

/// Makes the rows of nodes, whose depth is bounded by who made them.
private struct NodeRows {
  var rows: [YAMLTree.Row] = []
  var children: [UInt32] = []

  /// Adds a node and what is in it.
  ///
  /// - Parameter node: the node.
  /// - Returns: its row.
  mutating func add(_ node: borrowing ScenarioNode) -> UInt32 {
    switch node.content {
    case .value(let value): return add(value, node.range)
    case .spelled(let text): return add(text, .plain, node.range)
    case .template(let text):
      let row = add(text, .doubleQuoted, node.range)
      rows[Int(row)].hasBrace = text.utf8.contains(UInt8(ascii: "{"))
      return row
    case .list(let items):
      return add(.sequence, node.range, count: items.count, children: items.count) { rows, place in
        rows.add(items[place])
      }
    case .map(let entries):
      return add(.mapping, node.range, count: entries.count, children: 2 * entries.count) {
        rows,
        place in
        let entry = place / 2
        return place.isMultiple(of: 2)
          ? rows.add(entries[entry].key) : rows.add(entries[entry].value)
      }
    }
  }

  private mutating func add(_ value: JSONValue, _ range: SourceRange) -> UInt32 {
    switch value {
    case .null: return add("null", .plain, range)
    case .bool(let bool): return add(bool ? "true" : "false", .plain, range)
    case .number(let number): return add(number.literal, .plain, range)
    case .string(let text): return add(text, .doubleQuoted, range)
    case .array(let elements):
      return add(.sequence, range, count: elements.count, children: elements.count) { rows, place in
        rows.add(elements[place], range)
      }
    case .object(let members):
      let members = Array(members)
      return add(.mapping, range, count: members.count, children: 2 * members.count) {
        rows,
        place in
        let (name, value) = members[place / 2]
        return place.isMultiple(of: 2)
          ? rows.add(name, .doubleQuoted, range) : rows.add(value, range)
      }
    }
  }

  private mutating func add(
    _ text: String,
    _ kind: YAMLTree.Row.Kind,
    _ range: SourceRange
  ) -> UInt32 {
    rows.append(
      YAMLTree.Row(
        text: text,
        start: UInt32(range.utf8.lowerBound),
        end: UInt32(range.utf8.upperBound),
        kind: kind
      )
    )
    return UInt32(rows.count - 1)
  }

  /// Adds a list or a map, then its children, whose places are kept free before.
  private mutating func add(
    _ kind: YAMLTree.Row.Kind,
    _ range: SourceRange,
    count: Int,
    children childCount: Int,
    child: (inout NodeRows, Int) -> UInt32
  ) -> UInt32 {
    let row = add("", kind, range)
    let first = children.count
    rows[Int(row)].firstChild = UInt32(first)
    rows[Int(row)].count = UInt32(count)
    for _ in 0..<childCount { children.append(0) }
    for place in 0..<childCount { children[first + place] = child(&self, place) }
    return row
  }
}
