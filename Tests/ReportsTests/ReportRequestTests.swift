import Reports
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReportRequestTests {
  @Test func `a kind and a path are read`() throws {
    let request = try ReportRequest(parsing: "junit=out/a=b.xml")
    #expect(request == ReportRequest(kind: "junit", path: "out/a=b.xml"))
    #expect(try ReportRequest(parsing: "console=-").isStandardOutput)
  }

  @Test(arguments: [
    ("junti=x", "unknown report \"junti\"", "did you mean \"junit\"?"),
    (
      "junit", "expected KIND=PATH, got \"junit\"",
      "write junit=PATH, or junit=- for standard output"
    ),
    ("junit=", "expected a path after \"junit=\", got \"\"", nil),
  ])
  func `a mistake is told with what to write`(text: String, message: String, hint: String?) {
    let error = #expect(throws: ReporterError.self) { try ReportRequest(parsing: text) }
    #expect(error?.message == message)
    #expect(error?.hint == hint)
  }
}
