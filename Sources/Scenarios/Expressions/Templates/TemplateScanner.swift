import Diagnostics

/// Finds the `${…}` of a text.
struct TemplateScanner {
  /// A piece of a text.
  enum Piece {
    /// Text as it is; `$${` has become `${`.
    case literal(String)
    /// An expression: its bytes between `${` and `}`.
    case expression(Range<Int>)
    /// A `${` that is never closed, up to the end.
    case open(Range<Int>)
  }

  /// Whether a text has a `${` that is never closed.
  static func hasOpenExpression(_ text: String) -> Bool {
    pieces(of: Array(text.utf8)).contains { if case .open = $0 { true } else { false } }
  }

  /// Whether a text has an expression, closed or not; an escaped one is none.
  static func hasExpression(_ text: String) -> Bool {
    pieces(of: Array(text.utf8)).contains { if case .literal = $0 { false } else { true } }
  }

  /// Whether a text has an expression or an escaped one; most have none.
  static func isTemplate(_ text: String) -> Bool {
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "{"), previous == UInt8(ascii: "$") { return true }
      previous = byte
    }
    return false
  }

  /// The pieces of a text in order.
  static func pieces(of bytes: [UInt8]) -> [Piece] {
    let dollar = UInt8(ascii: "$")
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    var place = 0
    func starts(_ mark: String, at place: Int) -> Bool {
      bytes[place...].starts(with: mark.utf8)
    }
    while place < bytes.count {
      guard bytes[place] == dollar else {
        literal.append(bytes[place])
        place += 1
        continue
      }
      if starts("$${", at: place) {
        literal += "${".utf8
        place += 3
      } else if starts("${", at: place) {
        if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        guard let end = end(of: bytes, from: place + 2) else {
          pieces.append(.open(place..<bytes.count))
          return pieces
        }
        pieces.append(.expression((place + 2)..<end))
        place = end + 1
      } else {
        literal.append(dollar)
        place += 1
      }
    }
    if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
    return pieces
  }

  /// The place of the `}` that closes an expression; braces inside quotes do not count.
  private static func end(of bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      if let open = quote {
        if byte == UInt8(ascii: "\\") { place += 1 } else if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "}") {
        return place
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
      place += 1
    }
    // A lone quote hides the brace: take the first one, so that the quote is what is complained of.
    return bytes[start...].firstIndex(of: UInt8(ascii: "}"))
  }
}
