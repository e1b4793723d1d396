import Foundation
import TestSupport
import Testing

/// Colours and the live line, by what is known of standard output.
@Suite(.timeLimit(.minutes(5))) struct TerminalTests {
  private static let hasScript = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/script") }
  }()

  private func project(wait: String) throws -> CommandProject {
    let text = "scenario: a\nsteps:\n  - wait: \(wait)\n"
    var project = try CommandProject(["a.scenario.yaml": text])
    project.environment["NO_COLOR"] = nil as String?
    for name in ["CLICOLOR_FORCE", "FORCE_COLOR"] { project.environment[name] = nil as String? }
    project.environment["TERM"] = "xterm"
    return project
  }

  @Test(
    arguments: [
      ([:], nil, false), (["FORCE_COLOR": "1"], nil, true), (["CLICOLOR_FORCE": "1"], nil, true),
      (["FORCE_COLOR": "0"], nil, false), (["NO_COLOR": "1", "FORCE_COLOR": "1"], nil, false),
      (["NO_COLOR": "", "FORCE_COLOR": "1"], nil, true), (["NO_COLOR": "1"], "always", true),
      (["FORCE_COLOR": "1"], "never", false), ([:], "auto", false),
    ] as [([String: String], String?, Bool)]
  )
  func `colours without a terminal`(
    variables: [String: String],
    flag: String?,
    isColored: Bool
  ) async throws {
    var project = try project(wait: "1ms")
    for (name, value) in variables { project.environment[name] = value }
    let ending = try await project.run(["run", "."] + (flag.map { ["--color", $0] } ?? []))
    #expect(ending.output.contains("\u{1B}[32m") == isColored)
    #expect(!ending.output.contains("\r"))
  }

  @Test(
    .enabled(if: hasScript, "there is no command `script` to make a terminal with"),
    arguments: [
      ([:], true, true), (["NO_COLOR": "1"], false, true), (["CI": "true"], true, false),
      (["CI": "false"], true, true), (["TERM": "dumb"], false, false), (["TERM": ""], false, false),
      (["TERM": "dumb", "FORCE_COLOR": "1"], true, false),
    ] as [([String: String], Bool, Bool)]
  )
  func `colours and the live line on a terminal`(
    variables: [String: String],
    isColored: Bool,
    isLive: Bool
  ) async throws {
    var project = try project(wait: "1s")
    for (name, value) in variables { project.environment[name] = value }
    // `script` sets TERM to dumb where there is none, so it is set again inside.
    let term = variables["TERM"] ?? "xterm"
    let output = try await project.shell(
      "script -qec 'stty cols 60; TERM=\(term.isEmpty ? "''" : term) exec $CURLEW run .' /dev/null < /dev/null"
    ).output
    #expect(output.contains("\u{1B}[32m") == isColored, "\(output.debugDescription)")
    #expect(output.contains("\u{1B}[?7l0/1") == isLive, "\(output.debugDescription)")
    #expect(output.contains("1 scenario: 1 passed"))
    if isLive {
      // A line is drawn while nothing happens, at one tenth or another, and nothing of it is left.
      #expect(output.contains(/a (0\.[2-9]|[1-9]\.[0-9]) s/), "\(output.debugDescription)")
      let summary = output.split(separator: "\u{1B}[?7h").last ?? ""
      #expect(summary.hasPrefix("\r\u{1B}[K"), "\(output.debugDescription)")
    }
  }
}
