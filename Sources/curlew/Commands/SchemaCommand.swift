import ArgumentParser
import Documents
import Engine
import Scenarios

/// `curlew schema`: prints the JSON Schema of the scenario format, for editors.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the scenario format, for editors."
  )

  func run() throws {
    StandardOutput.writeLine(
      ScenarioSchema.document(vocabulary: .standard).serializedText(.prettyPrinted)
    )
    Process.exit(.passed)
  }
}
