import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct HTTPRequestSerializerTests {
  private let plain = HTTPRequestSerializer(settings: .init(headers: [:]))

  private func request(
    _ method: String,
    _ url: String = "http://h/a",
    _ parameters: ParameterValue? = nil,
    headers: HTTPHeaders = [:]
  ) throws -> SessionRequest {
    try plain.request(method, URI(url), parameters: parameters, headers: headers)
  }

  @Test
  func `row 01: a form goes into the body with its content type`() throws {
    let request = try request("POST", "http://h/a", ["b": 1, "a": "x y"])
    #expect(request.body.text == "a=x%20y&b=1")
    #expect(request.headers["content-type"] == "application/x-www-form-urlencoded")
  }

  @Test
  func `row 02: a post without parameters has an empty body and the content type`() throws {
    let request = try request("POST")
    #expect(request.body.text == "")
    #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test(
    arguments: [
      ("http://h/a", ["k": "v"], "http://h/a?k=v"),
      ("http://h/a", [:], "http://h/a"), ("http://h/a", nil, "http://h/a"),
      ("http://h/a?b=c", ["k": "v"], "http://h/a?b=c&k=v"),
      ("http://h/a?", ["k": "v"], "http://h/a?&k=v"),
      ("http://h/a#f", ["k": "v"], "http://h/a?k=v#f"), ("http://h/a", "S", "http://h/a?=S"),
    ] as [(String, ParameterValue?, String)]
  )
  func `rows 03, 04, 11, 12, 16: the query goes into the URL`(
    url: String,
    parameters: ParameterValue?,
    whole: String
  ) throws {
    let request = try request("GET", url, parameters)
    #expect(request.url.text == whole)
    #expect(request.body.length == 0)
    #expect(!request.headers.contains("Content-Type"))
  }

  @Test
  func `row 13: a method in lower case is known all the same`() throws {
    #expect(try request("get", "http://h/", ["k": 1]).url.text == "http://h/?k=1")
    #expect(try request("get").method == "get")
  }

  @Test
  func `row 14: the methods that have a query can be changed`() throws {
    var serializer = plain
    serializer.settings.methodsEncodingParametersInURI.insert("POST")
    let request = try serializer.request("POST", URI("http://h/"), parameters: ["k": 1])
    #expect(request.url.text == "http://h/?k=1")
  }

  @Test
  func `row 15: a function of one's own writes the query, and its error is the error`() throws {
    var serializer = plain
    serializer.settings.querySerialization = { (_, _) throws(SessionError) in "as=is&(x)" }
    #expect(
      try serializer.request("GET", URI("http://h/"), parameters: ["k": 1]).url.text
        == "http://h/?as=is&(x)"
    )
    serializer.settings.querySerialization = { (_, _) throws(SessionError) in
      throw SessionError(code: .init(rawValue: 77), message: "no")
    }
    let error = try #require(throws: SessionError.self) {
      try serializer.request("GET", URI("http://h/"), parameters: ["k": 1])
    }
    #expect(error.code.rawValue == 77)
  }

  @Test
  func `rows 19, 20: headers are set, got and removed, the nearer one wins`() throws {
    var serializer = plain
    serializer.settings.headers["X-A"] = "default"
    #expect(serializer.settings.headers["x-a"] == "default")
    var own = SessionRequest(url: try URI("http://h/"))
    own.headers["x-a"] = "own"
    #expect(try serializer.serialize(nil, into: own).headers.values("X-A") == ["own"])
    let request = try serializer.request("GET", URI("http://h/"), headers: ["x-a": "nearer"])
    #expect(request.headers.values("X-A") == ["nearer"])
    serializer.settings.headers["X-a"] = nil
    #expect(serializer.settings.headers.isEmpty)
  }

  @Test
  func `row 20: a request's header beats the content type of the serializer`() throws {
    let request = try request("POST", headers: ["Content-Type": "text/x"])
    #expect(request.headers.values("content-type") == ["text/x"])
  }

  @Test
  func `row 21: basic authorization is set and cleared`() throws {
    var settings = plain.settings
    settings.setAuthorization(user: "Aladdin", password: "open sesame")
    #expect(settings.headers["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    settings.clearAuthorization()
    #expect(settings.headers["Authorization"] == nil)
  }

  @Test
  func `row 22: a thousand concurrent header writes are safe`() async throws {
    let manager = try HTTPSessionManager()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<1000 {
        group.addTask {
          manager.updateRequestSettings { $0.headers["X-\(index % 100)"] = "\(index)" }
        }
      }
    }
    let headers = manager.requestSerializer.settings.headers
    #expect(headers.fields.count { $0.name.hasPrefix("X-") } == 100)
  }

  @Test
  func `rows 23, 24: only touched attributes are applied, also those set to a default`() throws {
    var serializer = plain
    var touched = SessionRequest(url: try URI("http://h/"))
    touched.attributes.handlesCookies = false
    touched.attributes.usesPipelining = true
    touched.attributes.timeoutInterval = .seconds(7)
    serializer.settings.attributes.apply(to: &touched.attributes)
    #expect(touched.attributes.timeoutInterval == .seconds(7))
    serializer.settings.attributes.handlesCookies = true
    serializer.settings.attributes.apply(to: &touched.attributes)
    #expect(touched.attributes.handlesCookies)
    #expect(touched.attributes.usesPipelining)

    serializer.settings.attributes.allowsCellularAccess = false
    serializer.settings.attributes.cachePolicy = .returnCacheDataElseLoad
    serializer.settings.attributes.usesPipelining = false
    serializer.settings.attributes.networkServiceType = .video
    serializer.settings.attributes.timeoutInterval = .seconds(3)
    let attributes = try serializer.request("GET", URI("http://h/")).attributes
    #expect(!attributes.allowsCellularAccess)
    #expect(attributes.cachePolicy == .returnCacheDataElseLoad)
    #expect(attributes.networkServiceType == .video)
    #expect(attributes.timeoutInterval == .seconds(3))
  }

  private static let touches: [@Sendable (inout TouchedAttributes, RequestAttributes) -> Void] = [
    { $0.allowsCellularAccess = $1.allowsCellularAccess }, { $0.cachePolicy = $1.cachePolicy },
    { $0.handlesCookies = $1.handlesCookies }, { $0.usesPipelining = $1.usesPipelining },
    { $0.networkServiceType = $1.networkServiceType },
    { $0.timeoutInterval = $1.timeoutInterval },
  ]

  @Test(arguments: touches.indices)
  func `rows 23, 24: each attribute is applied when it is touched, and alone`(index: Int) throws {
    var other = RequestAttributes()
    other.allowsCellularAccess = false
    other.cachePolicy = .returnCacheDataDontLoad
    other.handlesCookies = false
    other.usesPipelining = true
    other.networkServiceType = .background
    other.timeoutInterval = .seconds(7)
    var request = SessionRequest(url: try URI("http://h/"))
    var sets = (0..<2).map { _ in TouchedAttributes() }
    Self.touches[index](&sets[0], other)
    Self.touches[index](&sets[1], RequestAttributes())
    sets[0].apply(to: &request.attributes)
    #expect(request.attributes != RequestAttributes())
    var touched = other
    sets[1].apply(to: &touched)
    #expect(touched != other)
    // What one set has changed, the other changes back: no other attribute took part.
    sets[1].apply(to: &request.attributes)
    #expect(request.attributes == RequestAttributes())
    sets[0].apply(to: &touched)
    #expect(touched == other)
  }

  @Test
  func `row 26: a copy keeps every setting`() throws {
    var serializer = plain
    serializer.settings.headers["X-A"] = "1"
    serializer.settings.methodsEncodingParametersInURI = ["PUT"]
    serializer.settings.attributes.allowsCellularAccess = false
    serializer.settings.attributes.cachePolicy = .returnCacheDataElseLoad
    serializer.settings.attributes.handlesCookies = false
    serializer.settings.attributes.usesPipelining = true
    serializer.settings.attributes.networkServiceType = .voice
    serializer.settings.attributes.timeoutInterval = .seconds(1)
    serializer.settings.queryEncoder.arrays = .repeated
    let copy = serializer
    let attributes = serializer.settings.attributes
    serializer.settings = RequestSerializerSettings(headers: ["X-A": "2"])
    #expect(copy.settings.attributes == attributes)
    let request = try copy.request("PUT", URI("http://h/"), parameters: ["a": [1, 2]])
    #expect(request.url.text == "http://h/?a=1&a=2")
    #expect(request.headers["X-A"] == "1")
    #expect(request.attributes.timeoutInterval == .seconds(1))
    #expect(request.attributes.networkServiceType == .voice)
    serializer.settings.querySerialization = { (_, _) throws(SessionError) in "own" }
    let own = serializer
    serializer.settings.querySerialization = nil
    #expect(
      try own.request("GET", URI("http://h/"), parameters: ["a": 1]).url.text == "http://h/?own"
    )
  }
}

extension RequestBody {
  /// The bytes in memory as text.
  var text: String? {
    if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}
