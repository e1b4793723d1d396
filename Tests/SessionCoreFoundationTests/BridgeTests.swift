import Foundation
import FoundationNetworking
import SessionCore
import SessionCoreFoundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BridgeTests {
  @Test
  func `a request of Foundation is sent as it is`() async throws {
    let server = try await FixtureServer.start()
    var request = URLRequest(url: try #require(URL(string: server.url + "/echo?a=1")))
    request.httpMethod = "PUT"
    request.httpBody = Data("hello".utf8)
    request.setValue("text/x", forHTTPHeaderField: "Content-Type")
    let (data, response) = try await URLSessionManager().data(for: request)
    #expect(!data.isEmpty)
    let head = try #require(response as? HTTPURLResponse)
    #expect(head.statusCode == 200)
    #expect(head.url?.absoluteString == server.url + "/echo?a=1")
    #expect(head.mimeType == "application/json")
    let seen = try #require(server.requests.first)
    #expect(seen.method == "PUT")
    #expect(seen.text == "hello")
    #expect(seen.header("Content-Type") == "text/x")
  }

  @Test
  func `attributes of requests are the same on both sides`() throws {
    var request = URLRequest(url: try #require(URL(string: "https://h/x")))
    request.timeoutInterval = 7.5
    request.cachePolicy = .returnCacheDataDontLoad
    request.allowsCellularAccess = false
    request.httpShouldHandleCookies = false
    request.networkServiceType = .voice
    let taken = try SessionRequest(request)
    #expect(taken.attributes.timeoutInterval == .milliseconds(7500))
    #expect(taken.attributes.cachePolicy == .returnCacheDataDontLoad)
    #expect(!taken.attributes.allowsCellularAccess)
    #expect(!taken.attributes.handlesCookies)
    #expect(taken.attributes.networkServiceType == .voice)
    let back = try URLRequest(taken)
    #expect(back.timeoutInterval == 7.5)
    #expect(back.cachePolicy == .returnCacheDataDontLoad)
    #expect(!back.allowsCellularAccess)
    #expect(back.networkServiceType == .voice)
    #expect(back.httpMethod == "GET")
  }

  @Test
  func `what cannot be taken over is an error with its code`() throws {
    var stream = URLRequest(url: try #require(URL(string: "https://h/x")))
    stream.httpBodyStream = InputStream(data: Data("x".utf8))
    let taken = #expect(throws: SessionError.self) { try SessionRequest(stream) }
    #expect(taken?.code == .requestBodyStreamExhausted)
    let form = SessionRequest(
      method: "POST",
      url: try URI("https://h/"),
      body: .multipart(MultipartFormData())
    )
    let given = #expect(throws: SessionError.self) { try URLRequest(form) }
    #expect(given?.code == .requestBodyStreamExhausted)
    let web = #expect(throws: SessionError.self) {
      try RequestBody.file(at: #require(URL(string: "https://h/x")))
    }
    #expect(web?.code == .badURL)
    let plain = URLResponse(
      url: try #require(URL(string: "file:///x")),
      mimeType: nil,
      expectedContentLength: 0,
      textEncodingName: nil
    )
    let head = #expect(throws: SessionError.self) { try SessionResponse(plain) }
    #expect(head?.code == .badServerResponse)
  }

  @Test
  func `heads, bodies and URLs go both ways`() throws {
    let url = try #require(URL(string: "https://h/a%20b?c=d#e"))
    #expect(try URI(url).text == "https://h/a%20b?c=d#e")
    #expect(URL(try URI("https://h/a%20b?c=d#e")) == url)
    let response = SessionResponse(
      url: try URI("https://h/x"),
      status: 404,
      headers: ["Content-Type": "text/plain; charset=utf-8", "Via": "a"]
    )
    let head = try #require(HTTPURLResponse(response))
    #expect(head.statusCode == 404)
    #expect(head.value(forHTTPHeaderField: "Content-Type") == "text/plain; charset=utf-8")
    let back = try SessionResponse(head)
    #expect(back.status == 404)
    #expect(back.headers["Via"] == "a")
    #expect(back.url.text == "https://h/x")
    guard case .bytes(let bytes) = RequestBody.data(Data("ab".utf8)) else {
      Issue.record("expected bytes")
      return
    }
    #expect(bytes == Array("ab".utf8))
    #expect(ParameterValue(Date(timeIntervalSince1970: 5)) == .date(5))
    #expect(ParameterValue(Data("ab".utf8)) == .data(Array("ab".utf8)))
    let error = SessionError(code: .badURL, message: "m", failingURL: "https://h/", data: [1, 2])
    #expect(error.body == Data([1, 2]))
    #expect(error.url?.host() == "h")
  }
}
