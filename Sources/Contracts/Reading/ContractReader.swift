internal import Diagnostics
internal import Documents
internal import Files
internal import Scenarios

/// Reads a document from its file to its model.
enum ContractReader {
  /// Reads a document and the files that it refers to.
  ///
  /// - Parameters:
  ///   - file: The document.
  ///   - pathOfURL: The path of the file that stands for a URL.
  ///   - load: Gives a file by its path.
  /// - Returns: The document and what is to be said about it.
  static func read(
    _ file: SourceFile,
    pathOfURL: @escaping (String) -> String?,
    load: (String) -> Result<SourceFile, Mistake>
  ) -> ContractDocument.Reading {
    let yaml = YAMLDocument(readingJSONOrYAML: file)
    let mistakes = yaml.diagnostics.filter { $0.severity == .error }
    guard mistakes.isEmpty, let root = yaml.root else {
      let empty = Diagnostic(.error, "the file is empty", at: file.range(0..<0))
      return .init(document: nil, diagnostics: mistakes.isEmpty ? [empty] : mistakes)
    }
    let main = ContractFile(source: file, root: root, path: PathText.join("", file.path))
    let version: OpenAPIVersion
    do throws(Diagnostic) {
      version = try self.version(of: ContractNode(file: 0, yaml: root))
    } catch {
      return .init(document: nil, diagnostics: [error])
    }
    return withoutActuallyEscaping(load) { load in
      var checker = DocumentChecker(
        main: main,
        version: version,
        pathOfURL: pathOfURL,
        load: load
      )
      checker.check()
      guard !checker.hasErrors else {
        return .init(document: nil, diagnostics: sorted(checker.diagnostics))
      }
      let document = ContractDocument(ContractFiles(checker))
      return .init(document: document, diagnostics: sorted(checker.diagnostics))
    }
  }

  /// The order of places, the document's own before those of other files.
  private static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var order: [String: Int] = [:]
    for diagnostic in diagnostics {
      if let path = diagnostic.path, order[path] == nil { order[path] = order.count }
    }
    func key(_ diagnostic: Diagnostic) -> (Int, Int) {
      (order[diagnostic.path ?? ""] ?? 0, diagnostic.range?.utf8.lowerBound ?? 0)
    }
    return diagnostics.sorted { key($0) < key($1) }
  }

  private static func version(of root: ContractNode) throws(Diagnostic) -> OpenAPIVersion {
    guard root.isMap else {
      throw Diagnostic(
        .error,
        "expected an OpenAPI document, got \(root.yaml.kindName)",
        at: root.headRange
      )
    }
    guard let version = root["openapi"] else {
      if let old = root["swagger"] {
        throw Diagnostic(
          .error,
          "this is a document of Swagger \(old.spelling ?? "2.0")",
          at: root.range(ofKey: "swagger"),
          hint: "convert it to OpenAPI 3.0, 3.1 or 3.2"
        )
      }
      let near = Suggestion.nearest(to: "openapi", in: root.entries.map(\.name))
      throw Diagnostic(
        .error,
        "an OpenAPI document must have the key \"openapi\"",
        at: near.map { root.range(ofKey: $0) } ?? root.headRange,
        hint: "it says the version, as openapi: 3.1.0"
      )
    }
    guard let text = version.spelling, let known = OpenAPIVersion(text) else {
      throw Diagnostic(
        .error,
        "OpenAPI \(version.spelling ?? version.yaml.kindName) is not known",
        at: version.range,
        hint: "write 3.0.x, 3.1.x or 3.2.x with three numbers, as 3.1.0"
      )
    }
    return known
  }
}
