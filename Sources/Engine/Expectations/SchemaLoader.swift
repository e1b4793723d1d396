import Assertions
import Diagnostics
public import Documents
import Locks
public import Scenarios

/// Compiles the schemas that expectations refer to, each once; references lead to files of the project, never to the network.
public struct SchemaLoader: Sendable {
  private let folders: SchemaFolders
  private let compiled = Locked<[Key: Compiled]>([:])

  /// What distinguishes one schema from another.
  private struct Key: Hashable {
    var kind: Kind
    var path: String
    var fragment = ""
    var assertsFormat = true
  }

  private enum Kind: Hashable { case json, xsd, relaxNG }

  private enum Compiled: Sendable {
    case json(JSONSchema)
    case xsd(XMLSchema)
    case relaxNG(XMLRelaxNG)
  }

  /// Makes a loader.
  ///
  /// - Parameter folders: the folders that stand for base URLs of `$ref`.
  public init(folders: SchemaFolders) {
    self.folders = folders
  }

  /// Compiles the argument of a matcher: the reference to a schema, or the schema itself.
  func schema(
    _ argument: JSONValue,
    files: ScenarioFiles,
    assertsFormat: Bool
  ) throws(Mistake) -> CompiledSchema {
    if argument.object != nil {
      return try inlineSchema(argument, files: files, assertsFormat: assertsFormat)
    }
    guard let reference = argument.string else {
      throw Mistake(
        "expected the path of a file or a JSON Schema, got \(ValueText.describe(argument))"
      )
    }
    do throws(ExpressionFailure) {
      let schema = try jsonSchema(reference, files: files, assertsFormat: assertsFormat)
      return CompiledSchema(name: reference, schema)
    } catch {
      throw Mistake(error.message, hint: error.hint, suggestion: error.suggestion)
    }
  }

  /// Compiles a schema that stands in a scenario; its relative references start from that file's folder.
  private func inlineSchema(
    _ schema: JSONValue,
    files: ScenarioFiles,
    assertsFormat: Bool
  ) throws(Mistake) -> CompiledSchema {
    guard schema.object?.isEmpty == false else {
      throw Mistake("an empty schema accepts every value", hint: "schema: { type: object }")
    }
    let base = "file://\(try Self.path(of: ".", files: files))/"
    do throws(JSONSchemaError) {
      let compiled = try JSONSchema(
        compiling: schema,
        fragment: "",
        baseURI: base,
        options: .init(assertsFormat: assertsFormat),
        resources: { find($0, files: files) }
      )
      return CompiledSchema(name: "the schema", compiled)
    } catch {
      throw Mistake(
        "the schema cannot be used: "
          + "\(error)".replacing(base, with: "").replacing("file://", with: ""),
        at: Self.place(of: error, base: base)
      )
    }
  }

  /// The keys that lead to the mistake in a schema, from its root; none for one in another document.
  private static func place(of error: JSONSchemaError, base: String) -> [ValuePathElement] {
    guard error.schemaLocation.hasPrefix("\(base)#/") else { return [] }
    return error.schemaLocation.dropFirst(base.count + 2).split(separator: "/").map { part in
      let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
      return Int(name).map { .index($0) } ?? .key(name)
    }
  }

