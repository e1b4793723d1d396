internal import Documents
internal import Scenarios

/// What there is to cover in a document, with the tables that find it.
struct ContractCoverage: Sendable {
  /// The items of one operation.
  struct Operation: Sendable {
    var own = 0
    var statuses: [String: Int] = [:]
    var requestMedia: [String: Int] = [:]
    /// By status and media type.
    var responseMedia: [String: [String: Int]] = [:]
    /// By `in` and name, as `query limit`.
    var parameters: [String: Int] = [:]
    /// By `in` and name, then by value.
    var values: [String: [String: Int]] = [:]
    /// By status and media type.
    var properties: [String: [String: PropertyTree]] = [:]
  }

  private static let mostItems = 200_000
  private static let mostPropertiesOfBody = 500
  private static let deepestProperty = 8

  private(set) var shape = CoverageShape()
  private(set) var operations: [Operation] = []

  init(of document: ContractDocument) {
    for operation in document.operations { add(operation, document.schemas) }
  }

  private mutating func add(_ index: Int, _ kind: CoverageShape.Item.Kind) -> Int {
    shape.items.append(CoverageShape.Item(operation: index, kind: kind))
    return shape.items.count - 1
  }

  private mutating func add(_ operation: ContractOperation, _ schemas: ContractSchemas) {
    var entry = Operation()
    let index = operation.index
    entry.own = add(index, .operation)
    for parameter in operation.parameters {
      let key = "\(parameter.location) \(parameter.name)"
      entry.parameters[key] = add(
        index,
        .parameter(in: parameter.location, name: parameter.name)
      )
      guard let schema = parameter.schema else { continue }
      let outline = schemas.outline(of: schema)
      let values =
        outline.allowsArray
        ? outline.values + (outline.items.map { schemas.outline(of: $0).values } ?? [])
        : outline.values
      for value in values {
        let text = Self.text(of: value)
        guard entry.values[key]?[text] == nil else { continue }
        entry.values[key, default: [:]][text] = add(
          index,
          .parameterValue(in: parameter.location, name: parameter.name, value: text)
        )
      }
    }
    for media in operation.requestBody?.content ?? [] {
      entry.requestMedia[media.mediaType] = add(index, .requestMedia(media.mediaType))
    }
    for response in operation.responses {
      entry.statuses[response.status] = add(index, .status(response.status))
      for media in response.content {
        entry.responseMedia[response.status, default: [:]][media.mediaType] = add(
          index,
          .responseMedia(response.status, media.mediaType)
        )
        // Items of a sequence are elements of a list.
        guard let schema = media.schema ?? media.itemSchema else { continue }
        let isSequence = media.schema == nil
        var tree = PropertyTree()
        var left = Self.mostPropertiesOfBody
        var path: [UInt64] = []
        collect(schema, isSequence ? "$[*]" : "$", index, &tree, &left, &path, schemas) { place in
          .property(status: response.status, media: media.mediaType, path: place)
        }
        if isSequence { tree = PropertyTree(elements: tree.isEmpty ? [] : [tree]) }
        entry.properties[response.status, default: [:]][media.mediaType] = tree
      }
    }
    operations.append(entry)
  }

  /// The text of a value of a parameter as it is written in items.
  static func text(of value: JSONValue) -> String { value.string ?? value.serializedText() }

  private mutating func collect(
    _ schema: ContractSchema,
    _ place: String,
    _ index: Int,
    _ tree: inout PropertyTree,
    _ left: inout Int,
    _ path: inout [UInt64],
    _ schemas: ContractSchemas,
    kind: (String) -> CoverageShape.Item.Kind
  ) {
    let node = schemas.files.resolved(schema.node) ?? schema.node
    // A schema in itself has no end.
    guard !path.contains(node.id), path.count < Self.deepestProperty else { return }
    path.append(node.id)
    defer { path.removeLast() }
    let outline = schemas.outline(of: schema)
    for (name, property) in outline.properties {
      guard left > 0, shape.items.count < Self.mostItems else { return }
      left -= 1
      let inner = place + Self.segment(name)
      var child = PropertyTree(index: add(index, kind(inner)))
      collect(property, inner, index, &child, &left, &path, schemas, kind: kind)
      tree.members[name] = child
    }
    if let items = outline.items {
      var child = PropertyTree()
      collect(items, place + "[*]", index, &child, &left, &path, schemas, kind: kind)
      if !child.isEmpty { tree.elements = [child] }
    }
  }

  private static func segment(_ name: String) -> String {
    name.isPlainName ? "." + name : "[\(JSONValue.string(name).serializedText())]"
  }
}

/// The properties of a schema with their items of coverage.
struct PropertyTree: Sendable {
  /// The item of the property itself; nil at the root and for elements.
  var index: Int?
  /// The properties of an object.
  var members: [String: PropertyTree] = [:]
  /// The elements of an array: none or one tree.
  var elements: [PropertyTree] = []

  /// Whether nothing is in it.
  var isEmpty: Bool { members.isEmpty && elements.isEmpty }

  /// Takes note of the properties that a value has.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - seen: Takes the items.
  func mark(_ value: JSONValue, _ seen: inout Set<Int>) {
    guard !isEmpty else { return }
    switch value {
    case .object(let object):
      for (key, child) in object {
        guard let tree = members[key] else { continue }
        if let index = tree.index { seen.insert(index) }
        tree.mark(child, &seen)
      }
    case .array(let list):
      guard let tree = elements.first else { return }
      for child in list { tree.mark(child, &seen) }
    case .null, .bool, .number, .string: break
    }
  }
}
