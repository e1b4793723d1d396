import Contracts
import Documents
import Encodings
import Scenarios

/// Which parameters take what the response of another operation gave.
///
/// A Link Object says so; without one, the parameter behind the path of a POST names what that POST has created.
struct CaptureTable {
  /// What is taken from a response.
  enum Query: Hashable {
    case json(String)
    case header(String)
  }

  /// A value of a response with its name.
  struct Capture: Hashable {
    var name: String
    /// The operation whose response has it.
    var producer: Int
    var query: Query
  }

  /// Where the value of a parameter comes from.
  enum Source {
    case captured(Capture)
    case constant(JSONValue)
  }

  private struct Slot: Hashable {
    var operation: Int
    var location: String
    var name: String
  }

  private var sources: [Slot: Source] = [:]
  private var captures: [Int: [Capture]] = [:]
  /// The names that are given, and those that mean something else.
  private(set) var names = VariableDefinition.reservedNames

  /// Finds the captures of a document.
  init(_ document: ContractDocument, _ library: SchemaLibrary) {
    var byID: [String: Int] = [:]
    var byPath: [String: Int] = [:]
    var creators: [[String]: Int] = [:]
    for operation in document.operations {
      if let id = operation.id { byID[id] = operation.index }
      byPath["\(operation.method) \(operation.template)"] = operation.index
      if operation.method == "POST", creators[operation.shape] == nil {
        creators[operation.shape] = operation.index
      }
    }
    for operation in document.operations {
      for link in operation.expectedResponse?.links ?? [] {
        let target =
          link.operationID.flatMap { byID[$0] }
          ?? link.operationReference.flatMap { Self.target(of: $0) }.flatMap { byPath[$0] }
        guard let target, target != operation.index else { continue }
        add(link, of: operation, to: document.operations[target])
      }
    }
    for operation in document.operations {
      let segments = operation.segments
      for (place, segment) in segments.enumerated() {
        guard case .parameter(let name) = segment,
          let creator = creators[Array(operation.shape[..<place])], creator != operation.index,
          case let slot = Slot(operation: operation.index, location: "path", name: name),
          sources[slot] == nil
        else { continue }
        var noun = ""
        if place > 0, case .literal(let text) = segments[place - 1] { noun = Self.singular(text) }
        let producer = document.operations[creator]
        guard let path = Self.path(of: name, noun, in: producer, library) else { continue }
        let isPlain = ["id", "key", "code", "name", "slug", "uuid", "_id"].contains(
          name.lowercased()
        )
        let wanted = isPlain && !noun.isEmpty ? "\(noun) \(name)" : name
        sources[slot] = .captured(capture(wanted, from: creator, .json(path)))
      }
    }
  }

  /// Where the value of a parameter comes from.
  func source(of name: String, in location: String, of operation: Int) -> Source? {
    sources[Slot(operation: operation, location: location, name: name)]
  }

  /// The operations whose responses an operation needs, each once.
  func producers(of operation: ContractOperation) -> [Int] {
    var found: [Int] = []
    for capture in captures(takenBy: operation) where !found.contains(capture.producer) {
      found.append(capture.producer)
    }
    return found
  }

  /// What of a response other operations take.
  func captures(of producer: Int, usedBy operations: [ContractOperation]) -> [Capture] {
    let used = Set(operations.flatMap(captures(takenBy:)))
    return (captures[producer] ?? []).filter { used.contains($0) }
  }

  /// What the parameters of an operation take of responses.
  private func captures(takenBy operation: ContractOperation) -> [Capture] {
    operation.parameters.compactMap { parameter in
      let source = source(of: parameter.name, in: parameter.location, of: operation.index)
      guard case .captured(let capture)? = source else { return nil }
      return capture
    }
  }

  /// Whether any operation takes something of a response.
  func isProducer(_ operation: Int) -> Bool { captures[operation] != nil }

  private mutating func capture(_ wanted: String, from producer: Int, _ query: Query) -> Capture {
    if let known = captures[producer]?.first(where: { $0.query == query }) { return known }
    let name = names.takeName(wanted)
    let capture = Capture(name: name, producer: producer, query: query)
    captures[producer, default: []].append(capture)
    return capture
  }

  // MARK: - Links

