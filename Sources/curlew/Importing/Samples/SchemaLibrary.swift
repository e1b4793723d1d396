import Contracts
import Diagnostics
import Documents

/// The schemas of a document, each put together and compiled once however many operations have it.
final class SchemaLibrary {
  private struct Key: Hashable {
    var place: SourceRange
    var name: String
  }

  private let document: ContractDocument
  private var bundles: [SourceRange: JSONValue] = [:]
  private var prepared: [SourceRange: PreparedSchema] = [:]
  private var samples: [Key: Sample?] = [:]

  /// Takes a document.
  init(_ document: ContractDocument) {
    self.document = document
  }

  /// A schema with everything that its references lead to.
  func bundle(of schema: ContractSchema) -> JSONValue {
    let schema = document.definition(of: schema)
    if let known = bundles[schema.range] { return known }
    let bundle = document.bundle(of: schema)
    bundles[schema.range] = bundle
    return bundle
  }

  /// A value for a request.
  ///
  /// - Parameters:
  ///   - schema: what it must be like, if there is a schema.
  ///   - example: that of the parameter or body itself, which is asked first.
  ///   - name: of the parameter or body, which texts take.
  /// - Returns: the value; `nil` when the schema takes none or none was found.
  func sample(of schema: ContractSchema?, example: JSONValue?, name: String) -> Sample? {
    guard let schema else { return Sample(value: example ?? .string(name)) }
    let key = Key(place: document.definition(of: schema).range, name: name)
    if example == nil, let known = samples[key] { return known }
    let ready = prepared[key.place] ?? PreparedSchema(bundle(of: schema))
    prepared[key.place] = ready
    let sample = SampleMaker.sample(of: ready, example: example, name: name)
    if example == nil { samples[key] = .some(sample) }
    return sample
  }
}

/// A schema as requests must fulfil it.
struct PreparedSchema {
  /// The schema without the demand for what only the server says.
  let bundle: JSONValue
  /// The same, compiled; `nil` when that is not possible, so that nothing can be checked.
  let compiled: JSONSchema?

  /// Prepares a bundle.
  init(_ bundle: JSONValue) {
    self.bundle = SchemaView.ofRequests(bundle)
    compiled = try? JSONSchema(compiling: self.bundle, options: .init(assertsFormat: true))
  }
}
