public import Contracts
public import Diagnostics
public import Scenarios

/// The file of an OpenAPI document, and the files of the project that its references lead to.
public struct ContractFile: Sendable {
  private let path: String
  private let files: ScenarioFiles
  private let schemaFolders: SchemaFolders

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: as messages show it; relative to the working folder.
  ///   - files: the files that may be read.
  ///   - schemaFolders: the folders that stand for base URLs of references.
  public init(path: String, files: ScenarioFiles, schemaFolders: SchemaFolders = SchemaFolders()) {
    self.path = path
    // Paths of references have the folder of the document before them.
    self.files = files.relative(to: "")
    self.schemaFolders = schemaFolders
  }

  /// Reads the document.
  ///
  /// - Returns: the document, unless it has a mistake, and all diagnostics.
  public func read() -> (document: ContractDocument?, diagnostics: [Diagnostic]) {
    switch file(at: path) {
    case .success(let main):
      let reading = ContractDocument.read(main, pathOfURL: schemaFolders.path(of:)) {
        file(at: $0)
      }
      return (reading.document, reading.diagnostics)
    case .failure(let mistake):
      let diagnostic = Diagnostic(
        .error,
        mistake.message,
        at: .file(path: path),
        hint: mistake.hint,
        suggestion: mistake.suggestion
      )
      return (nil, [diagnostic])
    }
  }

  private func file(at path: String) -> Result<SourceFile, Mistake> {
    Result { () throws(Mistake) in
      SourceFile(path: path, utf8: try Mistake.reporting(files.read(path, limit: Self.largest)))
    }
  }

  /// The largest document that is read, in bytes.
  private static let largest = 64 << 20
}
