import Foundation
import TestSupport
import Testing

/// What goes wrong on the way is an error, never a failure.
@Suite(.timeLimit(.minutes(5))) struct BrokenTransferTests {
  /// A way to go wrong.
  struct Broken: Sendable, CustomTestStringConvertible {
    var path: String
    var more = ""
    /// The `type` in JUnit.
    var type: String
    var says: String

    var testDescription: String { path }
  }

  static let all: [Broken] = [
    .init(path: "/fault/resetInBody", type: "reset", says: "reset by peer"),
    .init(path: "/fault/closeBeforeHead", type: "reset", says: "empty reply"),
    .init(path: "/fault/closeInBody", type: "reset", says: "remaining to read"),
    .init(path: "/fault/truncatedGzip", type: "protocol", says: "gzip"),
    .init(path: "/fault/corruptGzip", type: "protocol", says: "incorrect data check"),
    .init(path: "/fault/garbageHead", type: "protocol", says: "not HTTP"),
    .init(
      path: "/fault/stallInBody",
      more: "    options: { timeout: 100ms }\n",
      type: "timeout",
      says: "after 100 ms"
    ),
    .init(
      path: "/fault/stallBeforeHead",
      more: "    options: { timeout: 100ms }\n",
      type: "timeout",
      says: "after 100 ms"
    ),
    .init(
      path: "/fault/endlessBody",
      more: "    options: { max-body: 1MiB }\n",
      type: "body-too-large",
      says: "1048576"
    ),
    .init(
      path: "/fault/endlessChunks",
      more: "    options: { max-body: 1MiB }\n",
      type: "body-too-large",
      says: "1048576"
    ),
    .init(
      path: "/deep",
      more: "    expect: { json: { $.a: 1 } }\n",
      type: "decoding",
      says: "nested deeper"
    ),
    .init(
      path: "/laughs",
      more: "    expect: { xml: { //r: 1 } }\n",
      type: "decoding",
      says: "entity"
    ),
  ]

  private static func server() async throws -> FixtureServer {
    let standard = FixtureRoutes.standard
    return try await FixtureServer.start(
      routes: FixtureRoutes(answersEarly: standard.answersEarly) { request in
        switch request.path {
        case "/deep":
          return .json(
            String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
          )
        case "/laughs": return .text(laughs, type: "application/xml")
        default: return await standard.answer(request)
        }
      }
    )
  }

  private static let laughs: String = {
    let entities = (1...12).map { number in
      "<!ENTITY a\(number) \"\(String(repeating: "&a\(number - 1);", count: 10))\">"
    }
    return "<!DOCTYPE r [<!ENTITY a0 \"ha\">\(entities.joined())]><r>&a12;</r>"
  }()

  @Test func `each is an error with its kind and place, and the others' results are there`()
    async throws
  {
    let server = try await Self.server()
    let nobody = try PortOfNobody()
    let project = try CommandProject()
    let refused = Broken(path: "/", type: "connect", says: "connect")
    let unknown = Broken(path: "/", type: "dns", says: "resolve")
    var all = Self.all.map { (server.url, $0) }
    all += [(nobody.url, refused), ("http://nope.invalid", unknown)]
    for (index, (base, broken)) in all.enumerated() {
      let text = """
        scenario: number \(index)
        base: \(base)
        steps:
          - step: it breaks
            GET: \(broken.path)
        \(broken.more)
        """
      try project.folder.write(text, to: "\(index).scenario.yaml")
    }
    try project.folder.write(
      "scenario: good\nsteps:\n  - GET: \(server.url)/json\n",
      to: "good.scenario.yaml"
    )
    let ending = try await project.run("run", ".", "--report", "junit=junit.xml")
    #expect(ending.status == 1, "\(ending.all)")
    let report = try project.junit()
    #expect(try report.countsAreRight())
    #expect(try report.count("failures") == 0)
    #expect(try report.count("errors") == all.count)
    #expect(report.cases.count { $0.suite == "good.scenario.yaml" && $0.verdict == nil } == 1)
    for (index, (_, broken)) in all.enumerated() {
      let own = try #require(report.cases.first { $0.suite == "\(index).scenario.yaml" })
      #expect(own.verdict == "error" && own.type == broken.type, "\(broken.path): \(own)")
      #expect(own.body.contains(broken.says), "\(broken.path): \(own.body)")
      #expect(own.body.contains("  at \(index).scenario.yaml:"), "\(own.body)")
    }
    await server.stop()
  }

  @Test func `an endless body ends at the limit with bounded memory`() async throws {
    let server = try await Self.server()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps:\n  - GET: /fault/endlessBody\n"
    )
    // The command dies when it takes more than 600 MB. A sanitizer's shadow memory alone is more than that.
    let limit = Sanitizer.isOn ? "unlimited" : "600000"
    var runner = CommandRunner("/bin/sh")
    runner.folder = project.folder.path
    let result = try await runner.run([
      "-c", "ulimit -d \(limit); exec \"$0\" run .", ProjectPaths.curlew,
    ])
    #expect(result.status == 1, "\(result.errorText)")
    #expect(result.outputText.contains("body-too-large"))
    #expect(result.outputText.contains("67108864"))
    await server.stop()
  }

  @Test func `a failing assertion on whatever a server sends leaves the report well-formed`()
    async throws
  {
    let bytes: [UInt8] =
      Array("bad \u{0}\u{1B}[31m ]]> &amp; <x> ::error::x\r\u{7}\u{7F}\u{FFFE}\u{FFFF} ".utf8)
      + [0xFF, 0xFE, 0xED, 0xA0, 0x80, 0xC0]
    let server = try await FixtureServer.start { request in
      .bytes(bytes, type: request.path == "/json" ? "application/json" : "text/plain")
        .adding("X-Odd", "\u{80}]]>\u{9F}")
    }
    let project = try CommandProject(
      base: server.url,
      scenario: #"""
        steps:
          - step: "odd ]]> \e name"
            continue: true
            GET: /text
            expect:
              headers: { X-Odd: plain }
              text: { equals: x }
              that: ["${response.text == 'x'}"]
          - step: not JSON
            GET: /json
            expect: { json: { $.a: 1 } }
        """#
    )
    for report in ["junit=junit.xml", "junit=-"] {
      let ending = try await project.run("run", ".", "--report", report, "--color", "never")
      #expect(ending.status == 1)
      #expect(!ending.output.utf8.contains(0x1B) && !ending.output.utf8.contains(0))
      let parsed =
        report.hasSuffix("-")
        ? try JUnitReport(Array(ending.output.utf8)) : try project.junit()
      #expect(try parsed.count("failures") == 2)
      #expect(!parsed.text.contains("\n::error"))
    }
    await server.stop()
  }
}
