import Assertions
import Cryptography
import Diagnostics
import Documents
import Encodings
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTMLReporterTests {
  @Test func `the page holds the run, a row for each attempt, and each scenario`() throws {
    let page = try ReportPage(.everyOutcome)
    let run = try page.data("data-run")
    #expect(run["run"]?["seed"]?.string == "42")
    #expect(run["summary"]?["scenarios"]?["flaky"]?.number?.int == 1)
    let rows = try page.data("data-index").array ?? []
    #expect(rows.map { $0["index"]?.number?.int } == [0, 1, 2, 3, 4, 4, 5])
    #expect(rows.map { $0["attempt"]?.number?.int } == [1, 1, 1, 1, 1, 2, 1])
    #expect(
      rows.map { $0["outcome"]?.string }
        == ["passed", "failed", "errored", "skipped", "failed", "flaky", "not run"]
    )
    #expect(rows[1]["bad"]?.string == "$.total: expected 19.98 ± 0.01, got 20.5")
    #expect(rows[2]["bad"]?.string == "connect: connection refused")
    #expect(rows[0]["label"] == .string("[ABC-1]"))
    #expect(rows[0]["title"]?.string?.hasSuffix(" [ABC-1]") == true)
    #expect(rows[0]["search"]?.string == "create an order\nread it\nPOST /orders")
    let scenario = try page.data("data-1.1")
    #expect(scenario["title"]?.string == "Order lifecycle [ABC-2]")
    #expect(scenario["steps"]?.array?.count == 2)
    let step = scenario["steps"]?[0]
    #expect(step?["assertions"]?[0]?["place"]?["line"]?.number?.int == 7)
    #expect(step?["attempts"]?[0]?["exchange"]?["response"]?["body"]?["text"]?.string != nil)
    #expect(step?["at"]?.number?.double == EventFixture.startedAt + 1)
    #expect(try page.data("data-4.2")["steps"]?[0]?["result"]?.string == "passed")
  }

  @Test func `the page may run its own script and style and nothing else`() throws {
    let page = try ReportPage(.everyOutcome)
    let policy = try page.text("//meta[@http-equiv='Content-Security-Policy']/@content")
    func hash(_ text: String) throws -> String {
      "'sha256-\(Base64.encode(try DigestAlgorithm.sha256.digest(of: text)))'"
    }
    let style = try page.text("//style")
    let script = try page.text("//script[not(@type)]")
    #expect(style.contains("--failed:") && script.hasPrefix("(() => {\n\"use strict\";"))
    #expect(
      policy
        == "default-src 'none'; script-src \(try hash(script)); style-src \(try hash(style)); "
        + "img-src data:; base-uri 'none'; form-action 'none'"
    )
    #expect(try page.count("//script[not(@type)]") == 1)
    #expect(try page.count("//style") == 1)
    #expect(try page.count("//@src | //link | //@style | //@*[starts-with(name(), 'on')]") == 0)
    #expect(try page.count("//@href[not(starts-with(., '#'))]") == 0)
  }

  @Test(arguments: [
    "</script><script>curlewHostile = 1</script>", "<!--<script>",
    "]]><img src=x onerror=alert(1)>",
    "\u{2028}\u{2029}\u{FEFF}\u{FFFE}\u{7F}\u{85}\u{0}", "\u{202E}\u{2066}abc", "&lt;&amp;&#0;",
    "{{script}}{{data}}", #"\" \\ \u003c"#, String(repeating: "é<", count: 1 << 13),
  ])
  func `hostile content is text of the data and nothing else`(text: String) throws {
    var fixture = EventFixture(scenarioCount: 1)
    var failure = EventFixture.failure(text)
    failure.actual = text
    failure.differences = [Difference(path: text, expected: text, actual: text)]
    fixture.events.append(.diagnostic(Diagnostic(.error, text, at: .file(path: text), hint: text)))
    fixture.add(
      EventFixture.scenario(0, text, row: text, steps: [EventFixture.step(0, text)]),
      [.failed([failure])],
      .failed,
      exchange: EventFixture.exchange(text, "javascript:\(text)", body: text, curl: text),
      logs: [text]
    )
    fixture.finish()
    let bytes = try ReporterDefinition.html.report(on: fixture.events)
    let page = try ReportPage(bytes)
    #expect(try page.count("//script") == 4)
    #expect(try page.count("//img") == 0)
    let scenario = try page.data("data-0.1")
    #expect(scenario["name"]?.string == text)
    let step = scenario["steps"]?[0]
    #expect(step?["logs"]?[0]?.string == text)
    #expect(step?["assertions"]?[0]?["differences"]?[0]?["actual"]?.string == text)
    #expect(step?["attempts"]?[0]?["exchange"]?["response"]?["body"]?["text"]?.string == text)
    #expect(try page.data("data-run")["diagnostics"]?[0]?["message"]?.string == text)
    // Apart from the page's own frame no byte of the data reads as markup.
    let whole = String(decoding: bytes, as: UTF8.self)
    #expect(whole.components("<script type=\"application/json\"") == 3)
    #expect(whole.components("</script>") == 4)
    #expect(!whole.unicodeScalars.contains { (0x2028...0x202E).contains($0.value) })
  }

  @Test func `a run that was cut short says so of what did not end`() throws {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.events.append(.scenarioStarted(EventFixture.scenario(0)))
    let page = try ReportPage(fixture)
    #expect(try page.data("data-run")["summary"]?.isNull == true)
    #expect(try page.data("data-index")[0]?["outcome"]?.string == "not run")
    #expect(try page.data("data-index")[0]?["reason"]?.string == "the run was cut short")
    let steps = try page.data("data-0.1")["steps"]?.array ?? []
    #expect(steps.count == EventFixture.scenario(0).steps.count)
    #expect(steps.allSatisfy { $0["reason"]?.string == "the run was cut short" })
  }

  @Test func `a run of nothing is a whole page`() throws {
    var fixture = EventFixture(scenarioCount: 0)
    fixture.finish()
    #expect(try ReportPage(fixture).data("data-index").array?.isEmpty == true)
  }

  @Test func `long bodies are cut where the step passed, pictures and failures are not`() throws {
    let long = String(repeating: "aé", count: 10_000)
    func body(_ type: String, _ results: [StepResult]) throws -> JSONValue? {
      var exchange = EventFixture.exchange(body: long)
      exchange.response?.body.mediaType = type
      var fixture = EventFixture(scenarioCount: 1)
      fixture.add(EventFixture.scenario(0), results, .passed, exchange: exchange)
      fixture.finish()
      let attempt = try ReportPage(fixture).data("data-0.1")["steps"]?[0]?["attempts"]?[0]
      return attempt?["exchange"]?["response"]?["body"]
    }
    let passed = try body("text/plain", [.passed, .passed])
    #expect(passed?["text"]?.string?.utf8.count == (8 << 10) - 1)
    #expect(passed?["isCut"]?.bool == true)
    #expect(passed?["count"]?.number?.int == 30_000)
    #expect(try body("image/svg+xml", [.passed, .passed])?["isCut"]?.bool == false)
    let failed = try body("text/plain", [.failed([EventFixture.failure()]), .passed])
    #expect(failed?["text"]?.string == long)
  }
}

extension String {
  /// How often a text is in this one.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
