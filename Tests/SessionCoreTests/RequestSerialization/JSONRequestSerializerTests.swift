import Documents
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct JSONRequestSerializerTests {
  private let serializer = JSONRequestSerializer(settings: .init(headers: [:]))

  @Test(
    arguments: [
      (["a": ["b", 1, nil]], #"{"a":["b",1,null]}"#), ([1, "x/y"], #"[1,"x\/y"]"#),
    ] as [(ParameterValue, String)]
  )
  func `row 40: objects and lists become the body`(parameters: ParameterValue, text: String) throws
  {
    let request = try serializer.request("POST", URI("http://h/"), parameters: parameters)
    #expect(request.body.text == text)
    #expect(request.headers["Content-Type"] == "application/json")
  }

  @Test
  func `row 40: without parameters there is neither body nor content type`() throws {
    let request = try serializer.request("POST", URI("http://h/"))
    #expect(request.body.length == 0)
    #expect(!request.headers.contains("Content-Type"))
  }

  @Test(arguments: [["a": .data([1])], "text", 7, nil, ["d": .date(1)]] as [ParameterValue])
  func `row 41: what is no JSON document is refused`(parameters: ParameterValue) throws {
    let error = try #require(throws: SessionError.self) {
      try serializer.request("POST", URI("http://h/"), parameters: parameters)
    }
    #expect(error.domain == .requestSerialization)
    #expect(error.code.rawValue == -1016)
    #expect(error.message == "The `parameters` argument is not valid JSON.")
  }

  @Test
  func `row 42: a get has a query`() throws {
    let request = try serializer.request("GET", URI("http://h/"), parameters: ["a": [1]])
    #expect(request.url.text == "http://h/?a%5B%5D=1")
    #expect(request.body.length == 0)
  }
}
