import ArgumentParser
import Diagnostics
import Engine
import Glibc
import Reports
import Scenarios

/// `curlew check`: everything that can be known without sending.
struct CheckCommand: CatalogueCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds every mistake in scenario files that can be known without sending anything."
  )

  static let options = RunOptionCatalogue.sources

  @OptionGroup var given: CatalogueOptions<CheckCommand>

  @Option(help: ArgumentHelp("The format of the output.", valueName: "text|json|github"))
  var format = "text"

  func validate() throws {
    guard CheckFormat(rawValue: format) != nil else {
      throw ValidationError("--format takes text, json or github, got \"\(format)\"")
    }
  }

  func run() throws {
    let loading = PlanLoading(arguments: given.arguments)
    let options = try given.arguments.runOptions(ProcessEnvironment.read())
    if let problem = ThreadSupply.shortage(of: ThreadSupply.ofCheck) {
      StandardError.write("error: \(problem)\n")
      Process.exit(.broken)
    }
    Task { finish(await loading.plan(options)) }
    while true { pause() }
  }

  /// Writes what was found, and ends the process.
  private func finish(_ plan: RunPlan) -> Never {
    LeftToTheSystem.keep(plan)
    let lines = (CheckFormat(rawValue: format) ?? .text)
      .lines(of: plan.diagnostics, fileCount: plan.fileCount, paths: RepositoryRoot.paths())
    for line in lines { StandardOutput.writeLine(line) }
    let errors = plan.diagnostics.count { $0.severity == .error }
    if errors > 0 { Process.exit(.unusable) }
    Process.exit(plan.fileCount == 0 ? .nothingSelected : .passed)
  }
}
