import ArgumentParser
import Engine

/// `curlew run`: runs scenarios, reports, exits.
struct RunCommand: BareCatalogueCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs scenarios, reports, and exits with how they ended.",
    discussion: """
      Defaults of the options stand under run: in curlew.yaml. Exit status: 0 everything passed, 1 a scenario failed or errored, 2 usage or a file that cannot be understood, 3 the runner \
      could not do its work, 4 nothing selected, 129, 130 or 143 interrupted.
      """
  )

  static let options = RunOptionCatalogue.all

  var given = CatalogueOptions<RunCommand>()

  func run() throws {
    try RunProcess.run(given.arguments)
  }
}
