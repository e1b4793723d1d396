extension JSONParser {
  /// The bytes of a document and the place reached in them.
  struct Scanner {
    let bytes: [UInt8]
    var position: Int
    /// Whether the text that was skipped last was ASCII.
    private var isPlainTextASCII = true
    /// Slots by hash; none in a short document, which would pay more for them than it gets.
    private var knownKeys: [KnownKey?] = []

    /// A key read before, so that records of one shape share the text of their keys.
    private struct KnownKey {
      var hash: UInt64
      var text: String
    }

    init(bytes: [UInt8], position: Int) {
      self.bytes = bytes
      self.position = position
      if bytes.count >= Self.longDocument {
        knownKeys = Array(repeating: nil, count: Self.slotCount)
      }
    }

    private static let longDocument = 4096
    private static let slotCount = 256

    /// The byte at the place reached, or nil at the end.
    var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
      while position < bytes.count {
        let byte = bytes[position]
        guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
          return
        }
        position += 1
      }
    }

    func error(
      _ message: String,
      code: JSONParserError.Code = .syntax,
      back: Int = 0
    ) -> JSONParserError {
      let isAtEnd = position >= bytes.count && back == 0 && code == .syntax
      return JSONParserError(
        code,
        isAtEnd ? message + ", got the end of the text" : message,
        at: position - back,
        in: bytes
      )
    }

    mutating func readNumber() throws(JSONParserError) -> JSONNumber {
      let start = position
      guard let scan = JSONNumber.Scan(of: bytes, from: start) else {
        let isNumber = current.map { $0 == 0x2D || $0 &- 0x30 < 10 } ?? false
        throw error(isNumber ? "invalid number" : "expected a value")
      }
      position = scan.end
      if scan.digitCount == 1, scan.magnitude == 0, let next = current,
        next &- UInt8(ascii: "0") < 10
      {
        throw error("invalid number: a leading zero", back: 1)
      }
      return JSONNumber(scan, in: bytes, from: start)
    }

    /// Reads `true`, `false` or `null`.
    mutating func readName() throws(JSONParserError) -> JSONValue {
      if has("true") { return .bool(true) }
      if has("false") { return .bool(false) }
      if has("null") { return .null }
      throw error("expected a value")
    }

    /// Steps over a name of ASCII letters if it is next.
    private mutating func has(_ name: StaticString) -> Bool {
      let end = position + name.utf8CodeUnitCount
      guard end <= bytes.count else { return false }
      for place in position..<end
      where unsafe bytes[place] != name.utf8Start[place - position] { return false }
      position = end
      return true
    }

    /// Reads a key and a hash of its bytes, which is good only for telling keys of one text apart.
    mutating func readKey() throws(JSONParserError) -> (text: String, hash: UInt64) {
      let start = position + 1
      let end = try skipPlainText(from: start)
      guard bytes[end] == UInt8(ascii: "\"") else {
        let text = try readString()
        return (text, Self.hash(of: text.utf8.span))
      }
      let hash = Self.hash(of: bytes.span.extracting(start..<end))
      guard !knownKeys.isEmpty else { return (try readPlainText(start..<end), hash) }
      let slot = Int(truncatingIfNeeded: hash ^ hash >> 32) & (Self.slotCount - 1)
      if let known = knownKeys[slot], known.hash == hash, isSame(known.text, start..<end) {
        position = end + 1
        return (known.text, hash)
      }
      let text = try readPlainText(start..<end)
      knownKeys[slot] = KnownKey(hash: hash, text: text)
      return (text, hash)
    }

    private static func hash(of units: Span<UInt8>) -> UInt64 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for place in units.indices { hash = (hash ^ UInt64(units[place])) &* 0x100_0000_01B3 }
      return hash
    }

    private func isSame(_ text: String, _ range: Range<Int>) -> Bool {
      let units = text.utf8.span
      guard units.count == range.count else { return false }
      for place in units.indices where units[place] != bytes[range.lowerBound + place] {
        return false
      }
      return true
    }

    /// The offset of the first quote or backslash at or after an offset inside of a string.
    private mutating func skipPlainText(from start: Int) throws(JSONParserError) -> Int {
      let (end, isASCII) = endOfPlainText(from: start)
      isPlainTextASCII = isASCII
      guard end < bytes.count, bytes[end] >= 0x20 else {
        position = end
        throw error(
          end < bytes.count
            ? "a control character in a string must be escaped"
            : "expected the closing quote of a string"
        )
      }
      return end
    }

    private func endOfPlainText(from start: Int) -> (end: Int, isASCII: Bool) {
      let units = bytes.span
      var place = start
      var combined: UInt8 = 0
      while place < units.count {
        let byte = units[place]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
        combined |= byte
        place += 1
      }
      return (place, combined < 0x80)
    }

    /// Reads a string that starts at the place reached.
    mutating func readString() throws(JSONParserError) -> String {
      let start = position + 1
      var end = try skipPlainText(from: start)
      if bytes[end] == UInt8(ascii: "\"") {
        return try readPlainText(start..<end)
      }
      var decoded: [UInt8] = []
      var pieceStart = start
      while true {
        decoded.append(contentsOf: bytes[pieceStart..<end])
        position = end
        if bytes[end] == UInt8(ascii: "\"") { break }
        try readEscape(into: &decoded)
        pieceStart = position
        end = try skipPlainText(from: pieceStart)
      }
      guard let text = String(validating: decoded, as: UTF8.self) else {
        throw invalidText(start..<end)
      }
      position = end + 1
      return text
    }

    /// Reads the text that was skipped last, up to the quote behind it.
    private mutating func readPlainText(_ range: Range<Int>) throws(JSONParserError) -> String {
      guard let text = plainText(range) else { throw invalidText(range) }
      position = range.upperBound + 1
      return text
    }

    private func plainText(_ range: Range<Int>) -> String? {
      guard isPlainTextASCII else { return String(validating: bytes[range], as: UTF8.self) }
      let units = bytes.span.extracting(range)
      return unsafe String(copying: UTF8Span(unchecked: units, isKnownASCII: true))
    }

    private mutating func invalidText(_ range: Range<Int>) -> JSONParserError {
      if case .byte(let fault)? = Documents.TextEncoding.utf8.firstFault(in: bytes[range]) {
        position = fault
      }
      return error("invalid UTF-8 in a string", code: .encoding)
    }

    private mutating func readEscape(into decoded: inout [UInt8]) throws(JSONParserError) {
      position += 1
      let byte = current
      position += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte ?? 0)
      case UInt8(ascii: "b"): decoded.append(0x08)
      case UInt8(ascii: "f"): decoded.append(0x0C)
      case UInt8(ascii: "n"): decoded.append(0x0A)
      case UInt8(ascii: "r"): decoded.append(0x0D)
      case UInt8(ascii: "t"): decoded.append(0x09)
      case UInt8(ascii: "u"):
        let scalar = try readEscapedScalar()
        decoded.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      default:
        throw error("invalid escape in a string", back: 2)
      }
    }

    /// Reads what follows `\u`, with its second half when it is the first of a pair.
    private mutating func readEscapedScalar() throws(JSONParserError) -> Unicode.Scalar {
      let first = try readHexadecimal()
      if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
      guard first < 0xDC00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
        bytes[position + 1] == UInt8(ascii: "u")
      else { return "\u{FFFD}" }
      let afterFirst = position
      position += 2
      let second = try readHexadecimal()
      guard (0xDC00...0xDFFF).contains(second) else {
        position = afterFirst
        return "\u{FFFD}"
      }
      let value = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
      return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private mutating func readHexadecimal() throws(JSONParserError) -> UInt16 {
      var value: UInt16 = 0
      for _ in 0..<4 {
        guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
          throw error("expected four hexadecimal digits after \\u")
        }
        value = value << 4 | UInt16(digit)
        position += 1
      }
      return value
    }
  }
}
