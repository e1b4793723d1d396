/// An expression taken apart into its words, whatever their order.
struct XPathTokens {
  enum Token: Equatable {
    case symbol(String)
    /// A name that follows an operand, and so can only be an operator (XPath 1.0, section 3.7).
    case operation(String)
    /// Any other name, with its prefix if it has one.
    case name(String)
    case text([UInt8])
    case number(Double)
  }

  /// The expression.
  let text: String
  /// Its words, and at which byte each begins.
  private(set) var list: [(token: Token, offset: Int)] = []
  /// Where a text in quotes begins that has no end; the list ends before it.
  private(set) var openQuote: Int?

  /// Takes an expression apart.
  ///
  /// - Throws: for one that is too long, or has a zero character.
  init(_ text: String) throws(XPathError) {
    self.text = text
    let bytes = Array(text.utf8)
    guard bytes.count <= XPath.lengthLimit else {
      throw XPathError(
        code: .limit,
        message: "the expression has \(bytes.count) bytes, more than \(XPath.lengthLimit)",
        expression: String(text.prefix(40)) + "…"
      )
    }
    if let zero = bytes.firstIndex(of: 0) {
      let message = "a zero character is not allowed"
      throw XPathError(code: .syntax, message: message, expression: text, offset: zero)
    }
    tokenize(bytes)
  }

  /// Whether a symbol is the word at a place.
  func isSymbol(_ symbol: String, at place: Int) -> Bool {
    place < list.count && list[place].token == .symbol(symbol)
  }

  private mutating func tokenize(_ bytes: [UInt8]) {
    var place = 0
    var followsOperand = false
    while place < bytes.count {
      let byte = bytes[place]
      let start = place
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        guard let end = bytes[(place + 1)...].firstIndex(of: byte) else {
          openQuote = place
          return
        }
        list.append((.text(Array(bytes[(start + 1)..<end])), start))
        followsOperand = true
        place = end + 1
      case _ where Self.isDigit(byte) || byte == 0x2E && Self.isDigit(bytes, place + 1):
        while Self.isDigit(bytes, place) { place += 1 }
        if place < bytes.count, bytes[place] == 0x2E {
          place += 1
          while Self.isDigit(bytes, place) { place += 1 }
        }
        list.append((.number(XPathNumber.value(of: bytes[start..<place])), start))
        followsOperand = true
      case _ where Self.isNameByte(byte):
        place = Self.endOfName(bytes, place)
        // A colon alone joins prefix and name, two of them end an axis.
        if !followsOperand, place + 1 < bytes.count, bytes[place] == 0x3A,
          bytes[place + 1] != 0x3A
        {
          place += 1
          place = bytes[place] == 0x2A ? place + 1 : Self.endOfName(bytes, place)
        }
        let name = String(decoding: bytes[start..<place], as: UTF8.self)
        list.append((followsOperand ? .operation(name) : .name(name), start))
        followsOperand.toggle()
      case _:
        let pair = place + 1 < bytes.count ? [byte, bytes[place + 1]] : [byte]
        var symbol = String(decoding: pair, as: UTF8.self)
        let isPair = ["//", "::", "..", "!=", "<=", ">="].contains(symbol)
        if !isPair { symbol = String(decoding: [byte], as: UTF8.self) }
        place += isPair ? 2 : 1
        list.append((.symbol(symbol), start))
        followsOperand =
          symbol == "*" ? !followsOperand : [".", "..", ")", "]"].contains(symbol)
      }
    }
  }

  private static func endOfName(_ bytes: [UInt8], _ start: Int) -> Int {
    var place = start
    while place < bytes.count,
      isNameByte(bytes[place]) || isDigit(bytes[place]) || [0x2D, 0x2E].contains(bytes[place])
    {
      place += 1
    }
    return place
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isDigit(_ bytes: [UInt8], _ place: Int) -> Bool {
    place < bytes.count && isDigit(bytes[place])
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte >= 0x80
  }
}
