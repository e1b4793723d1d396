import Documents
import Reports
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct HARReporterTests {
  private func log(_ exchange: Exchange) throws -> JSONValue? {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed], .passed, exchange: exchange)
    fixture.finish()
    return try JSONParser().parse(ReporterDefinition.har.report(on: fixture.events))["log"]
  }

  @Test func `an exchange is an entry of its scenario's page`() throws {
    let log = try log(EventFixture.exchange("GET", "http://h/x?a=1&b#c"))
    let expected: JSONValue = [
      "pageref": "scenario-0-1", "startedDateTime": "2025-01-02T03:04:05.250Z", "time": 12,
      "request": [
        "method": "GET", "url": "http://h/x?a=1&b#c", "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": [["name": "Accept", "value": "*/*"]],
        "queryString": [["name": "a", "value": "1"], ["name": "b", "value": ""]],
        "postData": ["mimeType": "application/json", "text": "{}"], "headersSize": -1,
        "bodySize": 2,
      ],
      "response": [
        "status": 201, "statusText": "Created", "httpVersion": "HTTP/1.1", "cookies": [],
        "headers": [["name": "Content-Type", "value": "application/json"]],
        "content": ["size": 15, "mimeType": "application/json", "text": "{\"total\": 20.5}"],
        "redirectURL": "", "headersSize": -1, "bodySize": 15,
      ],
      "cache": [:],
      "timings": [
        "blocked": -1, "dns": 1, "connect": 1, "ssl": -1, "send": 0, "wait": 8, "receive": 2,
      ],
      "serverIPAddress": "127.0.0.1", "comment": "create an order",
    ]
    #expect(log?["entries"]?[0] == expected)
    #expect(log?["pages"]?[0]?["id"]?.string == "scenario-0-1")
    #expect(log?["version"]?.string == "1.2")
  }

  @Test func `a scenario that sent nothing has no page, and each page has entries`() throws {
    let fixture = OutcomeFixture.everything
    let har = try JSONParser().parse(ReporterDefinition.har.report(on: fixture.events))
    let pages = (har["log"]?["pages"]?.array ?? []).compactMap { $0["id"]?.string }
    let named = (har["log"]?["entries"]?.array ?? []).compactMap { $0["pageref"]?.string }
    #expect(Set(pages) == Set(named))
    #expect(pages.count == Set(pages).count)
    #expect(!pages.contains("scenario-8-1"))
    #expect(har["log"]?["pages"]?[0]?["pageTimings"] == ["onContentLoad": -1, "onLoad": -1])
  }

  @Test func `redirects come before what they led to`() throws {
    var exchange = EventFixture.exchange("GET", "http://h/b")
    exchange.redirects = [EventFixture.exchange("GET", "http://h/a", status: 302)]
    let entries = try log(exchange)?["entries"]?.array ?? []
    #expect(entries.compactMap { $0["request"]?["url"]?.string } == ["http://h/a", "http://h/b"])
    #expect(entries.last?["startedDateTime"]?.string == "2025-01-02T03:04:05.262Z")
  }

  @Test func `bytes that are no text are base64`() throws {
    var exchange = EventFixture.exchange()
    exchange.response?.body.bytes = [0xFF, 0x00, 0x10, 0x83]
    let content = try log(exchange)?["entries"]?[0]?["response"]?["content"]
    #expect(content?["text"]?.string == "/wAQgw==")
    #expect(content?["encoding"]?.string == "base64")
  }

  @Test func `no response has status 0, a connection used again no connect time`() throws {
    var exchange = EventFixture.exchange()
    exchange.response = nil
    exchange.timings = .init(total: 0.5, reusedConnection: true)
    let entry = try log(exchange)?["entries"]?[0]
    #expect(entry?["response"]?["status"]?.number?.int == 0)
    #expect(entry?["timings"]?["connect"]?.number?.int == -1)
    #expect(entry?["time"]?.number?.int == 500)
  }
}
