import ArgumentParser
import Contracts
import Diagnostics
import Engine
import Files
import Scenarios

/// `curlew import openapi`: writes a first set of scenarios from an OpenAPI document.
struct ImportOpenAPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openapi",
    abstract: "Writes scenario files from an OpenAPI document.",
    discussion: """
      Makes one scenario file for each tag with a step for each operation. Prints the scenario when it is the only one, or writes all \
      below --into. Exit status: 0 when all were written, 1 when a file could not be written, 2 for a document with mistakes and for \
      files that would be overwritten.
      """
  )

  @Argument(
    help: ArgumentHelp("The document: OpenAPI 3.0, 3.1 or 3.2, YAML or JSON.", valueName: "file")
  )
  var file: String

  @OptionGroup var options: ImportOptions

  @Option(
    help: ArgumentHelp(
      "An operation to import, by its operationId or as \"GET /orders/{id}\"; all without it. Repeatable.",
      valueName: "id"
    )
  )
  var operation: [String] = []

  func run() throws {
    let loaded = ScenarioLoader(vocabulary: .standard).load([])
    let folder = PathText.folder(of: file).orHere
    let reading = ContractFile(
      path: file,
      files: ScenarioFiles(folder: ".", allowed: [folder, loaded.folder]),
      schemaFolders: loaded.schemaFolders
    )
    .read()
    var files = ImportedFiles()
    files.report(reading.diagnostics)
    guard let document = reading.document else { Process.exit(.unusable) }
    guard let operations = selected(in: document) else { Process.exit(.unusable) }
    if operations.isEmpty { throw ValidationError("\(file) has no operations to import") }
    let project = loaded.project
    let bases = ([project?.base] + (project?.environments ?? []).map(\.base)).compactMap(\.self)
    let writer = ScenarioDraft(document: document, projectBase: bases.first?.source)
    for scenario in writer.scenarios(of: operations) {
      let name = scenario.name + ".scenario.yaml"
      files.outputs.append(
        .init(
          path: options.into.map { PathText.join($0, name) } ?? name,
          source: file,
          text: ScenarioWriter().text(of: scenario.root)
        )
      )
    }
    try files.write(into: options.into, force: options.force)
  }

  /// The operations that are asked for; `nil` when the document lacks one, which is reported.
  private func selected(in document: ContractDocument) -> [ContractOperation]? {
    guard !operation.isEmpty else { return document.operations }
    var wanted: Set<Int> = []
    var isWhole = true
    for name in operation {
      let found = document.operations.filter {
        $0.id == name || "\($0.method) \($0.template)" == name
      }
      wanted.formUnion(found.map(\.index))
      guard found.isEmpty else { continue }
      isWhole = false
      let near = Suggestion.nearest(to: name, in: document.operations.map(\.name))
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
      ImportedFiles.tell("\(document.path) has no operation \"\(name)\"\(hint)")
    }
    return isWhole ? document.operations.filter { wanted.contains($0.index) } : nil
  }
}
