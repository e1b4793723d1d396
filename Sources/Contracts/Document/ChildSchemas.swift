internal import Scenarios

/// The named schemas of a contract that refer to others by `allOf`.
struct ChildSchemas {
  /// How many schemas all searches together may visit: a document can have thousands of parents with the same children.
  private static let mostVisits = 50_000
  /// How many generations are looked at.
  private static let mostGenerations = 8

  private var names: [UInt64: String] = [:]
  private var direct: [UInt64: [ContractNode]] = [:]
  private var visits = 0

  init(_ files: ContractFiles) {
    for (number, file) in files.files.enumerated() {
      let root = ContractNode(file: number, yaml: file.root)
      for (_, name, schema) in root["components"]?["schemas"]?.entries ?? [] {
        names[schema.id] = name
        for part in schema["allOf"]?.items ?? [] {
          guard let parent = files.references[part.id] else { continue }
          direct[parent.id, default: []].append(schema)
        }
      }
    }
  }

  /// A schema and its children of the same file, theirs with them, in the order of the document.
  mutating func children(of parent: ContractNode) -> [(name: String, node: ContractNode)] {
    var found = [parent]
    var known: Set = [parent.id]
    var front = [parent]
    for _ in 0..<Self.mostGenerations {
      var next: [ContractNode] = []
      for node in front {
        for child in direct[node.id] ?? [] where child.file == parent.file {
          visits += 1
          guard visits <= Self.mostVisits else { return [] }
          if known.insert(child.id).inserted { next.append(child) }
        }
      }
      if next.isEmpty { break }
      found += next
      front = next
    }
    return found.sorted { $0.yaml.row < $1.yaml.row }
      .compactMap { node in names[node.id].map { ($0, node) } }
  }
}
