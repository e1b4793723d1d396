import Diagnostics

/// A node of a YAML document, its aliases expanded.
struct YAMLNode: Sendable {
  /// What a node is.
  enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    case mapping([YAMLEntry])
  }

  /// What it is.
  var content: Content
  /// Where it stands, from its first character to behind its last.
  var range: SourceRange
  /// Whether it is written in brackets or braces.
  var isFlow = false

  /// The scalar, if it is one.
  var scalar: YAMLScalar? { if case .scalar(let scalar) = content { scalar } else { nil } }

  /// What a message calls it.
  var kindName: String {
    switch content {
    case .scalar(let scalar):
      switch scalar.resolved {
      case .null: "null"
      case .bool: "a boolean"
      case .number, .unfitNumber: "a number"
      case .text: "a text"
      case .empty: "nothing"
      }
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}

/// A key of a mapping with its value.
struct YAMLEntry: Sendable {
  /// The key, a scalar.
  var key: YAMLNode
  /// The key's text.
  var name: String
  /// The value.
  var value: YAMLNode
}
