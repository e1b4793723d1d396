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
    switch self.version(of: ContractNode(file: 0, yaml: root)) {
    case .success(let known): version = known
    case .failure(let diagnostic): return .init(document: nil, diagnostics: [diagnostic])
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
      let files = ContractFiles(
        files: checker.files,
        version: version,
        references: checker.references,
        schemas: checker.schemas,
        identified: checker.identified,
        hasAnchors: checker.hasAnchors
      )
      let document = ModelBuilder(files: files).document()
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

  private static func version(of root: ContractNode) -> Result<OpenAPIVersion, Diagnostic> {
    guard root.isMap else {
      return .failure(
        Diagnostic(
          .error,
          "expected an OpenAPI document, got \(root.yaml.kindName)",
          at: root.headRange
        )
      )
    }
    guard let version = root["openapi"] else {
      if let old = root["swagger"] {
        return .failure(
          Diagnostic(
            .error,
            "this is a document of Swagger \(old.spelling ?? "2.0")",
            at: root.range(ofKey: "swagger"),
            hint: "convert it to OpenAPI 3.0, 3.1 or 3.2"
          )
        )
      }
      let near = Suggestion.nearest(to: "openapi", in: root.entries.map(\.name))
      return .failure(
        Diagnostic(
          .error,
          "an OpenAPI document must have the key \"openapi\"",
          at: near.map { root.range(ofKey: $0) } ?? root.headRange,
          hint: "it says the version, as openapi: 3.1.0"
        )
      )
    }
    guard let text = version.spelling, let known = OpenAPIVersion(text) else {
      let written = version.spelling ?? version.yaml.kindName
      return .failure(
        Diagnostic(
          .error,
          "OpenAPI \(written) is not known",
          at: version.range,
          hint: "write 3.0.x, 3.1.x or 3.2.x with three numbers, as 3.1.0"
        )
      )
    }
    return .success(known)
  }
}
