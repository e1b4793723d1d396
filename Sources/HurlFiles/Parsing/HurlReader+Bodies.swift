import Diagnostics
import Encodings

extension HurlReader {
  /// Whether a word comes next that begins a body.
  var isAtWordOfBody: Bool {
    switch current {
    case UInt8(ascii: "b"), UInt8(ascii: "h"), UInt8(ascii: "f"), UInt8(ascii: "t"),
      UInt8(ascii: "n"):
      break
    case _: return false
    }
    if has("base64,") || has("hex,") || has("file,") { return true }
    return switch String(decoding: bytes[wordAhead().prefix(6)], as: UTF8.self) {
    case "true", "false", "null": true
    case _: false
    }
  }

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
      guard isAtWordOfBody else { return nil }
      if has("base64,") || has("hex,") {
        content = .bytes(try readBytes())
      } else if has("file,") {
        content = .file(try readFileReference())
      } else {
        content = .json(try readJSON())
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
    if spelling == .hex { position += 4 }
    if spelling == .hex { skipSpaces() }
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
      throw error("not \(spelling.noun)", at: place, hint: hint)
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
  /// What is spelled, for messages.
  fileprivate var noun: String { self == .base64 ? "Base64" : "pairs of hexadecimal digits" }

  /// Whether a byte may stand between the comma and the semicolon.
  fileprivate func takes(_ byte: UInt8) -> Bool {
    switch self {
    case .hex: return byte.isHexadecimalDigit
    case .base64:
      switch byte {
      case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="), 0x09, 0x0A, 0x0D, 0x20:
        return true
      default: return byte.isASCIILetter || byte.isASCIIDigit
      }
    }
  }
}
