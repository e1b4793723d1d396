import Documents
import Testing

@testable import SessionCore

struct PropertyListRequestSerializerTests {
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
  func `row 60: JSON is no property list, an empty body is nothing`() {
    let serializer = PropertyListResponseSerializer()
    let json = serializer.serialize(
      .fixture(200, type: "application/x-plist"),
      data: Array(#"[1, {"a": nu}]"#.utf8)
    )
    #expect(json.error?.code == .corruptDocument)
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
