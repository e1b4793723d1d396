import ArgumentParser
import Documents
import Engine
import Reports
import Scenarios

/// `curlew schema`: prints the JSON Schema of the scenario format, for editors, or of the JSON report, for programs.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the scenario format, or of the JSON report."
  )

  /// What there is a schema of.
  enum Subject: String, ExpressibleByArgument, CaseIterable {
    case scenario, report
  }

  @Argument(help: "scenario for editors of scenarios, report for programs that read reports.")
  var subject = Subject.scenario

  func run() throws {
    switch subject {
    case .scenario:
      StandardOutput.writeLine(
        ScenarioSchema.document(vocabulary: .standard).serializedText(.prettyPrinted)
      )
    case .report: StandardOutput.write(JSONReportSchema.document)
    }
    Process.exit(.passed)
  }
}
