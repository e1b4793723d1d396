import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// `xsd`, `relax-ng` and `equals-file` on bodies of XML and HTML, through a real server.
@Suite(.timeLimit(.minutes(5))) struct MarkupExpectationTests {
  private static let xsd = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="order"><xs:complexType><xs:sequence>
        <xs:element name="id" type="xs:integer"/><xs:element name="total" type="xs:decimal"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
    """
  private static let rng = """
    <element name="order" xmlns="http://relaxng.org/ns/structure/1.0">
      <element name="id"><text/></element><element name="total"><text/></element>
    </element>
    """
  private static let good = "<order><id>7</id><total>19.98</total></order>"
  private static let bad = "<order>\n<id>x</id></order>"

  private func run(
    _ body: String,
    _ expectation: String,
    type: String = "application/xml",
    files: [String: String]
  ) async throws -> EngineRun {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("Content-Type", type)], body: .bytes(Array(body.utf8)))
    }
    var files = files
    files["one.scenario.yaml"] = """
      scenario: one
      base: BASE
      steps:
        - step: look
          GET: /
          expect:
            \(expectation)

      """
    let run = try await EngineRun(files, base: server.url)
    await server.stop()
    return run
  }

  @Test(arguments: [
    ("xsd", "order.xsd", xsd), ("relax-ng", "order.rng", rng),
    ("equals-file", "order.xml", "<order >\n  <id>7</id><total>19.98</total></order>"),
  ])
  func `a document that is right passes`(key: String, file: String, text: String) async throws {
    let run = try await run(Self.good, "xml: { \(key): \(file) }", files: [file: text])
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.outcomes == [.passed])
  }

  @Test(arguments: [
    ("xsd", "order.xsd", xsd, "/order/id (line 2)", "what order.xsd allows"),
    ("relax-ng", "order.rng", rng, "/order", "what order.rng allows"),
    ("equals-file", "order.xml", good, "/order/id", "7"),
  ])
  func `a document that is wrong fails with place, expected and actual`(
    key: String,
    file: String,
    text: String,
    path: String,
    expected: String
  ) async throws {
    let run = try await run(Self.bad, "xml: { \(key): \(file) }", files: [file: text])
    guard case .failed(let failure)? = run.step("look")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    let outcome = try #require(failure.first)
    #expect(outcome.subject == "xml \(key)")
    #expect(outcome.range?.start.line == 7)
    let difference = try #require(outcome.differences.first)
    #expect(difference.path.hasPrefix(path), "\(difference)")
    #expect(difference.expected.contains(expected), "\(difference)")
    #expect(!difference.actual.isEmpty)
    #expect(outcome.message.contains(" at \(difference.path), got "), "\(outcome.message)")
  }

  @Test func `what is ignored does not count, under prefixes of the file`() async throws {
    let run = try await run(
      "<p:a xmlns:p='urn:a' y='2' x='1'><p:id>9</p:id><p:n/></p:a>",
      "xml: { equals-file: a.xml, ignore: [//q:id], namespaces: { q: 'urn:a' } }",
      files: ["a.xml": "<a xmlns='urn:a' x='1' y='2'><id>1</id><n></n></a>"]
    )
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test func `a page is held against a page`() async throws {
    let files = ["a.html": "<!doctype html><title>a</title><p class=x>b", "b.html": "<p>c"]
    let page = "<html><head><title>a</title></head><body><p CLASS='x'>b</p></body></html>"
    let same = try await run(page, "html: { equals-file: a.html }", type: "text/html", files: files)
    #expect(same.hasPassed, "\(same.problems)")
    let other = try await run(
      page,
      "html: { equals-file: b.html }",
      type: "text/html",
      files: files
    )
    #expect(other.step("look")?.result.word == "failed")
  }

  @Test(arguments: [
    ("xsd", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:bogus/></xs:schema>"),
    (
      "relax-ng", "<element name='a' xmlns='http://relaxng.org/ns/structure/1.0'><bogus/></element>"
    ),
    ("equals-file", "<a>"), ("xsd", "nothing"),
  ])
  func `a file that cannot be used is a mistake with a place`(
    key: String,
    text: String
  ) async throws {
    let run = try await run(Self.good, "xml: { \(key): f.xml }", files: ["f.xml": text])
    #expect(run.outcomes.isEmpty)
    #expect(run.diagnostics.count == 1)
    #expect(run.diagnostics.first?.range?.start.line == 7)
    #expect(run.diagnostics.first?.message.contains("f.xml") == true)
  }
}
