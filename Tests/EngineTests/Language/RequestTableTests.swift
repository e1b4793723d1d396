import Assertions
import Diagnostics
import Engine
import Foundation
import RunEvents
import Scenarios
import TestSupport
import Testing

/// Pairs every option and every scheme of `auth` with a request that does what it should, one that does not, and what is said then.
///
/// What the second says stands in `Tests/Fixtures/Requests.expected`; with `CURLEW_UPDATE_EXPECTED=1` in the environment it is written anew.
@Suite(.timeLimit(.minutes(5))) struct RequestTableTests {
  /// A key, a step in which it does what it should, and one in which something is wrong.
  struct Row {
    var key: String
    var holds: String
    var fails: String

    init(_ key: String, _ holds: String, _ fails: String) {
      (self.key, self.holds, self.fails) = (key, holds, fails)
    }

    /// A row about one request, with one thing different.
    init(_ key: String, _ request: String, good: String, bad: String) {
      let parts = request.components(separatedBy: "{}")
      self.init(key, parts.joined(separator: good), parts.joined(separator: bad))
    }
  }

  private static let options = [
    Row(
      "timeout",
      "GET: /json, options: { timeout: 20s }",
      "GET: /fault/stallBeforeHead, options: { timeout: 1s }"
    ),
    Row(
      "connect-timeout",
      "GET: /json, options: { connect-timeout: 20s }",
      "GET: MUTE/, options: { connect-timeout: 1s }"
    ),
    Row(
      "idle-timeout",
      "GET: /json, options: { idle-timeout: 20s }",
      "GET: /fault/stallBeforeHead, options: { idle-timeout: 1s }"
    ),
    Row(
      "follow-redirects",
      "GET: /redirect/2, options: { follow-redirects: {} }",
      good: "2",
      bad: "1"
    ),
    Row(
      "redirect-credentials",
      "GET: \"/redirect-to?url=http://localhost:PORT/echo\", headers: { Authorization: abc }, options: { ip: 4, follow-redirects: true, redirect-credentials: {} }, expect: { json: { $.headers.Authorization: abc } }",
      good: "any",
      bad: "same-origin"
    ),
    Row(
      "redirect-method",
      "PUT: \"/redirect-to?url=/echo\", options: { follow-redirects: true, redirect-method: {} }, expect: { json: { $.method: GET } }",
      good: "get",
      bad: "standard"
    ),
    Row(
      "redirect-statuses",
      "PUT: \"/redirect-to?url=/echo&status=300\", options: { follow-redirects: true, redirect-statuses: {} }, expect: { json: { $.method: PUT } }",
      good: "all",
      bad: "standard"
    ),
    Row(
      "decoding",
      "GET: /gzip, options: { decoding: {} }, capture: { raw: { bytes: raw } }",
      good: "late",
      bad: "early"
    ),
    Row(
      "http",
      "GET: /echo, options: { http: {} }, expect: { json: { $.version: { ends-with: \"1.1\" } } }",
      good: "1.1",
      bad: "1.0"
    ),
    Row(
      "compressed",
      "GET: /echo, options: { compressed: {} }, expect: { json: { \"$.headers['Accept-Encoding']\": { exists: false } } }",
      good: "false",
      bad: "true"
    ),
    Row(
      "proxy",
      "GET: \"http://shop.example/echo\", options: { proxy: {} }, expect: { json: { $.target: \"http://shop.example/echo\" } }",
      good: "BASE",
      bad: "NOBODY"
    ),
    Row(
      "no-proxy",
      "GET: /json, options: { proxy: NOBODY, no-proxy: {} }",
      good: "127.0.0.1",
      bad: "localhost"
    ),
    Row(
      "connect-to",
      "GET: \"http://shop.example/json\", options: { connect-to: \"shop.example:80:{}\" }",
      good: "127.0.0.1:PORT",
      bad: "127.0.0.2:PORT"
    ),
    Row(
      "resolve",
      "GET: \"http://shop.example:PORT/json\", options: { resolve: \"shop.example:PORT:{}\" }",
      good: "127.0.0.1",
      bad: "127.0.0.2"
    ),
    Row(
      "unix-socket",
      "GET: \"http://shop.example/json\", options: { unix-socket: {} }",
      good: "api.sock",
      bad: "none.sock"
    ),
    Row("ip", "GET: \"http://localhost:PORT/json\", options: { ip: {} }", good: "4", bad: "6"),
    Row("max-body", "GET: /bytes/1000, options: { max-body: {} }", good: "1000", bad: "999B"),
    Row("limit-rate", "GET: /json, options: { limit-rate: {} }", good: "1MB", bad: "\"${'0B'}\""),
    Row("rate", "GET: /json, options: { rate: {} }", good: "100/s", bad: "\"${'fast'}\""),
    Row(
      "path-as-is",
      "GET: /a/../echo, options: { path-as-is: {} }, expect: { status: 404 }",
      good: "true",
      bad: "false"
    ),
    Row(
      "netrc",
      "GET: /basic-auth/ada/lovelace, options: { netrc: {} }",
      good: "test.netrc",
      bad: "optional"
    ),
    Row(
      "user-agent",
      "GET: /echo, options: { user-agent: {} }, expect: { json: { \"$.headers['User-Agent']\": probe/1 } }",
      good: "probe/1",
      bad: "probe/2"
    ),
    Row(
      "arrays",
      "GET: /echo, query: { a: [1, 2] }, options: { arrays: {} }, expect: { json: { $.target: \"/echo?a=1&a=2\" } }",
      good: "repeat",
      bad: "brackets"
    ),
    Row("tls", "GET: TLS/json, options: { tls: {} }", good: "{ ca: ca.pem }", bad: "{}"),
  ]

  private static let schemes = [
    Row(
      "basic",
      "GET: /basic-auth/ada/lovelace, auth: { basic: { user: ada, password: {} } }",
      good: "lovelace",
      bad: "byron"
    ),
    Row(
      "digest",
      "GET: /digest-auth/ada/lovelace, auth: { digest: { user: ada, password: {} } }",
      good: "lovelace",
      bad: "byron"
    ),
    Row("bearer", echoing("bearer: {}", "{ equals: Bearer abc }"), good: "abc", bad: "abd"),
    Row(
      "ntlm",
      "GET: /{}, auth: { ntlm: { user: ada, password: lovelace } }, expect: { status: 200 }",
      good: "echo",
      bad: "status/401"
    ),
    Row(
      "negotiate",
      "GET: /{}, auth: { negotiate: true }, expect: { status: 200 }",
      good: "echo",
      bad: "status/401"
    ),
    Row(
      "aws-sigv4",
      echoing(
        "aws-sigv4: { access-key: AKID, secret-key: abcdef, region: {}, service: s3 }",
        "{ contains: /eu-central-1/s3/aws4_request }"
      ),
      good: "eu-central-1",
      bad: "us-east-1"
    ),
    Row(
      "oauth2",
      echoing(
        "oauth2: { token-url: BASE{}, client-id: app, client-secret: abcdef }",
        "Bearer tok-1"
      ),
      good: "/token",
      bad: "/status/400"
    ),
  ]

  private static func echoing(_ scheme: String, _ matcher: String) -> String {
    "GET: /echo, auth: { \(scheme) }, expect: { json: { $.headers.Authorization: \(matcher) } }"
  }

  @Test func `each option and each scheme has a row`() {
    #expect(Set(Self.options.map(\.key)) == Set(Vocabulary.standard.options.map(\.name)))
    #expect(Set(Self.schemes.map(\.key)) == Set(Vocabulary.standard.authSchemes.map(\.name)))
  }

  @Test func `each does what it should, or it is said why not`() async throws {
    let rows = Self.options + Self.schemes
    let holding = try await run(rows, \.holds)
    #expect(holding.hasPassed, "\(holding.problems)")
    #expect(holding.steps.count == rows.count)
    let failing = try await run(rows, \.fails)
    #expect(failing.diagnostics.isEmpty, "\(failing.problems)")
    var text = ""
    for (row, step) in zip(rows, failing.steps) {
      text += "\(row.key): \(row.fails)\n"
      switch step.result {
      case .errored(let fault): text += "    error: \(fault.message)\n"
      case .failed(let outcomes):
        for outcome in outcomes where outcome.verdict == .fails {
          text += "    \(outcome.subject): \(outcome.message)\n"
        }
      case .passed, .skipped: Issue.record("\(row.fails): \(step.result.word)")
      }
    }
    text.replace(/(127\.0\.0\.[12]|localhost|::1\]?)(:| port )[0-9]+/) {
      "\($0.output.1)\($0.output.2)PORT"
    }
    text.replace(/after [0-9.]+ (ms|s|milliseconds)/, with: "after a while")
    text.replace(/AKID\/[0-9]+/, with: "AKID/DATE")
    text.replace(/Signa[^" ]*[0-9a-f]{64}/, with: "Signature=…")
    text.replace(/\/[^ "]*\/none\.sock/, with: "FOLDER/none.sock")
    let page = "\(ProjectPaths.root)/Tests/Fixtures/Requests.expected"
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      try text.write(toFile: page, atomically: true, encoding: .utf8)
    }
    #expect(text == (try? String(contentsOfFile: page, encoding: .utf8)))
  }

  private func run(_ rows: [Row], _ step: KeyPath<Row, String>) async throws -> EngineRun {
    let folder = try TemporaryFolder("requests")
    let authority = try CertificateAuthority.shared
    try folder.write(authority.certificate.pem, to: "ca.pem")
    try folder.write("machine 127.0.0.1 login ada password lovelace", to: "test.netrc")
    let standard = FixtureRoutes.standard
    let routes = FixtureRoutes(answersEarly: standard.answersEarly) { request in
      request.path == "/token"
        ? .json(#"{"access_token": "tok-1", "token_type": "Bearer", "expires_in": 60}"#)
        : await standard.answer(request)
    }
    var options = FixtureOptions()
    let plain = try await FixtureServer.start(options, routes: routes)
    options.address = .unix(folder.path("api.sock"))
    let unix = try await FixtureServer.start(options)
    options = FixtureOptions()
    options.security = .tls(FixtureTLS(identity: try authority.issue(.server())))
    let secure = try await FixtureServer.start(options)
    let nobody = try PortOfNobody()
    let mute = try MutePort()
    var text = "scenario: table\nbase: BASE\nsteps:\n"
    for (number, row) in rows.enumerated() {
      text += "  - { \(row[keyPath: step]), continue: true, session: s\(number) }\n"
    }
    for (word, value) in [
      ("MUTE", "https://127.0.0.1:\(mute.port)"), ("NOBODY", nobody.url),
      ("TLS/", "\(secure.url)/"),
      ("PORT", "\(plain.port)"),
    ] { text = text.replacing(word, with: value) }
    let run = try await EngineRun(["table.scenario.yaml": text], base: plain.url, in: folder)
    for server in [plain, unix, secure] { await server.stop() }
    return run
  }
}
