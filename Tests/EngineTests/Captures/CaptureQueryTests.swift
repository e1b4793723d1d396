import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// Everything that `expect` looks at can be captured, by the same words.
@Suite(.timeLimit(.minutes(5))) struct CaptureQueryTests {
  private static let webP: [UInt8] = [
    0x52, 0x49, 0x46, 0x46, 0x1C, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4C,
    0x0F, 0x00, 0x00, 0x00, 0x2F, 0x04, 0x80, 0x00, 0x00, 0x07, 0x10, 0xFD, 0x8F, 0xFE, 0x07, 0x22,
    0xA2, 0xFF, 0x01, 0x00,
  ]

  private static func answer(_ request: FixtureRequest) -> FixtureResponse {
    switch request.path {
    case "/moved": .redirect("/")
    case "/image": .bytes(Self.webP, type: "image/webp")
    case "/long":
      FixtureResponse(
        200,
        headers: [("Content-Type", "application/octet-stream")],
        body: .pattern(0..<300_000)
      )
    case _:
      FixtureResponse(
        201,
        headers: [
          ("Content-Type", "application/json"), ("X-Two", "a=1"), ("X-Two", "b=2"),
          ("Link", "</?page=1>; rel=\"first\", </?page=2>; rel=\"next\""),
          ("Set-Cookie", "id=root; Path=/; HttpOnly; SameSite=Lax"),
          ("Set-Cookie", "id=shop; Path=/shop; Expires=Wed, 01 Jan 2098 00:00:00 GMT"),
          ("Set-Cookie", "id=admin; Path=/admin"), ("Set-Cookie", "id=; Path=/admin; Max-Age=0"),
          ("Set-Cookie", "old=; Max-Age=0"),
        ],
        body: .bytes(
          Array(#"{"a": "n=1", "b": ["x1", 2, "y", "x3"], "c": 4, "d": null}"#.utf8)
        )
      )
    }
  }

  private func run(_ path: String, _ capture: String) async throws -> EngineRun {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - step: it
            GET: \(path)
            options: { follow-redirects: true }
            capture: { a: \(capture) }
          - step: value
            log: "${to_json(a)}"
        """,
      base: server.url
    )
    await server.stop()
    return run
  }

  @Test(arguments: [
    ("/", "{ status: true }", "201"), ("/", "{ size: true }", "58"),
    ("/", "{ http: true }", "\"1.1\""),
    ("/", "{ ip: true }", "\"127.0.0.1\""), ("/moved", "{ redirects: true }", "1"),
    ("/moved", "{ url: true, match: '^http://[^/]+(/.*)$' }", "\"/\""),
    ("/image", "{ image: width }", "5"), ("/image", "{ image: height }", "3"),
    ("/image", "{ image: format }", "\"webp\""), ("/image", "{ image: frames }", "1"),
    ("/", "{ bytes: length }", "58"),
    ("/", "{ cookie: { name: id, path: / } }", "\"root\""),
    ("/", "{ cookie: { name: id, path: /shop } }", "\"shop\""),
    ("/", "{ cookie: { name: id, domain: 127.0.0.1, path: /shop } }", "\"shop\""),
    ("/", "{ cookie: { name: id, domain: other.example }, default: none }", "\"none\""),
    ("/", "{ cookie: { name: id, path: / , attribute: http-only } }", "true"),
    ("/", "{ cookie: { name: id, path: /shop, attribute: http-only } }", "false"),
    ("/", "{ cookie: { name: id, path: /, attribute: same-site } }", "\"Lax\""),
    (
      "/", "{ cookie: { name: id, path: /shop, attribute: expires } }", "\"2098-01-01T00:00:00Z\""
    ),
    ("/", "{ cookie: { name: id, path: /, attribute: expires }, default: none }", "\"none\""),
    ("/", "{ cookie: { name: id, path: /, attribute: path } }", "\"/\""),
    ("/", "{ cookie: { name: id, path: /admin }, default: none }", "\"none\""),
    ("/", "{ cookie: { name: id, path: /admin, attribute: deleted } }", "true"),
    ("/", "{ cookie: { name: old, attribute: deleted } }", "true"),
    ("/", "{ cookie: { name: id, path: /, attribute: deleted } }", "false"),
    ("/", "{ cookie: { name: old }, default: none }", "\"none\""),
  ])
  func `it is captured`(path: String, capture: String, value: String) async throws {
    let run = try await run(path, capture)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == [value])
  }

  @Test(arguments: ["/", "/long"])
  func `digests are those that expect compares with`(path: String) async throws {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - GET: \(path)
            capture: { sha: { bytes: sha256 }, md: { bytes: md5 }, n: { bytes: length } }
          - GET: \(path)
            expect: { bytes: { sha256: "${sha}", md5: "${md}", length: "${n}" } }
          - GET: /
            continue: true
            expect: { bytes: { sha256: "${md}${md}" } }
        """,
      base: server.url
    )
    #expect(run.steps.map(\.result.word) == ["passed", "passed", "failed"], "\(run.problems)")
    await server.stop()
  }

  @Test func `time is that of the exchange, in milliseconds`() async throws {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - GET: /
            expect: { that: "${response.time > 0}" }
            capture: { t: { time: true }, u: "${response.time}" }
          - step: value
            log: "${t == u}"
        """,
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == ["true"])
    await server.stop()
  }

  @Test func `the certificate's properties are captured`() async throws {
    let folder = try TemporaryFolder("certificate")
    let authority = try CertificateAuthority.shared
    try folder.write(authority.certificate.pem, to: "ca.pem")
    var options = FixtureOptions()
    options.security = .tls(
      FixtureTLS(identity: try authority.issue(.server(["localhost", "api.test"])))
    )
    let secure = try await FixtureServer.start(options) { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        defaults: { options: { tls: { ca: ca.pem } } }
        steps:
          - GET: /
            capture:
              subject: { certificate: subject }
              names: { certificate: alternative-names, match: '^[a-z.]+$' }
              expires: { certificate: expires }
          - GET: /
            expect:
              certificate: { subject: "${subject}", expires: "${expires}", alternative-names: { count: { gte: 2 } } }
          - step: value
            log: "${to_json(names)}"
        """,
      base: secure.url,
      in: folder
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == ["[\"localhost\",\"api.test\"]"])
    await secure.stop()
  }

  @Test func `plain HTTP has no certificate`() async throws {
    let run = try await run("/", "{ certificate: subject }")
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(
      outcomes.map(\.message) == [
        "the capture \"a\" found nothing: http has no certificates, only https has"
      ]
    )
    #expect(try await self.run("/", "{ certificate: subject, default: x }").hasPassed)
  }

  @Test(arguments: [
    ("{ header: Link, match: '<([^>]+)>; rel=\"next\"' }", "\"/?page=2\""),
    ("{ header: X-Two, match: 'b=.' }", "\"b=2\""),
    ("{ header: X-Two, match: '=(.)', all: true }", "[\"1\",\"2\"]"),
    ("{ header: X-Two, match: 'c', all: true }", "[]"),
    ("{ header: X-Two, match: 'c', default: none }", "\"none\""),
    ("{ json: $.a, match: 'n=(\\d)' }", "\"1\""), ("{ json: $.a, match: 'n=\\d' }", "\"n=1\""),
    ("{ json: '$.b[*]', match: 'x(\\d)' }", "[\"1\",\"3\"]"),
    ("{ json: '$.b[*]', match: 'z' }", "[]"), ("{ json: $.none, match: x, default: 5 }", "5"),
    ("{ value: '${response.json.a}', match: '\\d' }", "\"1\""),
    ("{ text: '\"a\": \"(...)', match: '.$' }", "\"1\""),
    ("{ cookie: { name: id, path: / }, match: '^r(oo)' }", "\"oo\""),
    ("{ json: $.a, match: '${response.status - 200}' }", "\"1\""),
    ("{ json: $.a, match: 'q', default: '${1 + 1}' }", "2"),
  ])
  func `match takes a piece of what is found`(capture: String, value: String) async throws {
    let run = try await run("/", capture)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.step("value")?.logs == [value])
  }

  @Test(arguments: [
    (
      "{ json: $.a, match: 'q(.)' }",
      "found nothing that matches q(.) in \"n=1\": give it a `default:` if it may be absent"
    ),
    (
      "{ json: $.a, match: q, secret: true }",
      "found nothing that matches q in what the query gives: give it a `default:` if it may be absent"
    ),
    ("{ json: $.none, match: q }", "found nothing: give it a `default:` if it may be absent"),
    (
      "{ header: X-Two, match: q }",
      "found nothing that matches q in 2 fields: give it a `default:` if it may be absent"
    ),
    ("{ header: X-Two, match: '=' }", "found 2 fields: add `all: true` for a list"),
    ("{ json: $.c, match: '4' }", "found 4, but match searches a text"),
    ("{ json: $.c, match: '4', default: 5 }", "found 4, but match searches a text"),
    ("{ json: $.b, match: 'x' }", "found [\"x1\", 2, \"y\", \"x3\"], but match searches a text"),
    ("{ status: true, match: '2' }", "found 201, but match searches a text"),
  ])
  func `what match does not find fails the step`(capture: String, message: String) async throws {
    let run = try await run("/", capture)
    guard case .failed(let outcomes)? = run.step("it")?.result else {
      Issue.record("\(run.problems)")
      return
    }
    #expect(outcomes.map(\.message) == ["the capture \"a\" \(message)"])
  }

  @Test func `a search that takes too many steps is an error`() async throws {
    let server = try await FixtureServer.start { _ in
      FixtureResponse(200, headers: [("X-A", String(repeating: "a", count: 5_000) + "b")])
    }
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /, capture: { a: { header: X-A, match: '^(a+)+$' } } }]",
      base: server.url
    )
    #expect(run.outcomes == [.errored], "\(run.problems)")
    await server.stop()
  }

  @Test func `steps without a response take pieces of values`() async throws {
    let server = try await FixtureServer.start { Self.answer($0) }
    let run = try await EngineRun(
      scenario: """
        steps:
          - set: { t: order 42, n: 7 }
            capture: { a: { value: "${t}", match: 'order (.+)' }, b: { value: "${t}", match: q, default: no } }
          - step: value
            log: "${a} ${b}"
          - step: missing
            continue: true
            set: { x: 1 }
            capture: { c: { value: "${t}", match: q } }
          - step: number
            continue: true
            set: { x: 1 }
            capture: { d: { value: "${n}", match: '7' } }
        """,
      base: server.url
    )
    #expect(run.step("value")?.logs == ["42 no"], "\(run.problems)")
    #expect(run.step("missing")?.result.word == "errored")
    #expect(run.step("number")?.result.word == "errored")
    await server.stop()
  }

  @Test(arguments: [
    ("{ json: $.a, match: '(' }", "not a regular expression"),
    ("{ json: $.a, match: [a] }", "expected a text for match"),
    ("{ match: a }", "the capture does not say where to look"),
    ("{ status: false }", "status: false takes nothing"),
    ("{ status: 200 }", "expected true or false for status"),
    ("{ bytes: sha25 }", "bytes knows no \"sha25\""),
    ("{ bytes: '${x}' }", "bytes cannot hold ${…}"),
    ("{ certificate: serial }", "certificate knows no \"serial\""),
    ("{ image: [] }", "expected a text for image"),
    ("{ cookie: { path: / } }", "cookie needs the key \"name\""),
    ("{ cookie: { name: a, attribute: size } }", "attribute knows no \"size\""),
    ("{ cookie: { name: a, secure: true } }", "unknown key \"secure\""),
    ("{ status: true, url: true }", "a capture has one query, not status and url"),
    ("{ url: true, all: true }", "all stands beside"), ("status", "expected a query for a"),
    ("{ json: $.a, match: '${nobody}' }", "unknown name"),
    ("{ cookie: { name: '${nobody}' } }", "unknown name"),
  ])
  func `a mistake is found before the run`(capture: String, message: String) async throws {
    let run = try await EngineRun(
      scenario: "steps: [{ GET: /, capture: { a: \(capture) } }]",
      base: "http://127.0.0.1:1"
    )
    #expect(
      run.diagnostics.contains { $0.message.contains(message) && $0.range != nil },
      "\(run.problems)"
    )
  }
}
