import Contracts
import Diagnostics
import Files
import HTTPMessages
import Scenarios

/// Reads the contracts of a run: those of `curlew.yaml` and those of `--contract`.
struct ContractLoader {
  let loaded: LoadedProject
  let options: RunOptions

  /// What was read.
  struct Loading {
    /// The contracts; `nil` when a document has a mistake, so that nothing can be checked against it.
    var contracts: [NamedContract]?
    /// The mistakes of the documents and of what names them.
    var diagnostics: [Diagnostic] = []
  }

  /// Whether exchanges are checked against any contract.
  var hasContracts: Bool {
    options.checksContracts
      && !(options.contractFiles.isEmpty && (loaded.project?.contracts ?? []).isEmpty)
  }

  /// Reads the documents as ``load()`` does, and finds out what there is to cover: the first exchange would wait for it.
  func loadForRun() async -> Loading {
    let loading = load()
    for contract in loading.contracts ?? [] { _ = contract.document.shape }
    return loading
  }

  /// Reads the documents, each once.
  func load() -> Loading {
    guard hasContracts else { return Loading(contracts: []) }
    var diagnostics: [Diagnostic] = []
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
      let first = diagnostics.endIndex
      let contract = read(file, &diagnostics) { document in
        NamedContract(
          document: document,
          base: naming.base,
          levels: naming.levels,
          deviations: naming.ignored
        )
      }
      // A file that cannot be read has no line; its name has one.
      for index in diagnostics[first...].indices where diagnostics[index].range == nil {
        diagnostics[index].place = .range(naming.openAPI.range)
      }
      if let contract {
        diagnostics += Self.mistakes(in: contract)
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
    return Loading(contracts: isWhole ? contracts : nil, diagnostics: diagnostics)
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

  /// A base that is no URL, and deviations that cannot occur.
  private static func mistakes(in contract: NamedContract) -> [Diagnostic] {
    var mistakes: [Diagnostic] = []
    if let base = contract.base, let text = base.constant, (try? URI(text))?.host == nil {
      mistakes.append(
        Diagnostic(
          .error,
          "the base of a contract is not a URL: \"\(text)\"",
          at: base.range,
          hint: text.hasPrefix("/")
            ? "as in base: ${base}\(text)" : "as in base: https://shop.example/v1"
        )
      )
    }
    for (number, deviation) in contract.deviations.enumerated() {
      let rules = ContractRules(ignored: [contract.ignored[number]])
      for var mistake in contract.document.deviations(rules) {
        mistake.place = .range(deviation.operation.range)
        mistakes.append(mistake)
      }
      if !contract.ignored[number].isPlace {
        mistakes.append(
          Diagnostic(
            .error,
            "\"\(deviation.at.value)\" is not a place of an exchange",
            at: deviation.at.range,
            hint: "write a path of names, indices and * such as $.lines[*].total,"
              + " or status, content-type, headers.NAME or request"
          )
        )
      }
    }
    return mistakes
  }
}