  private mutating func add(
    _ link: ContractLink,
    of producer: ContractOperation,
    to target: ContractOperation
  ) {
    for (name, value) in link.parameters {
      let parts = name.split(separator: ".", maxSplits: 1)
      let isQualified =
        parts.count == 2 && ["path", "query", "header", "cookie"].contains(parts[0])
      let parameter = target.parameters.first { parameter in
        isQualified
          ? parameter.location == parts[0] && parameter.name == parts[1] : parameter.name == name
      }
      guard let parameter else { continue }
      let slot = Slot(
        operation: target.index,
        location: parameter.location,
        name: parameter.name
      )
      guard sources[slot] == nil else { continue }
      guard let text = value.string, text.hasPrefix("$") else {
        sources[slot] = .constant(value)
        continue
      }
      if text.hasPrefix("$response.body#") {
        let pointer = String(text.dropFirst("$response.body#".count))
        guard let path = Self.jsonPath(of: pointer) else { continue }
        sources[slot] = .captured(capture(parameter.name, from: producer.index, .json(path)))
      } else if text.hasPrefix("$response.header.") {
        let header = String(text.dropFirst("$response.header.".count))
        guard FieldName.isToken(header) else { continue }
        sources[slot] = .captured(capture(parameter.name, from: producer.index, .header(header)))
      }
    }
  }

  /// The method and path template that a reference to an operation names.
  private static func target(of reference: String) -> String? {
    guard let hash = reference.firstIndex(of: "#") else { return nil }
    let tokens = reference[reference.index(after: hash)...].split(separator: "/")
    guard tokens.count == 3, tokens[0] == "paths" else { return nil }
    let decoded = PercentEncoding.decodeText(tokens[1]) ?? String(tokens[1])
    return "\(tokens[2].uppercased()) \(JSONPointer.unescaped(decoded))"
  }

  /// The JSONPath of a JSON Pointer.
  private static func jsonPath(of pointer: String) -> String? {
    guard pointer.isEmpty || pointer.hasPrefix("/"), pointer.utf8.count < 500 else { return nil }
    var path = "$"
    for token in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    where !pointer.isEmpty {
      let name = JSONPointer.unescaped(token)
      path += Int(name).map { "[\($0)]" } ?? member(name)
    }
    return path
  }

  /// A member as a part of a JSONPath.
  private static func member(_ name: String) -> String {
    name.isPlainName ? ".\(name)" : "[\(JSONValue.string(name).serializedText())]"
  }

  // MARK: - Paths

  /// The JSONPath of the member of a response that a path parameter wants.
  private static func path(
    of parameter: String,
    _ noun: String,
    in producer: ContractOperation,
    _ library: SchemaLibrary
  ) -> String? {
    guard let media = producer.expectedResponse?.content.first(where: \.isJSON),
      let schema = media.schema
    else { return nil }
    let bundle = library.bundle(of: schema)
    let view = SchemaView(bundle)
    guard let properties = view.merged(bundle)?["properties"]?.object else { return nil }
    if let name = member(for: parameter, noun, among: properties, view) {
      return "$" + member(name)
    }
    for wrapper in ["data", "result", "item", noun] {
      guard let schema = properties[wrapper],
        let inner = view.merged(schema)?["properties"]?.object,
        let name = member(for: parameter, noun, among: inner, view)
      else { continue }
      return "$" + member(wrapper) + member(name)
    }
    return nil
  }

  private static func member(
    for parameter: String,
    _ noun: String,
    among properties: JSONObject,
    _ view: SchemaView
  ) -> String? {
    func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let names = properties.filter { property in
      let type = view.merged(property.value)?["type"]
      return type != .string("object") && type != .string("array")
    }
    .map(\.key)
    let wanted = plain(parameter)
    if let exact = names.first(where: { $0 == parameter }) { return exact }
    if let near = names.first(where: { plain($0) == wanted }) { return near }
    // `/orders/{orderId}` and `/orders/{order}` name the `id` of an order.
    for suffix in ["id", "uuid", "key", "code", "name", "slug", "number"] {
      let isOfNoun = wanted == plain(noun) + suffix || wanted.hasSuffix(suffix) && suffix == "id"
      if isOfNoun, let own = names.first(where: { plain($0) == suffix }) { return own }
    }
    let isNoun = wanted == plain(noun) || wanted == "id"
    return isNoun ? names.first { ["id", "_id", "uuid"].contains($0.lowercased()) } : nil
  }

  /// One of the things that a word of a path names.
  static func singular(_ word: String) -> String {
    if word.hasSuffix("ies"), word.utf8.count > 4 { return word.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    if word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us") {
      return String(word.dropLast())
    }
    return word
  }
}
