import ArgumentParser
import Documents
import Engine
import Reports
import Scenarios

/// `curlew schema`: prints the JSON Schema of the scenario format, for editors, or of the reports for programs.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract:
      "Prints the JSON Schema of the scenario format, of the JSON report or of the coverage report."
  )

  /// What there is a schema of.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case scenario, report, coverage
  }

  @Argument(
    help: "scenario for editors of scenarios; report and coverage for programs that read reports."
  )
  var subject = Subject.scenario

  func run() throws {
    switch subject {
    case .scenario:
      StandardOutput.writeLine(
        ScenarioSchema.document(vocabulary: .standard).serializedText(.prettyPrinted)
      )
    case .report: StandardOutput.write(JSONReportSchema.document)
    case .coverage: StandardOutput.write(CoverageReportSchema.document)
    }
    Process.exit(.passed)
  }
}
