import Foundation
import TestSupport

/// A folder with scenario files, and the real command run in it.
struct CommandProject {
  /// How a run ended.
  struct Ending {
    var status: Int32?
    var output: String
    var errors: String
    /// Both outputs.
    var all: String { output + errors }
  }

  let folder: TemporaryFolder
  /// Variables on top of the test's own environment; nil takes one away.
  var environment: [String: String?] = ["NO_COLOR": "1", "CI": nil]

  /// Makes a project.
  ///
  /// - Parameter files: relative path to content.
  /// - Throws: when they cannot be written.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder("command")
    for (name, text) in files { try folder.write(text, to: name) }
  }

  /// Makes a project of one scenario file, `one.scenario.yaml`, against a server.
  init(base: String, scenario text: String) throws {
    try self.init(["one.scenario.yaml": "scenario: one\nbase: \(base)\n\(text)"])
  }

  /// Runs `curlew` with these arguments in the folder.
  func run(_ arguments: String...) async throws -> Ending {
    try await run(arguments)
  }

  /// Runs `curlew` with these arguments in the folder.
  func run(_ arguments: [String]) async throws -> Ending {
    let result = try await runner.run(arguments)
    return Ending(
      status: result.status,
      output: result.outputText,
      errors: result.errorText
    )
  }

  /// Starts `curlew` with these arguments in the folder.
  func start(_ arguments: String...) throws -> RunningCommand {
    try runner.start(arguments)
  }

  /// The report that a run wrote to `junit.xml`.
  func junit() throws -> JUnitReport {
    try JUnitReport(try folder.read("junit.xml"))
  }

  private var runner: CommandRunner {
    var runner = CommandRunner.curlew
    runner.folder = folder.path
    runner.environment = environment
    runner.limit = .seconds(30)
    return runner
  }
}
