import Diagnostics
import Documents
import Encodings

extension HurlReader {
  /// How many arrays and objects may be open at once: as many as in any document.
  static let maximumJSONDepth = JSONParser.Options().maximumDepth

  /// Reads a JSON value with placeholders in it.
  mutating func readJSON() throws(Diagnostic) -> HurlJSON {
    let start = position
    var parts = JSONParts(start: start)
    // The bytes that close what is open.
    var closings: [UInt8] = []
    repeat {
      skipJSONSpace()
      guard try !readStart(&closings, &parts) else { continue }
      try readAfterValue(&closings, &parts)
    } while !closings.isEmpty
    parts.endSpelling(at: position, in: file)
    return HurlJSON(parts: parts.all, range: range(from: start))
  }

  /// The parts so far, and where the spelling starts that is none yet.
  private struct JSONParts {
    var all: [HurlJSON.Part] = []
    var start: Int

    mutating func endSpelling(at end: Int, in file: SourceFile) {
      if end > start { all.append(.spelling(file.range(start..<end))) }
      start = end
    }
  }

  mutating func skipJSONSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      position += 1
    }
  }

  /// Reads a value that has no parts, or opens one up to its first part.
  ///
  /// - Returns: whether it was opened and a value must follow.
  private mutating func readStart(
    _ closings: inout [UInt8],
    _ parts: inout JSONParts
  ) throws(Diagnostic) -> Bool {
    switch current {
    case UInt8(ascii: "{") where following == UInt8(ascii: "{"):
      try readPlaceholder(isInString: false, &parts)
      return false
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let closing = current == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: "]")
      guard closings.count < Self.maximumJSONDepth else {
        throw error(
          "JSON nested deeper than \(Self.maximumJSONDepth) levels",
          at: position..<position + 1
        )
      }
      position += 1
      skipJSONSpace()
      if current == closing {
        position += 1
        return false
      }
      closings.append(closing)
      if closing == UInt8(ascii: "}") { try readMemberName(&parts) }
      return true
    case UInt8(ascii: "\""):
      try readString(&parts)
      return false
    case let byte? where byte == UInt8(ascii: "-") || byte.isASCIIDigit:
      try readJSONNumber()
      return false
    case _:
      let kind = kindOfValueAhead()
      guard kind == .boolean || kind == .null else { throw expected("a JSON value") }
      position = wordAhead().upperBound
      return false
    }
  }

  /// Reads what stands behind a value: what it closes, or a comma and perhaps a name.
  private mutating func readAfterValue(
    _ closings: inout [UInt8],
    _ parts: inout JSONParts
  ) throws(Diagnostic) {
    while let closing = closings.last {
      let isObject = closing == UInt8(ascii: "}")
      skipJSONSpace()
      if skip(",") {
        skipJSONSpace()
        if isObject {
          try readMemberName(&parts)
        } else if current == closing {
          throw expected("an element behind the comma")
        }
        return
      }
      guard current == closing else {
        throw expected(isObject ? "a comma or } in a JSON object" : "a comma or ] in a JSON list")
      }
      position += 1
      closings.removeLast()
    }
  }

  private mutating func readMemberName(_ parts: inout JSONParts) throws(Diagnostic) {
    guard current == UInt8(ascii: "\"") else {
      throw expected(
        current == UInt8(ascii: "}") ? "a member behind the comma" : "a member name in quotes"
      )
    }
    try readString(&parts)
    skipJSONSpace()
    guard skip(":") else { throw expected("a colon behind the member name") }
  }

  private mutating func readPlaceholder(
    isInString: Bool,
    _ parts: inout JSONParts
  ) throws(Diagnostic) {
    parts.endSpelling(at: position, in: file)
    let placeholder = try readPlaceholder(isInText: isInString)
    parts.all.append(.placeholder(placeholder, isInString: isInString))
    parts.start = position
  }

  private mutating func readString(_ parts: inout JSONParts) throws(Diagnostic) {
    position += 1
    while let byte = current, byte != UInt8(ascii: "\"") {
      switch byte {
      case UInt8(ascii: "{") where following == byte:
        try readPlaceholder(isInString: true, &parts)
      case UInt8(ascii: "\\"): try skipJSONEscape()
      case 0..<0x20:
        if isAtLineEnd { throw expected("the closing quote of a JSON string") }
        throw error(
          "a control character in a JSON string must be escaped",
          at: position..<position + 1
        )
      case _: position += 1
      }
    }
    guard skip("\"") else { throw expected("the closing quote of a JSON string") }
  }

  private mutating func skipJSONEscape() throws(Diagnostic) {
    let start = position
    position += 1
    switch current {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 1
    case UInt8(ascii: "u"):
      position += 1
      let first = try readFourDigits()
      guard (0xD800...0xDFFF).contains(first) else { return }
      let firstEnd = position
      if first < 0xDC00, skip("\\u"), (0xDC00...0xDFFF).contains(try readFourDigits()) { return }
      throw error("half of a surrogate pair", at: start..<firstEnd)
    case _:
      if current != nil, !isAtLineEnd { position += 1 }
      while let byte = current, byte & 0xC0 == 0x80 { position += 1 }
      throw error("unknown escape in a JSON string", at: start..<position)
    }
  }

  private mutating func readFourDigits() throws(Diagnostic) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = current?.hexadecimalValue else {
        throw expected("four hexadecimal digits behind \\u")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  private mutating func readJSONNumber() throws(Diagnostic) {
    let start = position
    guard readNumber() != nil else {
      position += 1
      throw expected("a digit behind -")
    }
    if current?.isASCIIDigit == true {
      throw error("a number with a leading zero", at: start..<position + 1)
    }
    if current == UInt8(ascii: ".") {
      position += 1
      throw expected("a digit behind the point")
    }
    guard let byte = current, byte | 0x20 == UInt8(ascii: "e") else { return }
    position += 1
    if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
    guard current?.isASCIIDigit == true else { throw expected("a digit of the exponent") }
    while current?.isASCIIDigit == true { position += 1 }
  }
}
