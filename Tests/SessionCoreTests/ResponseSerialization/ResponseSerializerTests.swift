import Documents
import Foundation
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct ResponseSerializerTests {
  private func json(
    _ text: String,
    _ status: Int = 200,
    type: String = "application/json",
    _ change: (inout JSONResponseSerializer) -> Void = { _ in }
  ) -> SerializedResponse<JSONValue> {
    var serializer = JSONResponseSerializer()
    change(&serializer)
    return serializer.serialize(.fixture(status, type: type), data: Array(text.utf8))
  }

  @Test(arguments: ["application/json", "text/json", "text/javascript"])
  func `row 52: objects and lists are decoded under three types`(type: String) {
    #expect(json(#"{"a": [1]}"#, type: type).object == ["a": [1]])
    #expect(json("[1]", type: type).object == [1])
  }

  @Test
  func `row 51: text is not JSON unless the type is added`() {
    #expect(json("{}", type: "text/plain").error?.code.rawValue == -1016)
    let result = json("{}", type: "text/plain") {
      $0.validation.acceptableContentTypes?.insert("text/plain")
    }
    #expect(result.object == [:])
    #expect(result.error == nil)
  }

  @Test
  func `row 53: nothing and one space stand for nothing, two spaces are an error`() {
    for text in ["", " "] {
      #expect(json(text).object == nil)
      #expect(json(text).error == nil)
    }
    #expect(json("  ").error?.code == .corruptDocument)
  }

  @Test
  func `row 54: a bad status with JSON gives object and error`() {
    let result = json(#"{"why": "gone"}"#, 404)
    #expect(result.object?["why"] == "gone")
    #expect(result.error?.code.rawValue == -1011)
  }

  @Test
  func `row 55: a bad status with HTML is not decoded`() {
    let result = json("<html>", 404, type: "text/html")
    #expect(result.object == nil)
    #expect(result.error?.code.rawValue == -1011)
    #expect(result.error?.underlying?.code.rawValue == -1016)
  }

  @Test
  func `row 56: bad JSON under a bad status has the status' error beneath`() {
    let error = json("{", 500).error
    #expect(error?.code.rawValue == 3840)
    #expect(error?.domain == .cocoa)
    #expect(error?.underlying?.code.rawValue == -1011)
  }

  @Test
  func `row 57: null is removed at every depth, if asked`() {
    let text = #"{"a": null, "b": [null, {"c": null, "d": 1}], "e": {}}"#
    #expect(json(text).object?["a"] == .null)
    let result = json(text) { $0.removesKeysWithNullValues = true }
    #expect(result.object == ["b": [["d": 1]], "e": [:]])
    #expect(json("[null]") { $0.removesKeysWithNullValues = true }.object == [])
  }

  @Test(arguments: [("7", 7), (#""a""#, "a"), ("true", true)] as [(String, JSONValue)])
  func `row 58: fragments are refused unless they are allowed`(text: String, value: JSONValue) {
    #expect(json(text).error?.code == .corruptDocument)
    #expect(json(text).object == nil)
    let result = json(text) { $0.allowsFragments = true }
    #expect(result.object == value)
    #expect(result.error == nil)
  }

  @Test(arguments: ["[1,]", #"{"a": 1,}"#, "[,]", "[1 2]"])
  func `row 58: commas that separate nothing are refused, as Foundation does not`(text: String) {
    for allows in [true, false] {
      let result = json(text) { $0.allowsFragments = allows }
      #expect(result.object == nil)
      #expect(result.error?.domain == .cocoa)
      #expect(result.error?.code.rawValue == 3840)
    }
  }

  @Test
  func `row 58: null is a fragment as well`() {
    #expect(json("null").error?.code == .corruptDocument)
    #expect(json("null") { $0.allowsFragments = true }.object == .some(.null))
  }

  @Test(arguments: ["<foo", "", "<a>&x;</a>", "\u{0}"])
  func `row 59: broken XML is an error`(text: String) {
    let result = XMLDocumentResponseSerializer()
      .serialize(.fixture(200, type: "text/xml"), data: Array(text.utf8))
    #expect(result.object == nil)
    #expect(result.error?.code == .corruptDocument)
  }

  @Test
  func `row 59: a document is parsed, an external entity is not fetched`() async throws {
    let server = try await FixtureServer.start { _ in .text("secret") }
    let folder = try TemporaryFolder()
    let secret = try folder.write("secret", to: "s.txt")
    func parse(_ entity: String) -> SerializedResponse<XMLDocument> {
      let text = "<!DOCTYPE a [<!ENTITY x \(entity)>]><a>&x;<b/></a>"
      return XMLDocumentResponseSerializer()
        .serialize(.fixture(200, type: "application/xml"), data: Array(text.utf8))
    }
    for place in ["file://\(secret)", secret, server.url + "/x"] {
      let result = parse("SYSTEM \"\(place)\"")
      #expect(result.object?.markup().contains("secret") != true)
    }
    #expect(server.counts.connectionsAccepted == 0)
    let inside = try #require(parse("\"secret\"").object)
    #expect(try inside.evaluate(XPath(parsing: "string(/a)")) == .string("secret"))
    #expect(try inside.evaluate(XPath(parsing: "count(//b)")) == .number(1))
    let plain = XMLDocumentResponseSerializer()
      .serialize(.fixture(200, type: "text/xml"), data: Array("<r a='1'/>".utf8))
    #expect(plain.object?.rootName == "r")
  }

  @Test
  func `HTML is parsed forgivingly`() {
    let result = HTMLDocumentResponseSerializer()
      .serialize(.fixture(200, type: "text/html"), data: Array("<p>a<p>b".utf8))
    #expect(result.object?.markup().contains("<p>a</p>") == true)
  }

  @Test
  func `row 61: a broken image is an error, and there are ten types`() {
    #expect(
      ImageResponseSerializer.contentTypes == [
        "image/tiff", "image/jpeg", "image/gif", "image/png", "image/ico", "image/x-icon",
        "image/bmp", "image/x-bmp", "image/x-xbitmap", "image/x-win-bitmap",
      ]
    )
    let png = PNGImage.encode(width: 4, height: 3)
    let result = ImageResponseSerializer().serialize(.fixture(200, type: "image/png"), data: png)
    #expect(result.object?.width == 4)
    #expect(result.object?.height == 3)
    let broken = ImageResponseSerializer()
      .serialize(.fixture(200, type: "image/png"), data: Array(png.prefix(12)))
    #expect(broken.object == nil)
    #expect(broken.error != nil)
  }

  @Test
  func `row 62: the first serializer with an object wins, and its error is kept`() {
    let compound = CompoundResponseSerializer([
      AnyResponseSerializer(ImageResponseSerializer()),
      AnyResponseSerializer(JSONResponseSerializer()),
    ])
    let body = Array(#"{"a": 1}"#.utf8)
    let won = compound.serialize(.fixture(404, type: "application/json"), data: body)
    #expect(won.object as? JSONValue == ["a": 1])
    #expect(won.error?.code.rawValue == -1011)
    let raw = compound.serialize(.fixture(200, type: "text/plain"), data: body)
    #expect(raw.object as? [UInt8] == body)
    #expect(raw.error == nil)
    let bad = compound.serialize(.fixture(500, type: "text/plain"), data: body)
    #expect(bad.object as? [UInt8] == body)
    #expect(bad.error?.code.rawValue == -1011)
  }

  private func roundTrip<Value: Codable & Hashable>(_ value: Value) throws {
    let coded = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: coded) == value)
  }

  @Test
  func `row 63: serializers survive coding with all they hold`() throws {
    let rule = ResponseValidation(
      acceptableStatusCodes: [200, 404],
      acceptableContentTypes: ["a/b"],
      matchesWildcards: true
    )
    try roundTrip(HTTPResponseSerializer(validation: rule))
    try roundTrip(
      JSONResponseSerializer(
        validation: rule,
        allowsFragments: true,
        removesKeysWithNullValues: true
      )
    )
    try roundTrip(XMLDocumentResponseSerializer(validation: rule))
    try roundTrip(XMLParserResponseSerializer(validation: rule))
    try roundTrip(HTMLDocumentResponseSerializer(validation: rule))
    try roundTrip(PropertyListResponseSerializer(validation: rule))
    try roundTrip(ImageResponseSerializer(validation: rule))
  }

  @Test
  func `row 63: a compound survives coding with its serializers in order`() throws {
    let inner = CompoundResponseSerializer([AnyResponseSerializer(XMLParserResponseSerializer())])
    let serializers: [any ResponseSerializer] = [
      ImageResponseSerializer(), JSONResponseSerializer(allowsFragments: true),
      PropertyListResponseSerializer(), XMLDocumentResponseSerializer(),
      HTMLDocumentResponseSerializer(), inner, HTTPResponseSerializer(),
    ]
    func erased(_ serializer: some ResponseSerializer) -> AnyResponseSerializer {
      AnyResponseSerializer(serializer)
    }
    let compound = CompoundResponseSerializer(
      serializers.map { erased($0) },
      validation: ResponseValidation(acceptableStatusCodes: [204])
    )
    let copy = try JSONDecoder()
      .decode(CompoundResponseSerializer.self, from: JSONEncoder().encode(compound))
    #expect(copy.validation == compound.validation)
    #expect(
      copy.serializers.map { "\(type(of: $0.base))" } == serializers.map { "\(type(of: $0))" }
    )
    #expect((copy.serializers[1].base as? JSONResponseSerializer)?.allowsFragments == true)
    let won = copy.serialize(.fixture(404, type: "application/json"), data: Array("7".utf8))
    #expect(won.object as? JSONValue == 7)
    #expect(won.error?.code.rawValue == -1011)
  }

  @Test
  func `row 63: a serializer from elsewhere is no part of an archive, nor endless nesting`() throws
  {
    struct Own: ResponseSerializer {
      func serialize(_ response: SessionResponse, data: [UInt8]) -> SerializedResponse<Int> {
        SerializedResponse(object: data.count)
      }
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(CompoundResponseSerializer([AnyResponseSerializer(Own())]))
    }
    let level = #"{"validation": {}, "serializers": [{"kind": "compound", "serializer": "#
    let text = String(repeating: level, count: 100) + "{}" + String(repeating: "}]}", count: 100)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CompoundResponseSerializer.self, from: Data(text.utf8))
    }
  }

  @Test
  func `bytes are handed out beside the error`() {
    let result = HTTPResponseSerializer().serialize(.fixture(500), data: [1])
    #expect(result.object == [1])
    #expect(result.error?.code.rawValue == -1011)
  }
}
