import Assertions
import Diagnostics
public import Documents
import Encodings
import Locks
public import Scenarios

/// Compiles the schemas that expectations refer to, each once; references lead to files of the project, never to the network.
public struct SchemaLoader: Sendable {
  private let folders: SchemaFolders
  private let compiled = Locked<[Key: JSONSchema]>([:])
  private let markup = Locked<[Key: XMLSchema]>([:])

  /// What distinguishes one schema from another of its class.
  private struct Key: Hashable {
    var path: String
    var fragment = ""
    var assertsFormat = true
    var isRelaxNG = false
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
    let schema = try Mistake.reporting(
      jsonSchema(reference, files: files, assertsFormat: assertsFormat)
    )
    return CompiledSchema(name: reference, schema)
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
    let base = "file://\(try Mistake.reporting(files.path(of: ".")))/"
    let finder = DocumentFinder(folders: folders, files: files)
    do throws(JSONSchemaError) {
      let compiled = try JSONSchema(
        compiling: schema,
        fragment: "",
        baseURI: base,
        options: .init(assertsFormat: assertsFormat),
        resources: { finder.document(at: $0) }
      )
      return CompiledSchema(name: "the schema", compiled)
    } catch {
      let failure = finder.failure(behind: error)
      let reason =
        failure?.message ?? "\(error)".replacing(base, with: "").replacing("file://", with: "")
      throw Mistake(
        "the schema cannot be used: \(reason)",
        at: Self.place(of: error, base: base),
        hint: failure?.hint ?? finder.hint(about: error),
        suggestion: failure?.suggestion
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
  ///   - reference: a file, or `file#/pointer`, also into an OpenAPI 3.1 document; or a URL below a base that the project has a folder for.
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
    let name = String(parts[0])
    let mapped = folders.path(of: name)
    if mapped == nil, URIReference(name).authority != nil {
      throw ExpressionFailure(
        "the schema is at \(name), and nothing is fetched from the network",
        hint: Self.hint(aboutURL: name)
      )
    }
    let path = mapped ?? name
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    let resolved = try files.path(of: path)
    let key = Key(path: resolved, fragment: fragment, assertsFormat: assertsFormat)
    if let known = compiled.withLock({ $0[key] }) { return known }
    let document = try Self.document(at: path, files: files)
    let base = mapped == nil ? "file://\(resolved)" : name
    let finder = DocumentFinder(folders: folders, files: files)
    do throws(JSONSchemaError) {
      let schema = try JSONSchema(
        compiling: document,
        fragment: fragment,
        baseURI: base,
        options: .init(assertsFormat: assertsFormat),
        resources: { finder.document(at: $0) }
      )
      compiled.withLock { $0[key] = schema }
      return schema
    } catch {
      let failure = finder.failure(behind: error)
      let reason = failure?.message ?? "\(error)".replacing(base, with: name)
      throw ExpressionFailure(
        "the schema \(reference) cannot be used: \(reason)",
        hint: failure?.hint ?? finder.hint(about: error),
        suggestion: failure?.suggestion
      )
    }
  }

  /// The XML Schema or RELAX NG grammar in a file.
  func xmlSchema(
    _ path: String,
    isRelaxNG: Bool,
    files: ScenarioFiles
  ) throws(Mistake) -> XMLSchema {
    let resolved = try Mistake.reporting(files.path(of: path))
    let key = Key(path: resolved, isRelaxNG: isRelaxNG)
    if let known = markup.withLock({ $0[key] }) { return known }
    let bytes = try Mistake.reporting(files.read(path))
    do throws(XMLDocumentError) {
      let schema = try XMLSchema(bytes, isRelaxNG: isRelaxNG, path: resolved)
      markup.withLock { $0[key] = schema }
      return schema
    } catch {
      throw Mistake("the schema \(path) cannot be used: \(error)")
    }
  }

  private static func hint(aboutURL url: String) -> String {
    "save \(url) in a folder of the project, and name that under schemas of curlew.yaml"
  }

  /// Finds the documents that references lead to, and keeps why the first one was not found.
  private final class DocumentFinder {
    private let folders: SchemaFolders
    private let files: ScenarioFiles
    /// Why a file cannot be read.
    private var failure: ExpressionFailure?
    /// A URL for which the project has no folder.
    private var foreignURL: String?

    init(folders: SchemaFolders, files: ScenarioFiles) {
      self.folders = folders
      self.files = files
    }

    /// Why the file was not read that a reference leads to.
    func failure(behind error: JSONSchemaError) -> ExpressionFailure? {
      error.code == .unresolvedReference ? failure : nil
    }

    /// What to do about a URL that a reference leads to.
    func hint(about error: JSONSchemaError) -> String? {
      guard error.code == .unresolvedReference else { return nil }
      return foreignURL.map(SchemaLoader.hint(aboutURL:))
    }

    /// The document at an absolute URI, if it is a file of the project or below a base URL that the project has a folder for.
    func document(at uri: String) -> JSONValue? {
      let scheme = "file://"
      let isFile = uri.hasPrefix(scheme)
      guard let path = isFile ? String(uri.dropFirst(scheme.count)) : folders.path(of: uri) else {
        foreignURL = foreignURL ?? uri
        return nil
      }
      do throws(ExpressionFailure) {
        return try SchemaLoader.document(at: path, files: files)
      } catch {
        failure = failure ?? error
        return nil
      }
    }
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
