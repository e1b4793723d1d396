import ArgumentParser
import Engine
import Scenarios

/// `curlew reference`: prints the reference of the scenario format.
struct ReferenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference",
    abstract: "Prints the reference of the scenario format: every key, matcher and function."
  )

  @Argument(
    help: "A part: \(ScenarioReference.partNames.joined(separator: ", ")). The whole without it.",
    completion: .list(ScenarioReference.partNames)
  )
  var part: String?

  func run() throws {
    guard let text = ScenarioReference(vocabulary: .standard).markdown(part: part) else {
      let parts = ScenarioReference.partNames.joined(separator: ", ")
      throw ValidationError("there is no part '\(part ?? "")'; the parts are \(parts)")
    }
    StandardOutput.write(Array(text.utf8))
    Process.exit(.passed)
  }
}