  /// Compiles the schema that a reference names.
  ///
  /// - Parameters:
  ///   - reference: a file, or `file#/pointer`, also into an OpenAPI 3.1 document.
  ///   - files: the project's files, paths relative to the file that holds the reference.
  ///   - assertsFormat: whether `format` is an assertion and not only an annotation.
  /// - Returns: a schema ready to validate.
  /// - Throws: why there is none.
  public func jsonSchema(
    _ reference: String,
    files: ScenarioFiles,
    assertsFormat: Bool
  ) throws(ExpressionFailure) -> JSONSchema {
    let parts = reference.split(
      separator: "#",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let path = String(parts[0])
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    let resolved = try files.path(of: path)
    let key = Key(kind: .json, path: resolved, fragment: fragment, assertsFormat: assertsFormat)
    if case .json(let known) = compiled.withLock({ $0[key] }) { return known }
    let document = try Self.document(at: path, files: files)
    do throws(JSONSchemaError) {
      let schema = try JSONSchema(
        compiling: document,
        fragment: fragment,
        baseURI: "file://\(resolved)",
        options: .init(assertsFormat: assertsFormat),
        resources: { find($0, files: files) }
      )
      compiled.withLock { $0[key] = .json(schema) }
      return schema
    } catch {
      let reason = "\(error)".replacing("file://\(resolved)", with: path)
      throw ExpressionFailure("the schema \(reference) cannot be used: \(reason)")
    }
  }

  /// The XML Schema in a file.
  func xmlSchema(_ path: String, files: ScenarioFiles) throws(Mistake) -> XMLSchema {
    let resolved = try Self.path(of: path, files: files)
    let key = Key(kind: .xsd, path: resolved)
    if case .xsd(let known) = compiled.withLock({ $0[key] }) { return known }
    let bytes = try Self.bytes(of: path, files: files)
    do throws(XMLDocumentError) {
      let schema = try XMLSchema(xsd: bytes, path: resolved)
      compiled.withLock { $0[key] = .xsd(schema) }
      return schema
    } catch {
      throw Mistake("the schema \(path) cannot be used: \(error)")
    }
  }

  /// The RELAX NG grammar in a file.
  func relaxNG(_ path: String, files: ScenarioFiles) throws(Mistake) -> XMLRelaxNG {
    let resolved = try Self.path(of: path, files: files)
    let key = Key(kind: .relaxNG, path: resolved)
    if case .relaxNG(let known) = compiled.withLock({ $0[key] }) { return known }
    let bytes = try Self.bytes(of: path, files: files)
    do throws(XMLDocumentError) {
      let grammar = try XMLRelaxNG(rng: bytes, path: resolved)
      compiled.withLock { $0[key] = .relaxNG(grammar) }
      return grammar
    } catch {
      throw Mistake("the schema \(path) cannot be used: \(error)")
    }
  }

  private static func path(
    of path: String,
    files: ScenarioFiles
  ) throws(Mistake) -> String {
    do throws(ExpressionFailure) {
      return try files.path(of: path)
    } catch {
      throw Mistake(error.message, hint: error.hint, suggestion: error.suggestion)
    }
  }

  private static func bytes(
    of path: String,
    files: ScenarioFiles
  ) throws(Mistake) -> [UInt8] {
    do throws(ExpressionFailure) {
      return try files.read(path)
    } catch {
      throw Mistake(error.message, hint: error.hint, suggestion: error.suggestion)
    }
  }

  /// The document at an absolute URI, if it is a file of the project or below a base URL that the project maps.
  private func find(_ uri: String, files: ScenarioFiles) -> JSONValue? {
    let scheme = "file://"
    if uri.hasPrefix(scheme) {
      return try? Self.document(at: String(uri.dropFirst(scheme.count)), files: files)
    }
    return folders.path(of: uri).flatMap { try? Self.document(at: $0, files: files) }
  }

  private static func document(
    at path: String,
    files: ScenarioFiles
  ) throws(ExpressionFailure)
    -> JSONValue
  {
    let bytes = try files.read(path)
    if path.hasSuffix(".yaml") || path.hasSuffix(".yml") {
      let (value, diagnostics) = YAMLData.read(SourceFile(path: path, utf8: bytes))
      if let problem = diagnostics.first(where: { $0.severity == .error }) {
        throw ExpressionFailure("\(problem.range.map { "\($0)" } ?? path): \(problem.message)")
      }
      if let value { return value }
    }
    do throws(JSONParserError) {
      return try JSONParser().parse(bytes)
    } catch {
      throw ExpressionFailure("\(path) is not JSON: \(error)")
    }
  }
}
