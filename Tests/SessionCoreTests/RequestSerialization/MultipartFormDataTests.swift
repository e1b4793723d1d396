import CurlTransport
import Locks
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct MultipartFormDataTests {
  @Test
  func `row 27: the bytes are those of AFNetworking`() throws {
    var form = MultipartFormData(boundary: "B")
    form.append("text", name: "f")
    form.append([1, 2], name: "d1", fileName: "a.bin", mimeType: "x/y")
    form.append([], name: "d2", fileName: "b", mimeType: "x/z")
    let bytes = try MultipartSource(form).allBytes()
    let expected =
      "--B\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\ntext"
      + "\r\n--B\r\nContent-Disposition: form-data; name=\"d1\"; filename=\"a.bin\"\r\n"
      + "Content-Type: x/y\r\n\r\n\u{1}\u{2}"
      + "\r\n--B\r\nContent-Disposition: form-data; name=\"d2\"; filename=\"b\"\r\n"
      + "Content-Type: x/z\r\n\r\n\r\n--B--\r\n"
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(form.contentLength == Int64(bytes.count))
    #expect(form.contentType == "multipart/form-data; boundary=B")
  }

  @Test(arguments: [1, 2, 3, 7, 64, 4096])
  func `any size of buffer gives the same bytes`(size: Int) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(0...255), to: "a.png")
    var form = MultipartFormData(boundary: "B")
    form.append("text", name: "f")
    try form.append(file: path, name: "p")
    let source = MultipartSource(form)
    #expect(try source.allBytes(size: size) == MultipartSource(form).allBytes())
    #expect(source.rewind())
    #expect(try source.allBytes(size: size).count == Int(form.contentLength))
  }

  @Test
  func `who looks at a form gets the bytes that are sent, or none`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("abc", to: "a.txt")
    var form = MultipartFormData(boundary: "B")
    #expect(form.bytes(atMost: 0) == [])
    try form.append(file: path, name: "p")
    form.append("text", name: "f")
    let length = Int(form.contentLength)
    #expect(try form.bytes(atMost: length) == MultipartSource(form).allBytes())
    #expect(form.bytes(atMost: length - 1) == nil)
    for changed in ["ab", "abcd"] {
      try folder.write(changed, to: "a.txt")
      #expect(form.bytes(atMost: .max) == nil)
    }
    var stream = MultipartFormData()
    stream.append(source: BytesSource([1]), length: 1, name: "s")
    #expect(stream.bytes(atMost: .max) == nil)
  }

  @Test
  func `a boundary is random and of AFNetworking's shape`() {
    let boundary = MultipartFormData.randomBoundary()
    #expect(boundary.wholeMatch(of: /Boundary\+[0-9A-F]{16}/) != nil)
    #expect(boundary != MultipartFormData.randomBoundary())
  }

  @Test
  func `row 29: parameters are the first parts, with raw names`() throws {
    let request = try HTTPRequestSerializer(settings: .init(headers: [:])).multipartRequest(
      "POST",
      URI("http://h/"),
      parameters: ["b": ["c"], "a": .data([0]), "n": nil]
    ) { (form) throws(SessionError) in form.append("x", name: "last") }
    guard case .multipart(let form) = request.body else {
      Issue.record("expected a form, got \(request.body)")
      return
    }
    #expect(form.parts.map(\.name) == ["a", "b[]", "n", "last"])
    #expect(request.headers["Content-Type"] == form.contentType)
  }

  @Test(arguments: [
    ("a.cer", "application/x-x509-ca-cert"), ("b.unknown", "application/octet-stream"),
    ("c.PNG", "image/png"), ("plain", "application/octet-stream"),
    (".json", "application/octet-stream"),
  ])
  func `row 30: a file part has the file's name and type`(name: String, type: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: name)
    var form = MultipartFormData(boundary: "B")
    try form.append(file: "file://\(path)", name: "f")
    let text = String(decoding: try MultipartSource(form).allBytes(), as: UTF8.self)
    #expect(text.contains("name=\"f\"; filename=\"\(name)\"\r\nContent-Type: \(type)\r\n"))
  }

  @Test(arguments: [
    ("http://h/a", "Expected URL to be a file URL"), ("/no/such/file", "File URL not reachable."),
    ("/tmp", "the path is not a regular file"),
  ])
  func `row 31: what is no readable file is refused`(file: String, message: String) throws {
    var form = MultipartFormData()
    let error = try #require(throws: SessionError.self) { try form.append(file: file, name: "f") }
    #expect(error.code.rawValue == -1000)
    #expect(error.message == message)
    #expect(form.isEmpty)
  }

  @Test(arguments: [(3, true), (2, false), (4, false)])
  func `row 32: a stream must give as many bytes as it said`(length: Int64, isRight: Bool) throws {
    var form = MultipartFormData(boundary: "B")
    form.append(source: BytesSource([1, 2, 3]), length: length, name: "s", fileName: "s.bin")
    if isRight {
      #expect(try MultipartSource(form).allBytes().count == Int(form.contentLength))
    } else {
      #expect(throws: SessionError.self) { try MultipartSource(form).allBytes() }
    }
  }

  @Test
  func `row 35: a form without parts leaves the request as it was`() throws {
    let request = try HTTPRequestSerializer(settings: .init(headers: [:]))
      .multipartRequest("POST", URI("http://h/")) { (_) throws(SessionError) in }
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    #expect(request.body.text == "")
  }

  @Test(arguments: ["GET", "HEAD", "get"])
  func `row 38: a method without body is refused`(method: String) {
    #expect(throws: SessionError.self) {
      try HTTPRequestSerializer().multipartRequest(method, URI("http://h/")) {
        (form) throws(SessionError) in form.append("x", name: "a")
      }
    }
  }

  @Test
  func `row 37: a form written to a file has the same bytes`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    var form = MultipartFormData(boundary: "B")
    form.append(Array(repeating: 9, count: 100_000), name: "a", fileName: "a", mimeType: "x/y")
    try form.append(file: try folder.write("text", to: "b.txt"), name: "b")
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/upload"))
    request.headers["Content-Type"] = form.contentType
    request.body = .multipart(form)
    _ = try await URLSessionManager().data(for: request)
    request.body = try form.write(to: folder.path("form"))
    _ = try await URLSessionManager().data(for: request)
    let requests = server.requests
    #expect(requests[0].body == requests[1].body)
    #expect(requests.map(\.bodyLength) == [Int(form.contentLength), Int(form.contentLength)])
    for request in requests {
      #expect(request.header("Content-Length") == "\(form.contentLength)", "row 28")
      #expect(request.header("Transfer-Encoding") == nil, "row 28")
    }
    #expect(throws: SessionError.self) { try form.write(to: folder.path("form")) }
  }

  @Test
  func `row 39: names cannot inject headers`() throws {
    var form = MultipartFormData(boundary: "B")
    form.append([], name: "a\"\r\nX: 1", fileName: "f\"\n.txt", mimeType: "t/x\r\nY: 2")
    form.append("b", name: "n\r\n--B--\r\n")
    let text = String(decoding: try MultipartSource(form).allBytes(), as: UTF8.self)
    #expect(
      text
        == "--B\r\nContent-Disposition: form-data; name=\"a%22%0D%0AX: 1\"; "
        + "filename=\"f%22%0A.txt\"\r\nContent-Type: t/xY: 2\r\n\r\n"
        + "\r\n--B\r\nContent-Disposition: form-data; name=\"n%0D%0A--B--%0D%0A\"\r\n\r\nb"
        + "\r\n--B--\r\n"
    )
    #expect(form.contentLength == Int64(text.utf8.count))
  }

  @Test
  func `row 39: a file's name cannot inject headers`() async throws {
    let server = try await FixtureServer.start()
    let folder = try TemporaryFolder()
    let path = try folder.write("text", to: "a\"\r\nX-Evil: 1\r\n.txt")
    var form = MultipartFormData(boundary: "B")
    try form.append(file: path, name: "f")
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/echo"))
    request.headers["Content-Type"] = form.contentType
    request.body = .multipart(form)
    _ = try await URLSessionManager().data(for: request)
    let sent = try await server.nextRequest()
    #expect(
      sent.text
        == "--B\r\nContent-Disposition: form-data; name=\"f\"; "
        + "filename=\"a%22%0D%0AX-Evil: 1%0D%0A.txt\"\r\nContent-Type: text/plain\r\n\r\ntext"
        + "\r\n--B--\r\n"
    )
  }

  @Test(arguments: [2, 4])
  func `row 32: a stream of the wrong length ends its request with an error`(
    length: Int64
  ) async throws {
    let server = try await FixtureServer.start()
    var form = MultipartFormData(boundary: "B")
    form.append(source: BytesSource([1, 2, 3]), length: length, name: "s", fileName: "s.bin")
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/upload"))
    request.body = .multipart(form)
    let sent = request
    let error = try await sessionError { () async throws(SessionError) in
      try await URLSessionManager().data(for: sent)
    }
    #expect(error.code.rawValue == -1021)
    #expect(error.message.contains("\(length)"))
  }
}

extension BodySource {
  /// All bytes up to the end, read with buffers of `size`.
  func allBytes(size: Int = 1000) throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let storage = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
      defer { unsafe storage.deallocate() }
      var span = unsafe OutputRawSpan(buffer: storage, initializedCount: 0)
      let state = try read(into: &span)
      all += unsafe [UInt8](storage.prefix(span.byteCount))
      if state == .end { return all }
    }
  }
}

/// Bytes that can be read once or, if asked, again.
final class BytesSource: BodySource {
  private let bytes: [UInt8]
  private let canRewind: Bool
  private let place = Locked(0)

  init(_ bytes: [UInt8], canRewind: Bool = false) {
    self.bytes = bytes
    self.canRewind = canRewind
  }

  var length: Int64? { nil }

  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState {
    let start = place.withLock { $0 }
    let count = buffer.append(contentsOf: bytes[start...])
    place.withLock { $0 += count }
    return count == 0 ? .end : .more
  }

  func rewind() -> Bool {
    if canRewind { place.withLock { $0 = 0 } }
    return canRewind || place.withLock { $0 } == 0
  }
}
