public import Contracts
public import Diagnostics
public import Scenarios

/// The file of an OpenAPI document, and the files of the project that its references lead to.
public struct ContractFile: Sendable {
  private let path: String
  private let files: ScenarioFiles
  private let schemaFolders: [String: String]

  /// Names a file.
  ///
  /// - Parameters:
  ///   - path: as messages show it; relative to the working folder.
  ///   - files: the files that may be read.
  ///   - schemaFolders: base URLs of references, with the folders that replace them.
  public init(path: String, files: ScenarioFiles, schemaFolders: [String: String] = [:]) {
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
      let reading = ContractDocument.read(main) { file(at: $0) }
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
    var path = path
    // The longest base is the most particular one.
    for base in schemaFolders.keys.sorted(by: { $0.utf8.count > $1.utf8.count })
    where path.hasPrefix(base) {
      path = "\(schemaFolders[base] ?? "")/\(path.dropFirst(base.count).drop { $0 == "/" })"
      break
    }
    do throws(ExpressionFailure) {
      return .success(SourceFile(path: path, utf8: try files.read(path, limit: Self.largest)))
    } catch {
      return .failure(Mistake(error.message, hint: error.hint, suggestion: error.suggestion))
    }
  }

  /// The largest document that is read, in bytes.
  private static let largest = 64 << 20
}
