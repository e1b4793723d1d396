package import Diagnostics
package import Documents

/// A node of a YAML document, its aliases expanded.
package struct YAMLNode: Sendable {
  /// What a node is.
  package enum Content {
    case scalar(YAMLScalar)
    case sequence(YAMLItems)
    case mapping(YAMLEntries)
  }

  /// The nodes of the file.
  package let tree: YAMLTree
  /// Which of them it is.
  package let row: Int

  /// Makes a node of a tree.
  package init(tree: YAMLTree, row: Int) {
    self.tree = tree
    self.row = row
  }

  /// What it is.
  package var content: Content {
    switch tree.rows[row].kind {
    case .sequence: .sequence(YAMLItems(tree: tree, row: row))
    case .mapping: .mapping(YAMLEntries(tree: tree, row: row))
    case .plain, .singleQuoted, .doubleQuoted, .literal, .folded:
      .scalar(writtenScalar)
    }
  }

  /// Where it stands, from its first character to behind its last.
  package var range: SourceRange {
    tree.file.range(Int(tree.rows[row].start)..<Int(tree.rows[row].end))
  }

  /// Whether it is written in brackets or braces.
  package var isFlow: Bool { tree.rows[row].isFlow }

  /// Whether it is a scalar of which nothing is written.
  package var isEmpty: Bool { tree.rows[row].isEmpty }

  /// The scalar, if it is one.
  package var scalar: YAMLScalar? { tree.rows[row].isScalar ? writtenScalar : nil }

  private var writtenScalar: YAMLScalar {
    let written = tree.rows[row]
    return YAMLScalar(
      text: tree.texts[row],
      style: written.kind,
      isTaggedText: written.isTaggedText,
      hasBrace: written.hasBrace
    )
  }

  /// What a message calls it.
  package var kindName: String { tree.rows[row].kindName(tree.texts[row]) }

  /// The value of JSON that it stands for; `${…}` is text.
  ///
  /// - Parameter unfit: what a number becomes that JSON cannot hold, by its text, its node and what to do about it.
  /// - Returns: the value.
  package func value(unfit: (String, YAMLNode, _ hint: String) -> JSONValue) -> JSONValue {
    switch content {
    case .scalar(let scalar):
      switch scalar.resolved {
      case .null, .empty: .null
      case .bool(let value): .bool(value)
      case .number(let number): .number(number)
      case .text: .string(scalar.text)
      case .unfitNumber(let hint): unfit(scalar.text, self, hint)
      }
    case .sequence(let items):
      .array(items.map { $0.value(unfit: unfit) })
    case .mapping(let entries):
      .object(JSONObject(entries.map { ($0.name, $0.value.value(unfit: unfit)) }))
    }
  }
}
