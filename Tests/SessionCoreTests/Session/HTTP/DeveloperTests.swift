import Documents
import SessionCore
import TestSupport
import Testing

/// The HTTP session as a Swift developer writes it.
@Suite(.timeLimit(.minutes(5))) struct DeveloperTests {
  private struct Order: Codable, Sendable, Equatable {
    var id: Int
    var placedBy: String?
  }

  private struct Problem: Decodable, Sendable {
    var title: String
  }

  @Test
  func `parameters take variables of any type`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    let page = 2
    let name = "a b"
    let isNew = true
    let tags = ["x", "y"]
    let nothing: Int? = nil
    let weight: Double = 1.5
    try await api.get(
      "echo",
      parameters: [
        "page": page, "name": name, "new": isNew, "tags": tags, "nothing": nothing,
        "weight": weight,
      ]
    )
    #expect(
      server.requests.last?.target
        == "/echo?name=a%20b&new=1&nothing&page=2&tags%5B%5D=x&tags%5B%5D=y&weight=1.5"
    )
    try await api.get("echo", parameters: ["page": page])
    #expect(server.requests.last?.target == "/echo?page=2")
    // What is all literal is what it was, mixed objects inside included.
    try await api.get("echo", parameters: ["a": ["b": 1, "c": "d"], "e": nil])
    #expect(server.requests.last?.target == "/echo?a%5Bb%5D=1&a%5Bc%5D=d&e")
    let dictionary = ["k": page]
    try await api.delete("echo", parameters: Parameters(dictionary))
    #expect(server.requests.last?.target == "/echo?k=2")
  }

  @Test
  func `parameters take values that are Encodable and keep their order`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    api.requestSerializer = JSONRequestSerializer()
    let order = Order(id: 7, placedBy: nil)
    let limit = 5
    try await api.post(
      "echo",
      parameters: [
        "z": order, "filter": ["limit": limit, "order": order] as Parameters,
        "at": ParameterValue.string("now"),
      ]
    )
    #expect(
      server.requests.last?.text
        == #"{"z":{"id":7},"filter":{"limit":5,"order":{"id":7}},"at":"now"}"#
    )
    try await api.put(
      "echo",
      parameters: .encoding(Order(id: 1, placedBy: "ada"), keys: .snakeCase)
    )
    #expect(server.requests.last?.text == #"{"id":1,"placed_by":"ada"}"#)
  }

  @Test
  func `a variable that cannot be encoded is an error, and nothing is sent`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    let number = Double.nan
    let error = try await sessionError { () async throws(SessionError) in
      try await api.get("echo", parameters: ["n": number])
    }
    #expect(error.domain == .requestSerialization)
    let result: DataResponse<JSONValue> = await finished { completion in
      api.get("echo", parameters: ["n": number], completion: completion)
    }
    #expect(result.error?.domain == .requestSerialization)
    #expect(server.counts.requests == 0)
  }

  @Test
  func `a verb gives a value of a type of one's own`() async throws {
    let server = try await FixtureServer.start { request in
      switch request.path {
      case "/orders": .json(#"[{"id": 1, "placed_by": "ada"}, {"id": 2}]"#)
      case "/empty": .status(204)
      case "/wrong": .json(#"{"id": "x"}"#)
      case _: .json(#"{"id": 3}"#)
      }
    }
    let api = try HTTPSessionManager(baseURL: server.url)
    let orders = try await api.get("orders", as: [Order].self, keys: .snakeCase)
    #expect(orders == [Order(id: 1, placedBy: "ada"), Order(id: 2)])
    let id = 3
    #expect(try await api.post("x", parameters: ["id": id], as: Order.self).id == 3)
    #expect(try await api.put("x", as: Order.self).id == 3)
    #expect(try await api.patch("x", as: Order.self).id == 3)
    #expect(try await api.delete("x", as: Order.self).id == 3)
    let empty = try await sessionError { () async throws(SessionError) in
      try await api.get("empty", as: Order.self)
    }
    #expect(empty.code == .zeroByteResource)
    let wrong = try await sessionError { () async throws(SessionError) in
      try await api.get("wrong", as: Order.self)
    }
    #expect(wrong.code == .undecodableValue)
    #expect(wrong.message.contains("$.id"))
  }

  @Test
  func `the error of a 4xx carries the decoded body`() async throws {
    let server = try await FixtureServer.start { request in
      request.path == "/page"
        ? .text("<p>no</p>", type: "text/html", status: 404)
        : .json(#"{"title": "out of stock"}"#, status: 422)
    }
    let api = try HTTPSessionManager(baseURL: server.url)
    for isTyped in [false, true] {
      let error = try await sessionError { () async throws(SessionError) in
        if isTyped {
          _ = try await api.post("orders", as: Order.self)
        } else {
          try await api.post("orders", parameters: ["sku": "A"])
        }
      }
      #expect(error.code == .badServerResponse)
      #expect(error.response?.status == 422)
      let body: JSONValue = ["title": "out of stock"]
      #expect(error.object as? JSONValue == body)
      #expect(try error.decodeBody(as: Problem.self).title == "out of stock")
    }
    let page = try await sessionError { () async throws(SessionError) in
      try await api.get("page", as: Order.self)
    }
    #expect(page.code == .badServerResponse)
    #expect(page.object == nil)
    #expect(throws: SessionError.self) { try page.decodeBody(as: Problem.self) }
    let response: DataResponse<JSONValue> = await finished { completion in
      api.get("orders", completion: completion)
    }
    #expect(throws: SessionError.self) { try response.get() }
    #expect(response.object != nil)
  }

  @Test
  func `a manager reads answers with any serializer, in verbs and callbacks`() async throws {
    let server = try await FixtureServer.start()
    let api = try HTTPSessionManager(baseURL: server.url)
    let texts = api.serializing(with: StringResponseSerializer())
    #expect(texts.session === api.session)
    #expect(try await texts.get("html").object?.contains("<") == true)
    let result: DataResponse<String> = await finished { completion in
      texts.get("html", completion: completion)
    }
    #expect(result.object?.contains("<") == true)
    #expect(result.error == nil)
    // It can be set while the manager is used.
    texts.responseSerializer = StringResponseSerializer(
      validation: ResponseValidation(acceptableStatusCodes: nil)
    )
    #expect(try await texts.get("status/500").response?.status == 500)
    let own = try SerializingSessionManager(
      baseURL: server.url,
      responseSerializer: ImageResponseSerializer()
    )
    let image: DataResponse<ImageInfo> = await finished { completion in
      own.get("png", completion: completion)
    }
    #expect(image.object != nil)
    let posted: DataResponse<String> = await finished { completion in
      texts.post(
        "upload",
        form: { (form) throws(SessionError) in form.append("x", name: "f") },
        completion: completion
      )
    }
    #expect(posted.object?.contains("sha256") == true)
  }
}
