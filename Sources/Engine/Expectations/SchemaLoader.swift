import Assertions
import Diagnostics
public import Documents
public import Scenarios

/// Compiles JSON Schemas that expectations refer to; references lead to files of the project, never to the network.
public struct SchemaLoader: Sendable {
  /// Base URL of `$ref` to folder, as `schemas` of the project has it.
  private let folders: [String: String]

  /// Makes a loader.
  ///
  /// - Parameter folders: base URL of `$ref` to the folder in which its documents are.
  public init(folders: [String: String]) {
    self.folders = folders
  }

  /// Compiles the schema that a reference of a matcher names.
  func schema(_ reference: String, files: ScenarioFiles) throws(MatcherError) -> CompiledSchema {
    do throws(ExpressionFailure) {
      return CompiledSchema(name: reference, try jsonSchema(reference, files: files))
    } catch {
      throw MatcherError(error.message, hint: error.hint, suggestion: error.suggestion)
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
    assertsFormat: Bool = false
  ) throws(ExpressionFailure) -> JSONSchema {
    let parts = reference.split(
      separator: "#",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    let path = String(parts[0])
    let fragment = parts.count > 1 ? String(parts[1]) : ""
    let resolved = try files.path(of: path)
    let document = try Self.document(at: path, files: files)
    do throws(JSONSchemaError) {
      return try JSONSchema(
        compiling: document,
        fragment: fragment,
        baseURI: "file://\(resolved)",
        options: .init(assertsFormat: assertsFormat),
        resources: { find($0, files: files) }
      )
    } catch {
      throw ExpressionFailure("the schema \(reference) cannot be used: \(error)")
    }
  }

  /// The document at an absolute URI, if it is a file of the project or below a base URL that the project maps.
  private func find(_ uri: String, files: ScenarioFiles) -> JSONValue? {
    let scheme = "file://"
    if uri.hasPrefix(scheme) {
      return try? Self.document(at: String(uri.dropFirst(scheme.count)), files: files)
    }
    // The longest base is the most particular one.
    for base in folders.keys.sorted(by: { $0.utf8.count > $1.utf8.count }) where uri.hasPrefix(base)
    {
      guard let folder = folders[base] else { continue }
      let rest = uri.dropFirst(base.count).drop { $0 == "/" }
      return try? Self.document(at: "\(folder)/\(rest)", files: files)
    }
    return nil
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
