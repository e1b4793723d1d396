package import Diagnostics

/// The nodes of one YAML file, a row each.
///
/// A file of thousands of steps has a hundred thousand nodes: they stand in two arrays, not in one array for each list and map, and
/// a ``YAMLNode`` is the number of a row.
package final class YAMLTree: Sendable {
  /// A node as it is kept.
  package struct Row: Sendable {
    /// What it is and how it is written.
    package enum Kind: UInt8, Sendable {
      case plain
      case singleQuoted
      case doubleQuoted
      case literal
      case folded
      case sequence
      case mapping
    }

    /// The byte at which it starts.
    package var start: UInt32
    /// The byte behind it.
    package var end: UInt32
    /// Where its children start in ``YAMLTree/children``.
    package var firstChild: UInt32 = 0
    /// How many items or entries it has.
    package var count: UInt32 = 0
    /// What it is and how it is written.
    package var kind: Kind
    /// Whether it is written in brackets or braces.
    package var isFlow = false
    /// Whether a scalar is tagged `!!str`.
    package var isTaggedText = false
    /// Whether a scalar has a `{`, without which no expression stands in it.
    package var hasBrace = false
    /// Whether there is no text.
    package var isBlank = true

    /// Makes a node without children; files have at most 64 MiB.
    package init(_ bytes: Range<Int>, _ kind: Kind) {
      start = UInt32(truncatingIfNeeded: bytes.lowerBound)
      end = UInt32(truncatingIfNeeded: bytes.upperBound)
      self.kind = kind
    }

    /// Whether it is a scalar of which nothing is written.
    package var isEmpty: Bool { kind == .plain && !isTaggedText && isBlank }

    /// Whether it is a scalar.
    package var isScalar: Bool { kind != .sequence && kind != .mapping }

    /// What a message calls a node with this text.
    package func kindName(_ text: String) -> String {
      switch kind {
      case .sequence: "a list"
      case .mapping: "a map"
      case .plain, .singleQuoted, .doubleQuoted, .literal, .folded:
        switch YAMLScalar(text: text, style: kind, isTaggedText: isTaggedText).resolved {
        case .null: "null"
        case .bool: "a boolean"
        case .number, .unfitNumber: "a number"
        case .text: "a text"
        case .empty: "nothing"
        }
      }
    }
  }

  /// The file.
  package let file: SourceFile
  /// All nodes; those of aliases stand there once more with the place of the alias.
  package let rows: [Row]
  /// The decoded text of each node, empty for all but scalars; apart from the rows, which are copied for each look at them.
  package let texts: [String]
  /// The rows of the items of lists, and of the keys and values of maps in turn.
  package let children: [UInt32]
  /// Whether nothing is written where a value or an item should stand, somewhere.
  let hasEmptyValues: Bool
  /// Whether the file is YAML, so that a node's text is what its range spells.
  let isWritten: Bool

  package init(
    file: SourceFile,
    rows: [Row],
    texts: [String],
    children: [UInt32],
    hasEmptyValues: Bool,
    isWritten: Bool = true
  ) {
    self.file = file
    self.rows = rows
    self.texts = texts
    self.children = children
    self.hasEmptyValues = hasEmptyValues
    self.isWritten = isWritten
  }
}

/// The items of a list.
package struct YAMLItems: RandomAccessCollection, Sendable {
  let tree: YAMLTree
  let row: Int

  package var startIndex: Int { 0 }
  package var endIndex: Int { Int(tree.rows[row].count) }

  package subscript(place: Int) -> YAMLNode {
    YAMLNode(
      tree: tree,
      row: Int(tree.children[Int(tree.rows[row].firstChild) + place])
    )
  }
}

/// The entries of a map, each key once.
package struct YAMLEntries: RandomAccessCollection, Sendable {
  let tree: YAMLTree
  let row: Int

  package var startIndex: Int { 0 }
  package var endIndex: Int { Int(tree.rows[row].count) }

  package subscript(place: Int) -> YAMLEntry {
    YAMLEntry(tree: tree, place: Int(tree.rows[row].firstChild) + 2 * place)
  }
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable {
  let tree: YAMLTree
  /// The place of the key among the children; that of the value is the next.
  let place: Int

  /// The key, a scalar.
  package var key: YAMLNode { YAMLNode(tree: tree, row: Int(tree.children[place])) }
  /// The key's text.
  package var name: String { tree.texts[Int(tree.children[place])] }
  /// The value.
  package var value: YAMLNode { YAMLNode(tree: tree, row: Int(tree.children[place + 1])) }
  /// Whether this is the key's text.
  package func isNamed(_ name: String) -> Bool {
    let text = tree.texts[Int(tree.children[place])]
    return text.utf8.count == name.utf8.count && text == name
  }
  /// From the key to the end of the value of another entry of the map; of a tree that is not YAML the two may stand in any order.
  package func range(through last: YAMLEntry) -> SourceRange {
    let (key, value) = (Int(tree.children[place]), Int(tree.children[last.place + 1]))
    let start = min(tree.rows[key].start, tree.rows[value].start)
    return tree.file.range(Int(start)..<Int(max(tree.rows[key].end, tree.rows[value].end)))
  }
  /// Whether nothing stands behind the key.
  package var isEmpty: Bool { tree.rows[Int(tree.children[place + 1])].isEmpty }
}
