import Foundation
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct StringResponseSerializerTests {
  @Test(
    arguments: [
      ("text/plain; charset=iso-8859-1", [0xE4], "ä"),
      ("text/plain; charset=UTF-8", [0xC3, 0xA4], "ä"),
      ("text/plain", [0xC3, 0xA4], "ä"), ("text/plain", [0xE4], "ä"),
      ("text/plain; charset=utf-16le", [0xE4, 0], "ä"), ("a/b", [0xEF, 0xBB, 0xBF, 0x61], "a"),
      ("text/plain", [], ""),
    ] as [(String, [UInt8], String)]
  )
  func `text is decoded by mark, content type or guess`(type: String, bytes: [UInt8], text: String)
  {
    let result = StringResponseSerializer().serialize(.fixture(200, type: type), data: bytes)
    #expect(result.object == text)
    #expect(result.error == nil)
  }

  @Test
  func `row 63: a serializer of text survives coding, also in a compound`() throws {
    let serializer = StringResponseSerializer(validation: .init(acceptableContentTypes: ["a/b"]))
    let compound = CompoundResponseSerializer([AnyResponseSerializer(serializer)])
    let copy = try JSONDecoder()
      .decode(CompoundResponseSerializer.self, from: JSONEncoder().encode(compound))
    #expect(copy.serializers.first?.base as? StringResponseSerializer == serializer)
  }

  @Test
  func `a bad status gives text and error`() {
    let response = SessionResponse.fixture(404, type: "text/plain")
    let result = StringResponseSerializer().serialize(response, data: [0x61])
    #expect(result.object == "a")
    #expect(result.error?.code.rawValue == -1011)
  }
}
