/// The path templates of a document by their segments, so that a path is found without looking at all of them.
final class PathIndex: Sendable {
  /// What may follow at a segment.
  private final class Node: Sendable {
    let literals: [String: Node]
    /// Segments with expressions, those with more fixed characters first.
    let patterns: [(segment: PathTemplate.Segment, node: Node)]
    /// The operations of the template that ends here.
    let operations: [Int]

    init(_ builder: Builder) {
      literals = builder.literals.mapValues(Node.init)
      patterns = builder.patterns.sorted { $0.0.weight > $1.0.weight }.map { ($0.0, Node($0.1)) }
      operations = builder.operations
    }
  }

  private final class Builder {
    var literals: [String: Builder] = [:]
    var patterns: [(PathTemplate.Segment, Builder)] = []
    private var known: [[String]: Int] = [:]
    var operations: [Int] = []

    func child(_ segment: PathTemplate.Segment) -> Builder {
      guard !segment.names.isEmpty else {
        let made = literals[segment.literals[0]] ?? Builder()
        literals[segment.literals[0]] = made
        return made
      }
      // Names do not matter here: two templates may name one segment differently.
      if let index = known[segment.literals] { return patterns[index].1 }
      known[segment.literals] = patterns.count
      patterns.append((segment, Builder()))
      return patterns[patterns.count - 1].1
    }
  }

  private let root: Node
  /// The names in the template of each operation.
  private let names: [[String]]
  /// The paths of all servers, longer ones first.
  private let prefixes: [String]

  init(_ operations: [ContractOperation]) {
    let builder = Builder()
    var last: (template: String, names: [String], builder: Builder)?
    var names: [[String]] = []
    for operation in operations {
      if let last, last.template == operation.template {
        last.builder.operations.append(operation.index)
        names.append(last.names)
        continue
      }
      var place = builder
      let template = PathTemplate(operation.template)
      for segment in template.segments { place = place.child(segment) }
      place.operations.append(operation.index)
      names.append(template.names)
      last = (operation.template, template.names, place)
    }
    root = Node(builder)
    self.names = names
    prefixes = Set(operations.flatMap(\.serverPaths))
      .sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
  }

  /// Finds the operation of a request.
  func match(
    method: String,
    path: String,
    below base: [String]?,
    operations: [ContractOperation]
  ) -> ContractMatch {
    guard let base else { return matchBelowServers(method, path, operations) }
    var best = match(method, path, operations) { _ in true }
    guard case .noPath = best else { return best }
    for prefix in base where !prefix.isEmpty {
      guard let rest = Self.strip(prefix, from: path) else { continue }
      let found = match(method, rest, operations) { _ in true }
      if case .operation = found { return found }
      if case .noMethod = found { best = found }
    }
    return best
  }

  private func matchBelowServers(
    _ method: String,
    _ path: String,
    _ operations: [ContractOperation]
  ) -> ContractMatch {
    var best = ContractMatch.outside
    for prefix in prefixes {
      guard let rest = Self.strip(prefix, from: path) else { continue }
      let found = match(method, rest, operations) { operations[$0].serverPaths.contains(prefix) }
      switch (found, best) {
      case (.operation, _): return found
      case (.noMethod, .noPath), (.noMethod, .outside), (.noPath, .outside): best = found
      case _: break
      }
    }
    return best
  }

  /// A path without a prefix of whole segments; nil when it has another start.
  private static func strip(_ prefix: String, from path: String) -> String? {
    if prefix.isEmpty || prefix == "/" { return path }
    let prefix = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
    guard path.utf8.starts(with: prefix.utf8) else { return nil }
    let rest = path.utf8.dropFirst(prefix.utf8.count)
    guard rest.isEmpty || rest.first == UInt8(ascii: "/") else { return nil }
    return rest.isEmpty ? "/" : String(Substring(rest))
  }

  private func match(
    _ method: String,
    _ path: String,
    _ operations: [ContractOperation],
    where isUsable: (Int) -> Bool
  ) -> ContractMatch {
    guard path.utf8.first == UInt8(ascii: "/") else { return .noPath }
    let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    var values: [String] = []
    guard let found = find(segments[...], root, &values, isUsable) else { return .noPath }
    let usable = found.filter(isUsable)
    for wanted in method == "HEAD" ? ["HEAD", "GET"] : [method] {
      if let index = usable.first(where: { operations[$0].method == wanted }) {
        let pathValues = zip(names[index], values).map { ContractPathValue(name: $0, value: $1) }
        return .operation(index, pathValues: pathValues)
      }
    }
    return .noMethod(
      allowed: usable.map { operations[$0].method },
      template: usable.first.map { operations[$0].template } ?? ""
    )
  }

  /// The operations of the most concrete template that fits; each node is visited at most once.
  private func find(
    _ segments: ArraySlice<Substring>,
    _ node: Node,
    _ values: inout [String],
    _ isUsable: (Int) -> Bool
  ) -> [Int]? {
    guard let segment = segments.first else {
      return node.operations.contains(where: isUsable) ? node.operations : nil
    }
    let rest = segments.dropFirst()
    if let next = node.literals[PathTemplate.decoded(segment)],
      let found = find(rest, next, &values, isUsable)
    {
      return found
    }
    for (pattern, next) in node.patterns {
      guard let parts = pattern.values(in: segment) else { continue }
      let count = values.count
      values += parts
      if let found = find(rest, next, &values, isUsable) { return found }
      values.removeLast(values.count - count)
    }
    return nil
  }
}
