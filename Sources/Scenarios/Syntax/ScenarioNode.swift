public import Diagnostics
public import Documents

/// A node of a scenario before its keys are understood: what the YAML of a scenario file says, whoever wrote it.
///
/// A ``ScenarioFrontEnd`` makes nodes of files in other formats, each with its place in that file; ``ScenarioWriter`` writes nodes as YAML.
public struct ScenarioNode: Sendable {
  /// What a node is.
  public enum Content: Sendable {
    /// `null`, a boolean, a number, or a text in which `${` is nothing special; lists and objects stand for nodes of the same place.
    case value(JSONValue)
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

  /// Makes a node.
  ///
  /// - Parameters:
  ///   - content: what it is.
  ///   - range: where it stands.
  ///   - comments: lines for a reader.
  public init(_ content: Content, at range: SourceRange, comments: [String] = []) {
    self.content = content
    self.range = range
    self.comments = comments
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
  mutating func add(_ node: ScenarioNode) -> UInt32 {
    switch node.content {
    case .value(.null): return add("null", .plain, node)
    case .value(.bool(let bool)): return add(bool ? "true" : "false", .plain, node)
    case .value(.number(let number)): return add(number.literal, .plain, node)
    case .value(.string(let text)): return add(text, .doubleQuoted, node)
    case .value(.array(let elements)):
      return add(.sequence, node, elements.map { ScenarioNode(.value($0), at: node.range) })
    case .value(.object(let members)):
      return add(
        .mapping,
        node,
        members.flatMap { key, value in
          [
            ScenarioNode(.value(.string(key)), at: node.range),
            ScenarioNode(.value(value), at: node.range),
          ]
        }
      )
    case .template(let text):
      let row = add(text, .doubleQuoted, node)
      rows[Int(row)].hasBrace = text.utf8.contains(UInt8(ascii: "{"))
      return row
    case .list(let items): return add(.sequence, node, items)
    case .map(let entries): return add(.mapping, node, entries.flatMap { [$0.key, $0.value] })
    }
  }

  private mutating func add(
    _ text: String,
    _ kind: YAMLTree.Row.Kind,
    _ node: ScenarioNode
  ) -> UInt32 {
    rows.append(
      YAMLTree.Row(
        text: text,
        start: UInt32(node.range.utf8.lowerBound),
        end: UInt32(node.range.utf8.upperBound),
        kind: kind
      )
    )
    return UInt32(rows.count - 1)
  }

  private mutating func add(
    _ kind: YAMLTree.Row.Kind,
    _ node: ScenarioNode,
    _ inside: [ScenarioNode]
  ) -> UInt32 {
    let row = add("", kind, node)
    var own: [UInt32] = []
    own.reserveCapacity(inside.count)
    for child in inside { own.append(add(child)) }
    rows[Int(row)].firstChild = UInt32(children.count)
    rows[Int(row)].count = UInt32(kind == .mapping ? own.count / 2 : own.count)
    children += own
    return row
  }
}
