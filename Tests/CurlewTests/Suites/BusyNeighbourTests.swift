import Glibc
import TestSupport
import Testing

/// Scenarios beside others that keep the machinery busy.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(3)))
struct BusyNeighbourTests {
  /// A name server that takes questions and never answers.
  private final class MuteNameServer {
    let address: String
    private let descriptor: Int32

    /// - Returns: nil where ports below 1024 are not for us, or none is free.
    init?() {
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard descriptor >= 0 else { return nil }
      for last in 10..<250 {
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_port = in_port_t(53).bigEndian
        own.sin_addr.s_addr = (UInt32(127) << 24 | UInt32(53) << 8 | UInt32(last)).bigEndian
        let status = unsafe withUnsafePointer(to: &own) { pointer in
          unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
            unsafe bind(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
        if status == 0 {
          address = "127.0.53.\(last)"
          self.descriptor = descriptor
          return
        }
      }
      close(descriptor)
      return nil
    }

    deinit { close(descriptor) }
  }

  private static let files = [
    "dead.scenario.yaml": """
    scenario: dead
    steps:
      - step: lookup
        GET: http://name.curlew-dead.example/
        options: { timeout: 300ms }
    """,
    "wait.scenario.yaml": """
    scenario: wait
    steps:
      - step: wait
        wait: 200ms
    """,
    "answer.scenario.yaml": """
    scenario: answer
    base: BASE
    steps:
      - step: answer
        GET: /delay/400
        options: { timeout: 50s }
        expect: { status: 200, time: { lt: 50s } }
    """,
  ]

  /// Runs a shell's line of the command with a name server that never answers, or cancels the test.
  private func run(
    _ line: String,
    _ files: [String: String],
    base: String
  ) async throws -> CommandProject.Ending {
    guard let nameServer = MuteNameServer() else {
      try Test.cancel("no name server of the test's own can be had here")
    }
    defer { withExtendedLifetime(nameServer) {} }
    var project = try CommandProject(files.mapValues { $0.replacing("BASE", with: base) })
    project.environment["http_proxy"] = .some(nil)
    // glibc asks five times, so a lookup lasts longer than the command may.
    let configuration = "nameserver \(nameServer.address)\noptions timeout:30 attempts:5\n"
    try project.folder.write(configuration, to: "resolv.conf")
    let probe = try await project.shell(
      "unshare -m sh -c 'mount --bind resolv.conf /etc/resolv.conf'"
    )
    guard probe.status == 0 else {
      try Test.cancel("no mounts of the test's own can be had here: \(probe.all)")
    }
    return try await project.shell(
      "unshare -m sh -c 'mount --bind resolv.conf /etc/resolv.conf && \(line)'"
    )
  }

  @Test func `a name server that never answers holds up the one step that asks it`() async throws {
    let server = try await FixtureServer.start()
    let ending = try await run(
      "exec \"$CURLEW\" run . --jobs 3 --verbose",
      Self.files,
      base: server.url
    )
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.all.contains("timed out after 300 ms during the name lookup"), "\(ending.all)")
    #expect(ending.all.contains("1 errored"), "\(ending.all)")
    #expect(ending.all.contains("2 passed"), "\(ending.all)")
    await server.stop()
  }

  @Test func `an interrupt does not wait for a name server`() async throws {
    let files = [
      "dead.scenario.yaml": """
      scenario: dead
      steps:
        - exec: [touch, begun]
        - step: lookup
          GET: http://name.curlew-dead.example/
          options: { timeout: 10m }
      """
    ]
    let line =
      "\"$CURLEW\" run . --allow-exec & while ! test -e begun; do sleep 0.1; done; sleep 1; "
      + "kill -INT $!; wait $!; echo \"ended with $?\""
    let ending = try await run(line, files, base: "http://127.0.0.1:1")
    #expect(ending.all.contains("ended with 130"), "\(ending.all)")
  }

  @Test func `an expression that takes long fails no other scenario`() async throws {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/tree":
        return .text(
          "<a>" + String(repeating: "<b><c/></b>", count: 150) + "</a>",
          type: "application/xml"
        )
      case _: return .json("{}").after([.wait(milliseconds: 300)])
      }
    }
    let step = """
          - GET: /slow
            options: { timeout: 10s }
            expect: { status: 200, time: { lt: 3s } }

      """
    let project = try CommandProject([
      "busy.scenario.yaml": """
      scenario: busy
      base: \(server.url)
      steps:
        - GET: /tree
          expect:
            xml:
              "count(//b[count(preceding::*[count(following::*) > 1]) > 3])": "> 1"
      """,
      "other.scenario.yaml":
        "scenario: other\nbase: \(server.url)\nsteps:\n" + String(repeating: step, count: 6),
    ])
    let ending = try await project.run("run", ".", "--jobs", "2")
    // What the busy one comes to is its own concern.
    #expect(ending.all.contains("other.scenario.yaml  other  6 steps"), "\(ending.all)")
    #expect(ending.all.contains("✓ other.scenario.yaml"), "\(ending.all)")
    await server.stop()
  }

  @Test func `all of them at once change no other scenario's verdict or time`() async throws {
    let tokens = (0..<10_000).map { #""token-\#($0)-\#($0 &* 7_919)""# }.joined(separator: ",")
    let tree =
      "<a>" + String(repeating: "<b><c/></b>", count: 150) + "</a>"
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/tree": .text(tree, type: "application/xml")
      case "/tokens": .json("[\(tokens)]")
      case "/stalled":
        .script([
          .text("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nthe first bytes"), .untilClosed,
        ])
      case _: .json("{}").after([.wait(milliseconds: 100)])
      }
    }
    var files = Self.files
    files["busy.scenario.yaml"] = """
      scenario: busy
      base: BASE
      steps:
        - GET: /tree
          expect:
            xml:
              "count(//b[count(preceding::*[count(following::*) > 1]) > 3])": "> 1"
      """
    files["secrets.scenario.yaml"] = """
      scenario: secrets
      base: BASE
      steps:
        - GET: /tokens
          expect: { status: 200 }
          capture: { tokens: { json: $, secret: true } }
        - log: "the last is ${tokens[9999]}"
      """
    files["stalled.scenario.yaml"] = """
      scenario: stalled
      base: BASE
      steps:
        - GET: /stalled
          options: { idle-timeout: 500ms, timeout: 30s }
      """
    let step = """
        - GET: /answer
          options: { timeout: 10s }
          expect: { status: 200, time: { lt: 5s } }

      """
    files["answer.scenario.yaml"] =
      "scenario: answer\nbase: BASE\nsteps:\n" + String(repeating: step, count: 12)
    let ending = try await run(
      "exec \"$CURLEW\" run . --jobs 6 --verbose",
      files,
      base: server.url
    )
    for name in ["answer", "wait", "secrets"] {
      #expect(ending.all.contains("✓ \(name).scenario.yaml"), "\(ending.all)")
    }
    #expect(ending.all.contains("the last is •••"), "\(ending.all)")
    #expect(!ending.all.contains("token-9999"), "\(ending.all)")
    #expect(ending.all.contains("timed out after 300 ms during the name lookup"), "\(ending.all)")
    #expect(ending.all.contains("options.idle-timeout of 500ms passed"), "\(ending.all)")
    await server.stop()
  }
}
