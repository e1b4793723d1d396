import Contracts
import Diagnostics
import Documents
import Files
import Scenarios

/// Reads the contracts of a run: those of `curlew.yaml` and those of `--contract`.
struct ContractLoader {
  let loaded: LoadedProject
  let options: RunOptions

  /// Reads the documents, each once.
  ///
  /// - Parameter diagnostics: gets the mistakes of the documents and of what names them.
  /// - Returns: the contracts; `nil` when a document has a mistake, so that nothing can be checked against it.
  func load(_ diagnostics: inout [Diagnostic]) -> [NamedContract]? {
    guard options.checksContracts else { return [] }
    var contracts: [NamedContract] = []
    var isWhole = true
    for naming in loaded.project?.contracts ?? [] {
      guard let project = loaded.project else { break }
      let files = loaded.files(for: project.file.path)
      // The reader of the project has reported a path that leads nowhere.
      guard (try? files.path(of: naming.openAPI.value)) != nil else {
        isWhole = false
        continue
      }
      let file = ContractFile(
        path: files.shownPath(of: naming.openAPI.value),
        files: files,
        schemaFolders: loaded.schemaFolders
      )
      let contract = read(file, &diagnostics) { document in
        NamedContract(
          document: document,
          base: naming.base,
          levels: naming.levels,
          deviations: naming.ignored
        )
      }
      if let contract {
        let mistakes = Self.mistakes(in: contract)
        diagnostics += mistakes
        contracts.append(contract)
      }
      isWhole = isWhole && contract != nil
    }
    for path in options.contractFiles {
      let folder = PathText.folder(of: path)
      let file = ContractFile(
        path: path,
        files: ScenarioFiles(folder: ".", allowed: [folder.isEmpty ? "." : folder, loaded.folder]),
        schemaFolders: loaded.schemaFolders
      )
      let contract = read(file, &diagnostics) { document in
        NamedContract(document: document, base: nil, levels: ContractLevels(), deviations: [])
      }
      isWhole = isWhole && contract != nil
      if let contract { contracts.append(contract) }
    }
    return isWhole ? contracts : nil
  }

  private func read(
    _ file: ContractFile,
    _ diagnostics: inout [Diagnostic],
    named: (ContractDocument) -> NamedContract
  ) -> NamedContract? {
    let reading = file.read()
    diagnostics += reading.diagnostics
    if options.compilesContracts { diagnostics += reading.document?.schemaMistakes() ?? [] }
    return reading.document.map(named)
  }

  /// Deviations whose operation the document does not have, or whose place is none.
  private static func mistakes(in contract: NamedContract) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    for (number, deviation) in contract.deviations.enumerated() {
      let rules = ContractRules(ignored: [contract.ignored[number]])
      for var mistake in contract.document.deviations(rules) {
        mistake.place = .range(deviation.operation.range)
        mistakes.append(mistake)
      }
      if !isPlace(deviation.at.value) {
        mistakes.append(
          Diagnostic(
            .error,
            "\"\(deviation.at.value)\" is not a place of an exchange",
            at: deviation.at.range,
            hint: "write a path such as $.total, or status, content-type, headers.NAME or request"
          )
        )
      }
    }
    return mistakes
  }

  /// Whether a deviation can occur there.
  private static func isPlace(_ text: String) -> Bool {
    if text.hasPrefix("$") { return (try? JSONPath(parsing: text)) != nil }
    if text.hasPrefix("headers.") { return text.utf8.count > "headers.".utf8.count }
    return ["status", "content-type", "request"].contains(text)
  }
}
