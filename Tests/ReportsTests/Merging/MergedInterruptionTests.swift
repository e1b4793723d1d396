import Reports
import RunEvents
import Testing

/// A run that was interrupted stays so in a merge, wherever its report stands.
@Suite(.timeLimit(.minutes(5))) struct MergedInterruptionTests {
  private func report(
    _ number: Int,
    isInterrupted: Bool,
    _ files: MergeFixture
  ) throws -> String {
    var fixture = EventFixture(scenarioCount: 1)
    guard case .runStarted(var run) = fixture.events[0] else { return "" }
    run.id = "r\(number)"
    fixture.events[0] = .runStarted(run)
    fixture.add(EventFixture.scenario(0, row: "\(number)"), [.passed, .passed], .passed)
    fixture.finish(interrupted: isInterrupted)
    return try files.write(fixture, "\(number).json")
  }

  @Test(arguments: [[true, false], [false, true], [true, false, false], [false, true, false]])
  func `one interrupted run among whole ones interrupts the merge`(interrupted: [Bool]) throws {
    let files = try MergeFixture()
    let paths = try interrupted.enumerated().map { number, isInterrupted in
      try report(number, isInterrupted: isInterrupted, files)
    }
    #expect(try ReportMerger(paths: paths).summary.interrupted)
    #expect(try MergeFixture.merged(paths, .junit).contains("type=\"interrupted\""))
  }

  @Test func `a merge of whole runs is whole`() throws {
    let files = try MergeFixture()
    let paths = try (0..<3).map { try report($0, isInterrupted: false, files) }
    #expect(try !ReportMerger(paths: paths).summary.interrupted)
  }
}
