import Foundation
import TestSupport
import Testing

/// The fields of requests in reports are those that a server saw, in `--verbose`, JSON, HAR and HTML.
@Suite(.timeLimit(.minutes(5))) struct SentFieldsTests {
  private static let scenario = """
    steps:
      - step: set
        GET: /cookies/set?k=v
        expect: { status: 302 }
      - step: post
        POST: /echo
        headers: { X-Twice: [a, b], X-Empty: "" }
        json: { a: 1 }
        expect: { status: 500 }
        continue: true
      - step: moved
        GET: /redirect/1
        options: { follow-redirects: true }
        expect: { status: 500 }
        continue: true
      - step: digest
        GET: /digest-auth/ada/lovelace
        auth: { digest: { user: ada, password: lovelace } }
        expect: { status: 500 }
        continue: true
      - step: streamed
        PUT: /echo
        file: long.bin
        headers: { Accept: null, Accept-Encoding: null }
        expect: { status: 500 }
        continue: true
      - step: broken
        GET: /fault/closeInHead
        expect: { status: 500 }
    """

  private func lines(_ fields: [[String]]) -> [String] { fields.map { "\($0[0]): \($0[1])" } }

  private func object(_ value: Any?) -> [String: Any] { value as? [String: Any] ?? [:] }

  private func list(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  /// The exchanges of a JSON report in order, redirects first.
  private func exchanges(of report: [UInt8]) throws -> [[String: Any]] {
    let root = object(try JSONSerialization.jsonObject(with: Data(report)))
    return list(root["scenarios"]).flatMap { list($0["steps"]) }
      .flatMap { list($0["attempts"]) }.map { object($0["exchange"]) }
      .flatMap { list($0["redirects"]) + [$0] }
  }

  @Test func `every report shows the fields that the server got`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(base: server.url, scenario: Self.scenario)
    try project.folder.write([UInt8](repeating: 0x61, count: 70_000), to: "long.bin")
    let ending = try await project.run(
      "run",
      ".",
      "--verbose",
      "--report",
      "json=r.json",
      "--report",
      "har=r.har",
      "--report",
      "html=r.html"
    )
    #expect(ending.status == 1, "\(ending.all)")
    // The first exchange of digest is a challenge, which reports do not show.
    let sent = server.requests.filter {
      $0.path != "/digest-auth/ada/lovelace" || $0.header("Authorization") != nil
    }
    #expect(sent.count == 7)
    let inJSON = try exchanges(of: try project.folder.read("r.json"))
      .filter { object($0["response"])["status"] as? Int != 401 }
    #expect(inJSON.count == sent.count)
    for (request, exchange) in zip(sent, inJSON) {
      let fields = object(exchange["request"])["fields"] as? [[String]] ?? []
      #expect(Set(lines(fields)) == Set(request.headers.map { "\($0.name): \($0.value)" }))
      #expect(fields.count == request.headers.count)
      for line in lines(fields) where !line.hasSuffix(": ") {
        #expect(ending.output.contains("> \(line)"), "\(line)")
      }
    }
    let har = object(
      try JSONSerialization.jsonObject(with: Data(try project.folder.read("r.har")))
    )
    let entries = list(object(har["log"])["entries"])
      .filter { object($0["response"])["status"] as? Int != 401 }
    #expect(entries.count == sent.count)
    for (request, entry) in zip(sent, entries) {
      let headers = list(object(entry["request"])["headers"])
      #expect(
        Set(headers.map { "\($0["name"] ?? "") \($0["value"] ?? "")" })
          == Set(request.headers.map { "\($0.name) \($0.value)" })
      )
    }
    let cookies = entries.map {
      list(object($0["request"])["cookies"]).map { $0["name"] as? String }
    }
    #expect(cookies.dropFirst().allSatisfy { $0 == ["k"] } && cookies.first == [])
    let html = try HTMLReport(try project.folder.read("r.html"))
    let page = "\(try html.scenario(0))"
    #expect(page.contains("Content-Length") && page.contains("Host"))
    await server.stop()
  }

  @Test func `secrets are masked in what was sent`() async throws {
    let server = try await FixtureServer.start()
    var project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - GET: /echo?key=${secret.KEY}
            auth: { bearer: "${secret.KEY}" }
            cookies: { k: "${secret.KEY}" }
        """
    )
    project.environment["CURLEW_SECRET_KEY"] = "top/secret+value"
    let ending = try await project.run("run", ".", "--verbose", "--report", "json=r.json")
    #expect(ending.status == 0, "\(ending.all)")
    let report = String(decoding: try project.folder.read("r.json"), as: UTF8.self)
    for text in [ending.all, report] {
      #expect(!text.contains("top") && text.contains("Bearer •••"))
    }
    #expect(server.requests.first?.header("Authorization") == "Bearer top/secret+value")
    #expect(ending.output.contains("> Host: 127.0.0.1:"))
    await server.stop()
  }
}
