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

    init(_ result: CommandResult) {
      status = result.status
      output = result.outputText
      errors = result.errorText
    }
  }

  let folder: TemporaryFolder
  /// Variables on top of the test's own environment; nil takes one away.
  var environment: [String: String?] = [
    "NO_COLOR": "1", "CI": nil, "GITHUB_ACTIONS": nil, "GITHUB_STEP_SUMMARY": nil,
  ]

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
    Ending(try await runner.run(arguments))
  }

  /// Runs `curlew` with these arguments in a folder below.
  func run(in folder: String, _ arguments: [String]) async throws -> Ending {
    var runner = runner
    runner.folder = self.folder.path(folder)
    return Ending(try await runner.run(arguments))
  }

  /// Runs a command of a POSIX shell in the folder; `$CURLEW` is the command.
  func shell(_ script: String) async throws -> Ending {
    var shell = CommandRunner("/bin/sh")
    shell.folder = folder.path
    shell.environment = environment
    shell.environment["CURLEW"] = CommandRunner.curlew.executable
    return Ending(try await shell.run(["-c", script]))
  }

  /// Starts `curlew` with these arguments in the folder.
  func start(_ arguments: String...) throws -> RunningCommand {
    try start(arguments)
  }

  /// Starts `curlew` with these arguments in the folder.
  func start(_ arguments: [String]) throws -> RunningCommand {
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
    runner.limit = .seconds(Sanitizer.isOn ? 300 : 60)
    return runner
  }
}
