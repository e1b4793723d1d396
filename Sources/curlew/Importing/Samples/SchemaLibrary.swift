import Contracts
import Documents

/// The schemas of a document.
///
/// What they refer to is put together once and compiled when it is used, so that a document whose schemas all
/// refer to each other costs no more than its length.
final class SchemaLibrary {
  private struct Key: Hashable {
    var index: Int
    var name: String
  }

  private let document: ContractDocument
  private let bundles: SchemaBundles
  /// The roots and definitions as requests must fulfil them.
  private let relaxed: (roots: [JSONValue], definitions: JSONObject)
  private let compiled: JSONSchemaSet
  private var samples: [Key: Sample?] = [:]

  /// Takes a document.
  init(_ document: ContractDocument) {
    self.document = document
    bundles = document.bundles()
    let view = SchemaView(definitions: bundles.definitions)
    let definitions = JSONObject(bundles.definitions.map { ($0.key, view.ofRequests($0.value)) })
    relaxed = (bundles.roots.map(view.ofRequests), definitions)
    // No definition has a name with a hyphen.
    let roots = relaxed.roots.enumerated().map { ("root-\($0.offset)", $0.element) }
    let all = JSONObject(definitions.map { ($0.key, $0.value) } + roots)
    compiled = JSONSchemaSet(options: .init(assertsFormat: true)) { _ in
      .object(["$defs": .object(all)])
    }
  }

  /// A schema with everything that its references lead to under `$defs`.
  func bundle(of schema: ContractSchema) -> JSONValue {
    guard let index = bundles.index(of: document.definition(of: schema)) else { return true }
    return Self.bundle(bundles.roots[index], bundles.definitions)
  }

  private static func bundle(_ root: JSONValue, _ definitions: JSONObject) -> JSONValue {
    guard case .object(var members) = root else { return root }
    members["$defs"] = .object(definitions)
    return .object(members)
  }

  /// A value for a request.
  ///
  /// - Parameters:
  ///   - schema: what it must be like, if there is a schema.
  ///   - example: that of the parameter or body itself, which is asked first.
  ///   - name: of the parameter or body, which texts take.
  /// - Returns: the value; `nil` when the schema takes none or none was found.
  func sample(of schema: ContractSchema?, example: JSONValue?, name: String) -> Sample? {
    guard let schema, let index = bundles.index(of: document.definition(of: schema)) else {
      return Sample(value: example ?? .string(name))
    }
    if document.lacks(schema) {
      return Sample(value: example ?? .string(name), notes: ["the document lacks its schema"])
    }
    let key = Key(index: index, name: name)
    if example == nil, let known = samples[key] { return known }
    let prepared = PreparedSchema(
      bundle: Self.bundle(relaxed.roots[index], relaxed.definitions),
      schemas: compiled,
      number: try? compiled.schema(at: "contract:///schemas#/$defs/root-\(index)")
    )
    let sample = SampleMaker.sample(of: prepared, example: example, name: name)
    if example == nil { samples[key] = .some(sample) }
    return sample
  }
}

/// A schema as requests must fulfil it.
struct PreparedSchema {
  /// The schema without the demand for what only the server says.
  let bundle: JSONValue
  fileprivate let schemas: JSONSchemaSet
  /// The same in ``schemas``; `nil` when that is not possible, so that nothing can be checked.
  fileprivate let number: Int?

  /// What a value breaks first, in the words of a comment; `nil` when it breaks nothing.
  func complaint(about value: JSONValue) -> String? {
    guard let number else { return nil }
    return schemas.validate(value, by: number, limit: 1).first?.description
  }
}
