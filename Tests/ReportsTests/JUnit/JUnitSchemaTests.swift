import Diagnostics
import Documents
import Foundation
import Reports
import RunEvents
import Testing

/// The schema of the Jenkins xUnit plugin, beside the project.
private enum JUnitSchemaFile {
  static let path: String = {
    // The tests may be reached through a link; the schema lies beside what it leads to.
    var folder = URL(filePath: #filePath).resolvingSymlinksInPath()
    for _ in 0..<5 { folder.deleteLastPathComponent() }
    return folder.appending(path: "shared/conformance/junit/junit-10.xsd")
      .path(percentEncoded: false)
  }()

  /// Its text, or nil when it is not there.
  static let bytes = FileManager.default.contents(atPath: path).map { Array($0) }
}

@Suite(
  .enabled(if: JUnitSchemaFile.bytes != nil, "there is no schema at \(JUnitSchemaFile.path)"),
  .timeLimit(.minutes(5))
)
struct JUnitSchemaTests {
  private func problems(_ events: [Event], _ dialect: JUnitDialect) throws -> [XMLProblem] {
    let schema = try #require(JUnitSchemaFile.bytes)
    let bytes = try ReporterDefinition.junit.report(
      on: events,
      options: ReporterOptions(junitDialect: dialect)
    )
    return try XMLSchema(schema).validate(.xml(XMLDocument(parsing: bytes)))
  }

  @Test func `strict is valid for every outcome`() throws {
    var fixture = EventFixture.everyOutcome
    let failed = StepResult.failed([EventFixture.failure()])
    fixture.events.removeLast()
    fixture.add(EventFixture.scenario(6, row: "x"), [failed, .passed], .failed, isFinal: false)
    fixture.add(EventFixture.scenario(6, attempt: 2, row: "x"), [failed, .passed], .failed)
    fixture.events.append(.diagnostic(.init(.error, "bad", at: .file(path: "bad.yaml"))))
    fixture.finish(interrupted: true)
    #expect(try problems(fixture.events, .strict) == [])
  }

  @Test(arguments: OutcomeCountTests.runs)
  func `strict is valid however a run ends`(run: OutcomeCountTests.Run) throws {
    #expect(try problems(run.make().events, .strict) == [])
  }

  @Test(arguments: HostileText.all)
  func `strict is valid whatever stands in it`(text: String) throws {
    #expect(try problems(HostileRun.everywhere(text).events, .strict) == [])
  }

  @Test func `rich says more than the schema knows`() throws {
    #expect(try !problems(EventFixture.everyOutcome.events, .rich).isEmpty)
  }
}
