import Foundation
import TestSupport

/// A folder with `.hurl` files, and the real program run in it by the name of `hurl`, which a link gives it.
struct HurlProject {
  let folder: TemporaryFolder
  /// Variables on top of the test's own environment; nil takes one away.
  var environment: [String: String?] = ["NO_COLOR": "1", "CI": nil]
  /// The folder that the program is called in, below the folder of the project.
  var workingFolder = ""

  private let links: TemporaryFolder

  /// Makes a project.
  ///
  /// - Parameter files: relative path to content.
  /// - Throws: when they cannot be written.
  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryFolder("hurl")
    for (name, text) in files { try folder.write(text, to: name) }
    links = try TemporaryFolder("link")
    try FileManager.default.createSymbolicLink(
      atPath: links.path("hurl"),
      withDestinationPath: CommandRunner.curlew.executable
    )
  }

  /// Runs `hurl` with these arguments in the folder.
  func run(_ arguments: String..., input: String = "") async throws -> CommandResult {
    try await run(arguments, input: input)
  }

  /// Runs `hurl` with these arguments in the folder.
  func run(_ arguments: [String], input: String = "") async throws -> CommandResult {
    var runner = CommandRunner(links.path("hurl"))
    runner.folder = workingFolder.isEmpty ? folder.path : folder.path(workingFolder)
    runner.environment = environment
    runner.input = Array(input.utf8)
    runner.limit = .seconds(Sanitizer.isOn ? 300 : 60)
    return try await runner.run(arguments)
  }
}

extension CommandResult {
  /// The places `FILE:LINE:COLUMN` of errors, in order.
  var places: [String] {
    errorText.split(separator: "\n").compactMap { line in
      line.hasPrefix("  --> ") ? String(line.dropFirst(6)) : nil
    }
  }

  /// Both outputs.
  var all: String { outputText + errorText }
}
