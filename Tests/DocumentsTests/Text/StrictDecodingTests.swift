import Documents
import Testing

/// Decoding of which nothing may be replaced.
@Suite(.timeLimit(.minutes(5))) struct StrictDecodingTests {
  @Test(
    arguments: [
      ([0x61, 0xC3, 0xA9], "utf-8", "aé"), ([0xE9], "latin1", "é"),
      ([0xE9, 0x00], "utf-16le", "é"),
      ([0xD8, 0x3D, 0xDE, 0x00], "utf-16be", "😀"), ([0x82, 0xA0], "shift_jis", "あ"),
      ([0xEF, 0xBB, 0xBF, 0x61], "latin1", "a"), ([0xC3, 0xA9], nil, "é"), ([], "nonsense", ""),
    ] as [([UInt8], String?, String)]
  )
  func `a text that is right is the same as ever`(
    bytes: [UInt8],
    charset: String?,
    text: String
  ) throws {
    let decoded = try TextDecoder.decodeStrictly(bytes, contentTypeCharset: charset, kind: .text)
    #expect(decoded.text == text)
    let loose = TextDecoder.decode(bytes, contentTypeCharset: charset, kind: .text)
    #expect(loose.text == text)
  }

  @Test(
    arguments: [
      ([0x61, 0x62, 0xE9], "utf-8", 2), ([0xC3], "utf-8", 0), ([0x61, 0xED, 0xA0, 0x80], nil, 1),
      ([0xF0, 0x9F, 0x98], "utf-8", 0), ([0xEF, 0xBB, 0xBF, 0x61, 0x80], nil, 4),
      ([0x61, 0x00, 0x00, 0xD8], "utf-16le", 2), ([0xD8, 0x00, 0x00, 0x61], "utf-16be", 0),
      ([0x00, 0x61, 0x00], "utf-16be", 2), ([0x61, 0x82], "shift_jis", 1),
      ([0xFF, 0xFE, 0x61], "utf-8", 2),
    ] as [([UInt8], String?, Int)]
  )
  func `the first byte that is wrong is named`(bytes: [UInt8], charset: String?, offset: Int) {
    let error = #expect(throws: TextDecodingError.self) {
      try TextDecoder.decodeStrictly(bytes, contentTypeCharset: charset, kind: .text)
    }
    #expect(error?.offset == offset)
    #expect(error?.message.contains("byte \(offset), 0x") == true)
  }

  @Test func `a byte order mark names the charset`() {
    let marked = #expect(throws: TextDecodingError.self) {
      try TextDecoder.decodeStrictly(
        [0xEF, 0xBB, 0xBF, 0x80],
        contentTypeCharset: nil,
        kind: .text
      )
    }
    #expect(marked?.message == "the text is no utf-8: byte 3, 0x80, cannot be decoded")
    let unmarked = #expect(throws: TextDecodingError.self) {
      try TextDecoder.decodeStrictly([0x80], contentTypeCharset: nil, kind: .text)
    }
    #expect(unmarked?.message.hasSuffix(", and nothing names another charset") == true)
  }

  @Test(
    arguments: [
      ("abc", "nonsense", .text), ("<meta charset=nonsense>", nil, .html),
      ("<?xml version='1.0' encoding='nonsense'?><a/>", nil, .xml),
    ] as [(String, String?, TextDecoder.Kind)]
  )
  func `an unknown charset is an error, wherever it is named`(
    text: String,
    charset: String?,
    kind: TextDecoder.Kind
  ) {
    let error = #expect(throws: TextDecodingError.self) {
      try TextDecoder.decodeStrictly(Array(text.utf8), contentTypeCharset: charset, kind: kind)
    }
    #expect(error?.message == "the charset \"nonsense\" is unknown")
    #expect(error?.offset == nil)
  }

  @Test func `only a page that names no charset may be no UTF-8`() throws {
    let page = try TextDecoder.decodeStrictly([0xE9], contentTypeCharset: nil, kind: .html)
    #expect(page == ("é", "windows-1252"))
    for kind in [TextDecoder.Kind.text, .xml] {
      #expect(throws: TextDecodingError.self) {
        try TextDecoder.decodeStrictly([0xE9], contentTypeCharset: nil, kind: kind)
      }
    }
  }

  @Test func `a long text is searched through to its wrong byte`() {
    for charset in ["utf-8", "shift_jis", "gb18030"] {
      let bytes = [UInt8](repeating: 0x61, count: 100_000) + [0xFF]
      let error = #expect(throws: TextDecodingError.self) {
        try TextDecoder.decodeStrictly(bytes, contentTypeCharset: charset, kind: .text)
      }
      #expect(error?.offset == 100_000, "\(charset)")
    }
  }
}
