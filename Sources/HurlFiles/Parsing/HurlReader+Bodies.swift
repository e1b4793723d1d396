import Diagnostics
import Encodings

extension HurlReader {
  /// Reads a body and the end of its line.
  ///
  /// - Returns: `nil` when something else comes next.
  mutating func readBody() throws(Diagnostic) -> HurlBody? {
    let start = position
    let content: HurlBody.Content
    switch current {
    case UInt8(ascii: "`"):
      content =
        has("```") ? .multiline(try readMultiline()) : .oneline(try readOneline())
    case UInt8(ascii: "<"): content = .xml(try readXML())
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"):
      content = .json(try readJSON())
    case let byte? where byte.isASCIIDigit: content = .json(try readJSON())
    case _:
      switch kindOfValueAhead() {
      case .bytes?: content = .bytes(try readBytes())
      case .file?: content = .file(try readFileReference())
      case .null?, .boolean?: content = .json(try readJSON())
      case _: return nil
      }
    }
    let body = HurlBody(content: content, range: range(from: start))
    try readLineEnd(hint: "a body is the last part of a request or response")
    return body
  }

  /// Reads `base64,…;` or `hex,…;`.
  mutating func readBytes() throws(Diagnostic) -> HurlBytes {
    let start = position
    let spelling: HurlBytes.Spelling = skip("base64,") ? .base64 : .hex
    if spelling == .hex, skip("hex,") { skipSpaces() }
    let first = position
    while let byte = current, spelling.takes(byte) { position += 1 }
    let text = self.spelling(from: first)
    let end = position
    if spelling == .hex { skipSpaces() }
    guard skip(";") else {
      throw expected(
        spelling == .hex
          ? "a hexadecimal digit, or ; at the end" : "a digit of Base64, or ; at the end"
      )
    }
    let bytes: [UInt8]?
    let hint: String
    switch spelling {
    case .base64:
      bytes = Base64.decode(text, allowing: .whitespace)
      hint = "= fills the end up to a multiple of four digits"
    case .hex:
      bytes = Hex.decode(text)
      hint = "each byte has two digits"
    }
    guard let bytes else {
      // Of an odd number of digits one is missing at the end.
      let place = spelling == .hex ? end..<position : start..<position
      let noun = spelling == .hex ? "pairs of hexadecimal digits" : "Base64"
      throw error("not \(noun)", at: place, hint: hint)
    }
    return HurlBytes(bytes: bytes, spelling: spelling, range: range(from: start))
  }

  /// Reads `file,NAME;`.
  mutating func readFileReference() throws(Diagnostic) -> HurlFileReference {
    let start = position
    position += 5
    skipSpaces()
    let name = try readTemplate(.filename)
    guard !name.isEmpty else { throw expected("the name of a file") }
    skipSpaces()
    guard skip(";") else { throw expected("; behind the name of the file") }
    return HurlFileReference(name: name, range: range(from: start))
  }
}

extension HurlBytes.Spelling {
  /// Whether a byte may stand between the comma and the semicolon.
  fileprivate func takes(_ byte: UInt8) -> Bool {
    switch self {
    case .hex: byte.isHexadecimalDigit
    case .base64: byte.isASCIILetter || byte.isASCIIDigit || "+/= \t\n\r".utf8.contains(byte)
    }
  }
}
