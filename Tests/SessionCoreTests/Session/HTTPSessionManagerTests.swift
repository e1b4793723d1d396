import Documents
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HTTPSessionManagerTests {
  @Test
  func `row 64: references resolve against the base, the empty one is the base`() throws {
    let manager = try HTTPSessionManager(baseURL: "http://example.com/v1")
    #expect(try manager.url("").text == "http://example.com/v1/")
    #expect(try manager.url("foo").text == "http://example.com/v1/foo")
    #expect(try manager.url("/foo/").text == "http://example.com/foo/")
    #expect(try manager.url("http://example2.com/").text == "http://example2.com/")
    #expect(try HTTPSessionManager().url("http://h/x").text == "http://h/x")
  }

  @Test(arguments: ["http://h:x/", "ftp://h/", "h", "http:///x"])
  func `a base that is no HTTP URL is refused`(base: String) {
    let error = #expect(throws: SessionError.self) { try HTTPSessionManager(baseURL: base) }
    #expect(error?.code == .badURL)
  }

  @Test
  func `row 65: six verbs arrive with their parameters`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url + "/echo")
    let parameters: ParameterValue = ["b": ["x": 1], "a": "y z"]
    try await api.get("", parameters: parameters)
    try await api.delete("", parameters: parameters)
    try await api.post("", parameters: parameters)
    try await api.put("", parameters: parameters)
    try await api.patch("", parameters: parameters)
    try await api.head("", parameters: parameters)
    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "DELETE", "POST", "PUT", "PATCH", "HEAD"])
    #expect(
      requests.map(\.query) == [
        "a=y%20z&b%5Bx%5D=1", "a=y%20z&b%5Bx%5D=1", nil, nil, nil, "a=y%20z&b%5Bx%5D=1",
      ]
    )
    for request in requests[2...4] {
      #expect(request.text == "a=y%20z&b%5Bx%5D=1")
      #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
      #expect(request.header("Content-Length") == "18")
    }
    #expect(requests[0].header("Accept-Language") != nil)
    #expect(requests[0].header("User-Agent")?.contains("Linux") == true)
  }

  @Test
  func `rows 28, 65: a form in parts is posted with its exact length`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    try await api.post("echo", parameters: ["a": "1"]) { (form) throws(SessionError) in
      form.append("x", name: "b")
    }
    let request = try await server.nextRequest()
    #expect(request.header("Content-Length") == "\(request.body.count)")
    #expect(request.header("Transfer-Encoding") == nil)
    #expect(request.header("Expect") == nil)
    #expect(
      request.header("Content-Type")?.hasPrefix("multipart/form-data; boundary=Boundary+") == true
    )
    #expect(request.text.hasSuffix("--\r\n"))
  }

  @Test
  func `row 65: a form in parts is posted with callbacks`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    let progress = Collected<TransferProgress>()
    let result = await withCheckedContinuation { continuation in
      let task = api.post(
        "echo",
        parameters: ["a": "1"],
        form: { (form) throws(SessionError) in form.append("x", name: "b") },
        progress: { progress.append($0) },
        completion: { continuation.resume(returning: $0) }
      )
      #expect(task?.kind == .upload)
    }
    #expect(result.error == nil)
    #expect(progress.all.last?.fractionCompleted == 1)
    let request = try await server.nextRequest()
    #expect(request.text.contains("name=\"a\"") && request.text.contains("name=\"b\""))
    let failed = await withCheckedContinuation { continuation in
      let task = api.post(
        "echo",
        form: { (form) throws(SessionError) in try form.append(file: "/no/such", name: "f") },
        completion: { continuation.resume(returning: $0) }
      )
      #expect(task == nil)
    }
    #expect(failed.error?.message == "File URL not reachable.")
    #expect(server.counts.requests == 1)
  }

  @Test
  func `row 66: a head has no body and is a success`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    let result = await finished { api.head("json", completion: $0) }
    #expect(result.error == nil)
    #expect(result.response?.status == 200)
    #expect(result.data.isEmpty)
  }

  @Test
  func `row 67: parameters that cannot be encoded send nothing and fail once`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(
      baseURL: server.url,
      requestSerializer: JSONRequestSerializer()
    )
    let results = Collected<DataResponse<JSONValue>>()
    let result = await withCheckedContinuation { continuation in
      let task = api.post("echo", parameters: "no JSON") {
        results.append($0)
        continuation.resume(returning: $0)
      }
      #expect(task == nil)
    }
    #expect(result.error?.code.rawValue == -1016)
    #expect(results.all.count == 1)
    #expect(server.counts.requests == 0)
    #expect(api.session.tasks.isEmpty)
  }

  @Test
  func `a URL that cannot be read is an error, not a stop`() async throws {
    let api = try HTTPSessionManager(baseURL: "http://127.0.0.1/")
    let result = await finished { api.get("http://h:x/", completion: $0) }
    #expect(result.error?.code.rawValue == -1000)
  }

  @Test
  func `JSON is decoded and a bad status is thrown with its body`() async throws {
    let server = try await FixtureServer.start { request in
      .json(#"{"path": "\#(request.path)"}"#, status: request.path == "/bad" ? 422 : 200)
    }
    let api = try HTTPSessionManager(baseURL: server.url)
    let good = try await api.get("good")
    #expect(good.object?["path"] == "/good")
    #expect(good.metrics?.hops.count == 1)
    let error = try await sessionError { () async throws(SessionError) in try await api.get("bad") }
    #expect(error.code == .badServerResponse)
    #expect(error.message == "Request failed: Unprocessable Content (422)")
    #expect(error.data == Array(#"{"path": "/bad"}"#.utf8))
    #expect(error.response?.status == 422)
  }
}
