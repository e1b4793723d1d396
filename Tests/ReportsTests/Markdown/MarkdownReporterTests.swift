import Assertions
import RunEvents
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct MarkdownReporterTests {
  @Test func `it stays below what a page takes`() throws {
    var fixture = EventFixture(scenarioCount: 3_000)
    var failure = EventFixture.failure(String(repeating: "long ", count: 90))
    failure.excerpt = String(repeating: "é", count: 900)
    for index in 0..<3_000 {
      fixture.add(
        EventFixture.scenario(index, row: "\(index)"),
        [.failed([failure]), .passed],
        .failed
      )
    }
    fixture.finish()
    let text = try ReporterDefinition.markdown.text(of: fixture)
    #expect(text.utf8.count <= MarkdownReporter.byteLimit)
    #expect(text.contains(" further entries left out."))
    #expect(text.contains("| scenarios | 0 | 3000 |"))
  }

  @Test func `a fence is longer than any inside`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    var failure = EventFixture.failure()
    failure.excerpt = "`````"
    fixture.add(EventFixture.scenario(0), [.failed([failure]), .passed], .failed)
    fixture.finish()
    #expect(try ReporterDefinition.markdown.text(of: fixture).contains("\n``````text\n"))
  }
}
