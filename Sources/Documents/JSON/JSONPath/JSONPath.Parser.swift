extension JSONPath {
  /// Takes the text of a path apart.
  struct Parser {
    private static let mostSegments = 8192
    private static let mostBranchingSegments = 64
    private static let largestInteger = 1 << 53 - 1

    let bytes: [UInt8]
    var position = 0
    var depth = 0

    init(_ text: String) {
      bytes = Array(text.utf8)
    }

    /// The whole path.
    mutating func parse() throws(JSONPathError) -> Query {
      guard next == UInt8(ascii: "$") else {
        throw error(
          isSpace(next) ? "a path starts with $, without space before it" : "a path starts with $"
        )
      }
      let query = try parseQuery()
      guard position == bytes.count else {
        throw error(
          isSpace(next)
            ? "unexpected space after the path" : "expected a segment: .name, [...] or .."
        )
      }
      return query
    }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    func error(
      _ message: String,
      code: JSONPathError.Code = .syntax,
      at place: Int? = nil
    ) -> JSONPathError {
      JSONPathError(code: code, message: message, offset: offset(of: place ?? position))
    }

    /// The code points before a byte.
    func offset(of place: Int) -> Int {
      bytes[..<min(place, bytes.count)].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    func isSpace(_ byte: UInt8?) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    mutating func skipSpace() {
      while isSpace(next) { position += 1 }
    }

    mutating func take(_ text: String) -> Bool {
      guard bytes[position...].starts(with: text.utf8) else { return false }
      position += text.utf8.count
      return true
    }

    /// Reads a query from its `$` or `@`.
    mutating func parseQuery() throws(JSONPathError) -> Query {
      var query = Query(isRelative: next == UInt8(ascii: "@"), segments: [])
      position += 1
      var branching = 0
      while true {
        let end = position
        skipSpace()
        guard let byte = next, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") else {
          position = end
          return query
        }
        let segment = try parseSegment()
        if segment.singular == nil { branching += 1 }
        query.segments.append(segment)
        guard query.segments.count <= Self.mostSegments, branching <= Self.mostBranchingSegments
        else { throw error("the path has too many segments") }
      }
    }

    private mutating func parseSegment() throws(JSONPathError) -> Segment {
      let isDescendant = take("..")
      if !isDescendant, take(".") {
        guard next != UInt8(ascii: "[") else {
          throw error("unexpected [ after a dot")
        }
        return Segment(isDescendant: false, selectors: [try parseShorthand()])
      }
      let selectors = try take("[") ? parseSelectors() : [parseShorthand()]
      return Segment(isDescendant: isDescendant, selectors: selectors)
    }

    private mutating func parseShorthand() throws(JSONPathError) -> Selector {
      if take("*") { return .wildcard }
      let start = position
      while let byte = next, Self.isNameByte(byte, isFirst: position == start) { position += 1 }
      guard position > start else {
        let isDigit = next.map { $0 &- UInt8(ascii: "0") < 10 } ?? false
        throw error(
          isDigit
            ? "a name after a dot does not start with a digit: use ['...'] or [0]"
            : "expected a name or * after the dot"
        )
      }
      return .name(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private static func isNameByte(_ byte: UInt8, isFirst: Bool) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), 0x80...:
        true
      case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
      default: false
      }
    }

    private mutating func parseSelectors() throws(JSONPathError) -> [Selector] {
      var selectors: [Selector] = []
      while true {
        skipSpace()
        selectors.append(try parseSelector())
        skipSpace()
        if take("]") { return selectors }
        guard take(",") else { throw error("expected , or ]") }
      }
    }

    private mutating func parseSelector() throws(JSONPathError) -> Selector {
      switch next {
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        return .name(try parseString())
      case UInt8(ascii: "*"):
        position += 1
        return .wildcard
      case UInt8(ascii: "?"):
        position += 1
        skipSpace()
        return .filter(try parseCondition())
      default:
        return try parseIndexOrSlice()
      }
    }

    private mutating func parseIndexOrSlice() throws(JSONPathError) -> Selector {
      let start = try parseInteger()
      let end = position
      skipSpace()
      guard take(":") else {
        position = end
        guard let start else {
          throw error("expected a selector: 'name', 0, 0:2, * or ?filter")
        }
        return .index(start)
      }
      skipSpace()
      let stop = try parseInteger()
      let afterStop = position
      skipSpace()
      guard take(":") else {
        position = afterStop
        return .slice(start: start, end: stop, step: 1)
      }
      let afterColon = position
      skipSpace()
      let step = try parseInteger()
      if step == nil { position = afterColon }
      return .slice(start: start, end: stop, step: step ?? 1)
    }

    private mutating func parseInteger() throws(JSONPathError) -> Int? {
      let start = position
      let isNegative = take("-")
      let firstDigit = position
      var value = 0
      while let byte = next, byte &- UInt8(ascii: "0") < 10 {
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
        guard value <= Self.largestInteger else {
          throw error("an integer is beyond 2^53 - 1", at: start)
        }
        position += 1
      }
      let digits = position - firstDigit
      if digits == 0 {
        if isNegative { throw error("expected digits after -") }
        return nil
      }
      if bytes[firstDigit] == UInt8(ascii: "0"), digits > 1 || isNegative {
        throw error(isNegative ? "-0 is not an integer" : "a leading zero", at: start)
      }
      return isNegative ? -value : value
    }
  }
}
