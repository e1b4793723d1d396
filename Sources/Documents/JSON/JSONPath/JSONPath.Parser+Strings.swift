extension JSONPath.Parser {
  /// Reads a string literal from its opening quote.
  mutating func parseString() throws(JSONPathError) -> String {
    let quote = next ?? UInt8(ascii: "'")
    let start = position
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case quote:
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        try parseEscape(quote: quote, into: &text)
      case 0..<0x20:
        throw error("a control character in a string must be escaped")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw error("expected the closing quote of the string", at: start)
  }

  private mutating func parseEscape(
    quote: UInt8,
    into text: inout [UInt8]
  ) throws(JSONPathError) {
    let start = position
    position += 1
    let byte = next
    position += 1
    switch byte {
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "/"), UInt8(ascii: "\\"), quote: text.append(byte ?? 0)
    case UInt8(ascii: "u"):
      let scalar = try parseEscapedScalar(from: start)
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      throw error("invalid escape in a string", at: start)
    }
  }

  private mutating func parseEscapedScalar(
    from start: Int
  ) throws(JSONPathError) -> Unicode.Scalar {
    let first = try parseHexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, take("\\u") else { throw error("a lone surrogate", at: start) }
    let second = try parseHexadecimal()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("a lone surrogate", at: start) }
    return scalar
  }

  private mutating func parseHexadecimal() throws(JSONPathError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Unicode.Scalar(byte).hexadecimalValue else {
        throw error("expected four hexadecimal digits after \\u")
      }
      value = value << 4 | digit
      position += 1
    }
    return value
  }
}
