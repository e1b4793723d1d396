import CurlTransport
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CurlCommandLineTests {
  @Test
  func `a word is quoted as a shell needs it`() throws {
    let request = SessionRequest(
      method: "POST",
      url: try URI("http://h/a?b='c'&d=$(x)"),
      headers: ["X-A": "it's", "X-Empty": ""],
      body: .bytes(Array("a'b".utf8))
    )
    #expect(
      CurlCommandLine(request).text
        == "curl -X POST -H 'X-A: it'\\''s' -H 'X-Empty;' -H Content-Type: "
        + "--data-raw 'a'\\''b' --globoff 'http://h/a?b='\\''c'\\''&d=$(x)'"
    )
  }

  @Test
  func `an address of IPv6 to connect to has brackets`() throws {
    var request = SessionRequest(url: try URI("http://h/"))
    request.transport = TransferOptions()
    request.transport?.connectTo = [.init(host: "h", toHost: "::1", toPort: 81)]
    let words = CurlCommandLine(request).words
    #expect(words.contains("h::[::1]:81"))
  }

  @Test(arguments: [
    Array("a=1&b='x' \"$HOME\" \\ `id` @file".utf8), [0, 1, 255, 10, 37],
    Array("@/etc/passwd".utf8),
  ])
  func `row 105: a shell sends the same bytes`(body: [UInt8]) async throws {
    let server = try await FixtureServer.start()
    let request = SessionRequest(
      method: "PUT",
      url: try URI(server.url + "/echo?q=[1]{2}&r='x'$y"),
      headers: ["X-A": "it's \"quoted\" $HOME", "Content-Type": "x/y"],
      body: .bytes(body)
    )
    _ = try await URLSessionManager().data(for: request)
    let line = CurlCommandLine(request).text + " -s -o /dev/null"
    let result = try await CommandRunner("/bin/sh").run(["-c", line])
    let requests = server.requests
    try #require(result.status == 0 && requests.count == 2)
    #expect(requests[1].method == "PUT")
    #expect(requests[1].target == requests[0].target)
    #expect(requests[1].body == requests[0].body)
    #expect(requests[1].header("X-A") == requests[0].header("X-A"))
    #expect(requests[1].header("Content-Type") == "x/y")
  }

  /// Runs a command in a shell.
  private func run(_ command: CurlCommandLine, in folder: TemporaryFolder) async throws -> Int32? {
    var shell = CommandRunner("/bin/sh")
    shell.folder = folder.path
    return try await shell.run(
      ["-c", command.text.replacing("curl ", with: "curl -s -o /dev/null ")]
    ).status
  }

  private static let ways:
    [(String, @Sendable (inout SessionRequest, TemporaryFolder) throws -> Void)] = [
      ("get", { _, _ in }), ("head", { request, _ in request.method = "HEAD" }),
      ("delete", { request, _ in request.method = "DELETE" }),
      (
        "empty post",
        { request, _ in
          request.method = "POST"
          request.body = .bytes([])
        }
      ),
      ("get with a body", { request, _ in request.body = .bytes(Array("q".utf8)) }),
      (
        "file",
        { request, folder in
          request.method = "POST"
          request.body = .file(path: try folder.write([0, 13, 10, 0xFF], to: "it's a file"))
        }
      ),
      (
        "form",
        { request, _ in
          var form = MultipartFormData(boundary: "B")
          form.append("a'b", name: "n\"")
          form.append([0, 10, 39], name: "f", fileName: "x'y.bin", mimeType: "x/y")
          request.method = "POST"
          request.headers["Content-Type"] = form.contentType
          request.body = .multipart(form)
        }
      ),
      ("basic", { request, _ in request.authentication = .basic(user: "u'", password: "p$ä") }),
      ("bearer", { request, _ in request.authentication = .bearer("t'ok") }),
      (
        "user in the URL",
        { request, _ in
          request.url = try URI(request.url.text.replacing("http://", with: "http://u:p%40@"))
        }
      ),
      (
        "codings asked for",
        { request, _ in
          request.transport = TransferOptions()
          request.transport?.decodesContent = false
          request.transport?.asksForCodings = true
        }
      ),
      (
        "codings not asked for",
        { request, _ in
          request.transport = TransferOptions()
          request.transport?.asksForCodings = false
        }
      ),
      (
        "no proxy for one host",
        { request, _ in
          request.transport = TransferOptions()
          request.transport?.proxy = .url("http://127.0.0.1:1")
          request.transport?.proxyExceptions = ["localhost", "127.0.0.1"]
          request.transport?.rateLimit = 1_000_000
        }
      ),
      (
        "digest",
        { request, _ in
          request.url = try request.url.resolving("/digest-auth/u/p")
          request.authentication = .digest(user: "u", password: "p")
        }
      ),
    ]

  @Test(arguments: ways.indices)
  func `row 105: whatever a request is made of, a shell sends the same`(index: Int) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    var request = SessionRequest(
      url: try URI(server.url + "/echo?a=b"),
      headers: ["X-A": "", "x-b": "1;2"]
    )
    try Self.ways[index].1(&request, folder)
    let sent = request
    let answer = try await URLSessionManager().data(for: sent)
    let count = server.counts.requests
    let last = try #require(server.requests.last)
    #expect(try await run(CurlCommandLine(sent), in: folder) == 0)
    let ran = try #require(server.requests.last)
    #expect(server.counts.requests == 2 * count)
    #expect(ran.method == last.method)
    #expect(ran.target == last.target)
    #expect(ran.body == last.body)
    // What curl sends of its own accord, and what is new each time.
    let own: Set<String> = ["user-agent", "accept", "accept-encoding", "authorization"]
    func fields(_ request: FixtureRequest) -> [String] {
      request.headers.filter { !own.contains($0.name.lowercased()) }
        .map { "\($0.name): \($0.value)" }.sorted()
    }
    #expect(fields(ran) == fields(last))
    if Self.ways[index].0.hasPrefix("codings") {
      #expect(ran.header("Accept-Encoding") == last.header("Accept-Encoding"))
    }
    let schemes = [ran, last].map { $0.header("Authorization") }
    if Self.ways[index].0 == "digest" {
      #expect(schemes.allSatisfy { $0?.hasPrefix("Digest ") == true })
      #expect(answer.response.status == 200)
    } else {
      #expect(schemes[0] == schemes[1])
    }
  }

  @Test(arguments: [nil, "multipart/mixed"])
  func `a form with files keeps the names and types of all its parts`(type: String?) async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    try folder.write("a\0b", to: "it's \"x\".bin")
    var form = MultipartFormData(boundary: "B", type: type)
    form.append("@plain; type=x", name: "plain")
    form.append(
      Array("@\"q\" \\ y".utf8),
      name: "named",
      fileName: "f \\ n.txt",
      mimeType: "text/x; charset=utf-8"
    )
    try form.append(file: folder.path("it's \"x\".bin"), name: "own")
    try form.append(
      file: folder.path("it's \"x\".bin"),
      name: "other",
      fileName: "n;a.txt",
      mimeType: "a/b"
    )
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/echo"))
    request.headers["Content-Type"] = form.contentType
    request.body = .multipart(form)
    _ = try await URLSessionManager().data(for: request)
    #expect(try await run(CurlCommandLine(request), in: folder) == 0)
    let bodies = server.requests.map { request in
      let boundary = request.header("Content-Type")?.split(separator: "boundary=").last ?? "?"
      return String(decoding: request.body, as: UTF8.self).replacing(boundary, with: "B")
    }
    #expect(bodies.count == 2)
    #expect(bodies.first == bodies.last)
    let types = server.requests.map { $0.header("Content-Type")?.split(separator: ";").first }
    #expect(types.allSatisfy { $0 == Substring(type ?? "multipart/form-data") }, "\(types)")
  }
}
