import Documents
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct DecodableResponseSerializerTests {
  private struct Order: Codable, Hashable, Sendable {
    var id: Int
    var placedBy: String?
  }

  private func order(
    _ text: String,
    _ status: Int = 200,
    type: String? = "application/json",
    method: String? = nil
  ) throws -> SerializedResponse<[Order]> {
    let request = try method.map { SessionRequest(method: $0, url: try URI("http://h/")) }
    return DecodableResponseSerializer([Order].self, keys: .snakeCase)
      .serialize(.fixture(status, type: type), data: Array(text.utf8), for: request)
  }

  @Test
  func `a body becomes a value, over the wire`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/none" ? .status(204) : .json(#"[{"id": 1, "placed_by": "ada"}]"#)
    }
    let session = URLSessionManager()
    let serializer = DecodableResponseSerializer([Order].self, keys: .snakeCase)
    for method in ["GET", "HEAD"] {
      let request = SessionRequest(method: method, url: try URI(server.url))
      let result = await session.response(for: request, serializer: serializer)
      #expect(result.error == nil)
      #expect(result.object == (method == "GET" ? [Order(id: 1, placedBy: "ada")] : nil))
      let told = await finished { completion in
        session.dataTask(with: request, serializer: serializer, completion: completion)
      }
      #expect(told.object == result.object)
      #expect(told.error == nil)
    }
    let none = SessionRequest(url: try URI(server.url + "/none"))
    #expect(try await session.response(for: none, serializer: serializer).get() == nil)
  }

  @Test
  func `what does not fit names its place`() throws {
    let text = #"[{"id": 1}, {"id": 2}, {"id": "three"}]"#
    let error = try #require(try order(text).error)
    #expect(error.message == "$[2].id: expected an integer, got a string")
    #expect(error.domain == .cocoa)
    #expect(error.code == .undecodableValue)
    #expect(error.data == Array(text.utf8))
    let missing = try #require(try order("[{}]").error)
    #expect(missing.message == "$[0].id: expected a value, got nothing")
  }

  @Test
  func `a bad status lies beneath what does not fit, and stands beside what does`() throws {
    let good = try order(#"[{"id": 1}]"#, 404)
    #expect(good.object == [Order(id: 1)])
    #expect(good.error?.code == .badServerResponse)
    let bad = try order("{}", 500)
    #expect(bad.object == nil)
    #expect(bad.error?.code == .undecodableValue)
    #expect(bad.error?.underlying?.code == .badServerResponse)
    #expect(try order("[]", type: "text/html").error?.code == .cannotDecodeContentData)
  }

  @Test(
    arguments: [
      (200, nil, -1014), (200, "GET", -1014), (200, "head", nil), (200, "HEAD", nil),
      (204, "GET", nil), (205, nil, nil), (404, "HEAD", -1011),
    ] as [(Int, String?, Int?)]
  )
  func `an empty body is an error unless method or status allows it`(
    status: Int,
    method: String?,
    code: Int?
  ) throws {
    let result = try order("", status, type: nil, method: method)
    #expect(result.object == nil)
    #expect(result.error?.code.rawValue == code)
  }

  @Test
  func `broken JSON is told apart from JSON that does not fit`() throws {
    #expect(try order("[{]").error?.code == .corruptDocument)
    let lone = DecodableResponseSerializer(Int.self)
      .serialize(.fixture(200, type: "application/json"), data: Array("7".utf8))
    #expect(lone.object == 7)
  }

  @Test
  func `an archive keeps all settings`() throws {
    var serializer = DecodableResponseSerializer(Order.self, keys: .snakeCase)
    serializer.emptyResponseCodes = [299]
    serializer.emptyRequestMethods = ["OPTIONS"]
    #expect(try SessionCodingTests.copy(serializer) == serializer)
  }
}

@Suite(.timeLimit(.minutes(5))) struct DataPreprocessorTests {
  private func json(
    _ text: String,
    by preprocessor: some DataPreprocessor,
    _ status: Int = 200
  ) -> SerializedResponse<JSONValue> {
    JSONResponseSerializer().preprocessed(by: preprocessor)
      .serialize(.fixture(status, type: "application/json"), data: Array(text.utf8))
  }

  @Test
  func `the prefix is taken off, and only that`() {
    #expect(json(")]}',\n{\"a\": 1}", by: .googleXSSI).object == ["a": 1])
    #expect(json(#"{"a": 1}"#, by: .googleXSSI).object == ["a": 1])
    #expect(json(")]}',{\"a\": 1}", by: .googleXSSI).error?.code == .corruptDocument)
    #expect(json(")]}',\n{}", by: .passthrough).error?.code == .corruptDocument)
    #expect(json(#"{"a": 1}"#, by: .passthrough).object == ["a": 1])
    // What is left of it stands for nothing.
    #expect(json(")]}',\n", by: .googleXSSI).error == nil)
  }

  @Test
  func `every decoding serializer can be given one`() throws {
    let text = StringResponseSerializer().preprocessed(by: .googleXSSI)
    let data = Array(")]}',\n7".utf8)
    #expect(text.serialize(.fixture(200), data: data).object == "7")
    let number = DecodableResponseSerializer(Int.self).preprocessed(by: .googleXSSI)
    #expect(number.serialize(.fixture(200, type: "text/json"), data: data).object == 7)
    let request = SessionRequest(method: "HEAD", url: try URI("http://h/"))
    let head = number.serialize(.fixture(200), data: [], for: request)
    #expect(head.object == nil)
    #expect(head.error == nil)
    #expect(
      AnyResponseSerializer(number).serialize(.fixture(200), data: [], for: request).error == nil
    )
  }

  @Test
  func `a body that cannot be changed is an error, over that of the status`() {
    struct Refusing: DataPreprocessor {
      func preprocess(_ data: [UInt8]) throws(SessionError) -> [UInt8] {
        throw SessionError(code: .cannotDecodeRawData, message: "no")
      }
    }
    let result = json("{}", by: Refusing(), 500)
    #expect(result.object == nil)
    #expect(result.error?.code == .cannotDecodeRawData)
    #expect(result.error?.underlying?.code == .badServerResponse)
  }
}
