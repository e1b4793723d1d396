import Documents
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct PropertyListRequestSerializerTests {
  @Test(arguments: [PropertyListFormat.xml, .binary])
  func `row 43: a property list is written and read again`(format: PropertyListFormat) throws {
    let serializer = PropertyListRequestSerializer(settings: .init(headers: [:]), format: format)
    let request = try serializer.request(
      "POST",
      URI("http://h/"),
      parameters: ["a": [1, true, "x"], "d": .data([1]), "t": .date(978_307_200)]
    )
    #expect(request.headers["Content-Type"] == "application/x-plist")
    guard case .bytes(let bytes) = request.body else {
      Issue.record("expected bytes, got \(request.body)")
      return
    }
    let result = PropertyListResponseSerializer()
      .serialize(.fixture(200, type: "application/x-plist"), data: bytes)
    #expect(result.error == nil)
    #expect(result.object?["a"]?[0] == .integer(1))
    #expect(result.object?["a"]?[1] == .boolean(true))
    #expect(result.object?["a"]?[2] == .string("x"))
    #expect(result.object?["d"] == .data([1]))
    #expect(result.object?["t"] == PropertyListDate(secondsSince2001: 0).map { .date($0) })
    let none = try serializer.request("POST", URI("http://h/"))
    #expect(none.body.length == 0)
    #expect(!none.headers.contains("Content-Type"))
  }

  @Test
  func `row 43: null cannot be written`() throws {
    let error = try #require(throws: SessionError.self) {
      try PropertyListRequestSerializer().request("POST", URI("http://h/"), parameters: ["a": nil])
    }
    #expect(error.code.rawValue == 3851)
    #expect(error.domain == .cocoa)
  }

  @Test
  func `row 60: property lists are read, XML and binary`() throws {
    let xml = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>a</key><array><integer>7</integer></array></dict></plist>
      """
    let expected = PropertyListValue.dictionary(["a": .array([.integer(7)])])
    let serializer = PropertyListResponseSerializer()
    for bytes in [Array(xml.utf8), try expected.binary()] {
      let response = SessionResponse.fixture(200, type: "application/x-plist")
      let result = serializer.serialize(response, data: bytes)
      #expect(result.object == expected)
      #expect(result.error == nil)
      let wrong = serializer.serialize(.fixture(200, type: "text/xml"), data: bytes)
      #expect(wrong.object == nil)
      #expect(wrong.error?.code.rawValue == -1016)
    }
  }

  @Test(arguments: [#"{"a": 1}"#, #"[1, {"a": null}]"#, #"{"a": [true, "b"]}"#])
  func `row 60: JSON is no property list`(json: String) {
    let result = PropertyListResponseSerializer()
      .serialize(.fixture(200, type: "application/x-plist"), data: Array(json.utf8))
    #expect(result.object == nil)
    #expect(result.error?.code == .corruptDocument)
    #expect(result.error?.domain == .cocoa)
  }

  @Test
  func `row 60: an empty body is nothing`() {
    let serializer = PropertyListResponseSerializer()
    let none = serializer.serialize(.fixture(204), data: [])
    #expect(none.object == nil)
    #expect(none.error == nil)
  }

  @Test
  func `row 59: an XML parser is handed out unparsed`() throws {
    let reader = XMLParserResponseSerializer()
      .serialize(.fixture(200, type: "text/xml"), data: Array("<foo".utf8)).object
    #expect(throws: XMLDocumentError.self) { while try reader?.next() != nil {} }
  }
}
