/// The names that got no value because of a mistake, such as an unknown key: using them is a part of that one mistake.
struct StrayNames: Sendable {
  /// Variables, captures, items of loops.
  private(set) var variables: Set<String> = []
  /// Whether a loop is among them, so that `loop` is no second mistake.
  private(set) var hasLoop = false

  /// Takes those of another piece of the file.
  mutating func add(_ other: StrayNames) {
    variables.formUnion(other.variables)
    hasLoop = hasLoop || other.hasLoop
  }

  /// Notes a name.
  mutating func note(_ name: String) { variables.insert(name) }

  /// Notes what stands behind a key.
  ///
  /// - Parameters:
  ///   - entry: the key and its value.
  ///   - meaning: the key that is meant, if one is near.
  mutating func note(_ entry: YAMLEntry, meantAs meaning: String?) {
    switch entry.value.content {
    case .mapping(let inside): variables.formUnion(inside.map(\.name))
    case .scalar(let scalar): variables.insert(scalar.text)
    case .sequence: break
    }
    if meaning == "each" || meaning == "repeat" {
      hasLoop = true
      variables.insert("item")
    }
  }
}
