import Foundation
import TestSupport
import Testing

/// The large suite, interrupted at each kind of moment that a run has.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct InterruptTests {
  /// A moment of a run.
  enum Moment: String, CaseIterable {
    case reading
    case beforeAll
    case request
    case retryPause
    case turns
    case parallel
    case command
    case teardown
    case afterAll
    case reports

    /// What the scenario that is cut off does; it is the first of all.
    func steps(_ server: String) -> String? {
      switch self {
      case .reading, .beforeAll, .afterAll, .reports: nil
      case .request: "steps: [{ GET: \(server)/fault/stallBeforeHead, options: { timeout: 10m } }]"
      case .retryPause:
        "steps: [{ GET: \(server)/status/503, retry: { attempts: 9, every: 10m } }]"
      case .turns: "steps: [{ GET: \(server)/status/204, repeat: 1000000 }]"
      case .parallel:
        """
        defaults: { options: { timeout: 10m } }
        steps:
          - parallel:
              - GET: \(server)/fault/stallBeforeHead
              - GET: \(server)/fault/stallBeforeHead
        """
      case .command: "steps: [{ exec: [sh, -c, \"echo > started; sleep 600\"] }]"
      case .teardown: "steps: [{ log: a }]\nteardown: [{ GET: \(server)/held }]"
      }
    }

    /// How the scenario that is cut off ends.
    var outcome: String { self == .teardown ? "passed" : "errored" }
  }

  /// A server that answers `/held` only when the gate is open.
  private func server(_ gate: Gate) async throws -> FixtureServer {
    let standard = FixtureRoutes.standard
    return try await FixtureServer.start(
      routes: FixtureRoutes(answersEarly: standard.answersEarly) { request in
        guard request.path == "/held" else { return await standard.answer(request) }
        return .status(204).after([.gate(gate)])
      }
    )
  }

  private func start(_ suite: LargeSuite, _ variables: [String]) throws -> RunningCommand {
    try suite.project.start(
      ["run", ".", "--demo", "--jobs", "8", "--grace", "10m", "--allow-exec"]
        + ["--report", "events=-", "--report", "json=report.json", "--report", "junit=junit.xml"]
        + variables.flatMap { ["--var", $0] }
    )
  }

  /// Waits until the command listens for signals: it has begun and reads its files.
  ///
  /// Until then it has no thread but the first.
  private func listening(_ command: RunningCommand) async throws {
    let threads = "/proc/\(command.identifier)/task"
    while try FileManager.default.contentsOfDirectory(atPath: threads).count < 2 {
      await Task.yield()
    }
  }

  private func reach(
    _ moment: Moment,
    _ command: RunningCommand,
    _ suite: LargeSuite,
    _ server: FixtureServer
  ) async throws {
    switch moment {
    case .reading:
      try await listening(command)
    case .beforeAll:
      _ = try await command.line(containing: "/counter/suite")
    case .request, .teardown, .afterAll:
      _ = try await server.requests(count: 1)
    case .retryPause:
      _ = try await server.requests(count: 1)
      // Nothing tells when the pause begins: soon after the answer, and it lasts a minute.
      try await Task.sleep(for: .milliseconds(100))
    case .turns:
      _ = try await server.requests(count: 20)
    case .parallel:
      _ = try await server.requests(count: 2)
    case .command:
      let path = suite.project.folder.path("started")
      while !FileManager.default.fileExists(atPath: path) { await Task.yield() }
    case .reports:
      _ = try await command.line(containing: "run-finished")
    }
  }

  /// Each moment with a signal, the two in turn.
  private static let moments = Moment.allCases.enumerated().map { place, moment in
    (moment, place.isMultiple(of: 2) ? 2 : 15 as Int32)
  }

  @Test(arguments: moments)
  func `it ends soon, with complete reports`(moment: Moment, signal: Int32) async throws {
    let gate = Gate()
    let server = try await server(gate)
    let steps = moment.steps(server.url)
    let suite = try LargeSuite(
      adding: steps.map { ["a.scenario.yaml": "scenario: a moment\n\($0)\n"] } ?? [:],
      afterAll: moment == .afterAll ? "GET: \(server.url)/held" : "log: the end"
    )
    let isLate = moment == .afterAll || moment == .reports
    // A signal that is late for the reading comes before the scenarios all the same.
    let isEarly = moment == .reading || moment == .beforeAll
    let command = try start(
      suite,
      ["pause:=\(isLate ? 0 : 60_000)", "early:=\(isEarly ? 60_000 : 0)"]
    )
    try await reach(moment, command, suite, server)
    command.send(signal)
    if moment == .teardown || moment == .afterAll {
      // The command has heard the signal by the time the answer comes.
      try await Task.sleep(for: .milliseconds(300))
      gate.open()
    }
    // The command is killed before the pauses and the time of grace end.
    let result = try await command.result()
    // Whoever has only its reports to write may have passed already.
    let isOver = moment == .reports && result.status == 0
    #expect(result.status == 128 + signal || isOver, "\(result.errorText)")
    try suite.checkInterruptedReports(count: LargeSuite.count + (steps == nil ? 0 : 1))
    let verdicts = try suite.verdicts()
    if steps != nil {
      #expect(verdicts.first { $0.title == "a moment" }?.outcome == moment.outcome)
    }
    if isEarly {
      #expect(verdicts.allSatisfy { $0.outcome == "not run" })
    }
    if isLate { #expect(verdicts.allSatisfy { $0.outcome == "passed" }) }
    if moment == .afterAll { #expect(try suite.outcomes(ofKind: "after-all") == ["passed"]) }
    await server.stop()
  }

  @Test func `a second signal before the first request leaves no report of an earlier run`()
    async throws
  {
    let suite = try LargeSuite()
    for name in ["report.json", "junit.xml"] { try suite.project.folder.write("old", to: name) }
    let command = try start(suite, ["early:=60000"])
    try await listening(command)
    // Both are there before the command hears the first.
    for signal in [SIGSTOP, 2, 15, SIGCONT] { command.send(signal) }
    let result = try await command.result()
    #expect(result.status == 130 || result.status == 143, "\(result.errorText)")
    for name in ["report.json", "junit.xml"] {
      let path = suite.project.folder.path(name)
      #expect(!FileManager.default.fileExists(atPath: path), "\(name) is there")
    }
  }
}
