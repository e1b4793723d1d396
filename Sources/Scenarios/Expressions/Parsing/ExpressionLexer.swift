import Documents
import Encodings

/// Cuts the text of an expression into tokens.
struct ExpressionLexer {
  /// What a token is.
  enum Token: Equatable {
    case number(JSONNumber)
    case text(String)
    case name(String)
    case symbol(String)
    case end
  }

  /// What cannot be a token, or no expression.
  struct Failure: Error {
    var message: String
    var range: Range<Int>
    var hint: String?
    var suggestion: String?
  }

  private let bytes: ArraySlice<UInt8>
  private var place: Int

  /// Where the last token stands, counted from the start of the text.
  private(set) var range: Range<Int> = 0..<0

  private static let longSymbols = ["==", "!=", "<=", ">=", "&&", "||", "??"]
  private static let symbols = "()[].,!-*/%+<>|"

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    place = bytes.startIndex
  }

  /// A part of the text.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  /// The next token.
  mutating func next() throws(Failure) -> Token {
    while let byte = current, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
    let start = place
    defer { range = (start - bytes.startIndex)..<(place - bytes.startIndex) }
    guard let byte = current else { return .end }
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number(from: start)
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return try text(quotedBy: byte)
    case _ where Self.startsName(byte):
      while let byte = current, Self.continuesName(byte) { place += 1 }
      return .name(String(decoding: bytes[start..<place], as: UTF8.self))
    case _:
      return try symbol(from: start)
    }
  }

  static func startsName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  static func continuesName(_ byte: UInt8) -> Bool {
    startsName(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private var current: UInt8? { place < bytes.endIndex ? bytes[place] : nil }

  private func failure(_ message: String, from start: Int, hint: String? = nil) -> Failure {
    Failure(
      message: message,
      range: (start - bytes.startIndex)..<(max(place, start) - bytes.startIndex),
      hint: hint
    )
  }

  private mutating func number(from start: Int) throws(Failure) -> Token {
    digits()
    // `list[0].name`: a point that no digit follows belongs to a member.
    if current == UInt8(ascii: "."), place + 1 < bytes.endIndex, bytes[place + 1].isASCIIDigit {
      place += 1
      digits()
    }
    if let byte = current, byte | 0x20 == UInt8(ascii: "e") {
      let before = place
      place += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { place += 1 }
      if current?.isASCIIDigit == true {
        digits()
      } else {
        place = before
      }
    }
    if let byte = current, Self.startsName(byte) {
      while let byte = current, Self.continuesName(byte) { place += 1 }
      throw failure(
        "not a number: \(String(decoding: bytes[start..<place], as: UTF8.self))",
        from: start,
        hint: "names start with a letter; texts stand in quotes, as '10s'"
      )
    }
    let spelling = String(decoding: bytes[start..<place], as: UTF8.self)
    guard let number = JSONNumber(parsing: spelling) else {
      throw failure(
        "not a number: \(spelling)",
        from: start,
        hint: "a number has no leading zero; write '\(spelling)' for the text"
      )
    }
    return .number(number)
  }

  private mutating func digits() {
    while current?.isASCIIDigit == true { place += 1 }
  }

  private mutating func text(quotedBy quote: UInt8) throws(Failure) -> Token {
    let start = place
    var text: [UInt8] = []
    place += 1
    while let byte = current {
      place += 1
      if byte == quote { return .text(String(decoding: text, as: UTF8.self)) }
      guard byte == UInt8(ascii: "\\"), let escaped = current else {
        text.append(byte)
        continue
      }
      place += 1
      switch escaped {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): text.append(escaped)
      case _: text += [byte, escaped]
      }
    }
    throw failure(
      "text without closing \(Character(Unicode.Scalar(quote)))",
      from: start,
      hint: "add \(Character(Unicode.Scalar(quote))) at its end"
    )
  }

  /// A JSONPath that stands without quotes, up to what ends an argument.
  private func path(from start: Int) -> String {
    var depth = 0
    var end = start
    while end < bytes.endIndex {
      let byte = bytes[end]
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth <= 0, " ),|+=<>!&".utf8.contains(byte) { break }
      end += 1
    }
    return String(decoding: bytes[start..<end], as: UTF8.self).replacing("'", with: "\"")
  }

  private mutating func symbol(from start: Int) throws(Failure) -> Token {
    if start + 1 < bytes.endIndex {
      let two = String(decoding: bytes[start..<(start + 2)], as: UTF8.self)
      if Self.longSymbols.contains(two) {
        place = start + 2
        return .symbol(two)
      }
      if two == "->" || two == "=>" {
        place = start + 2
        throw failure(
          "unexpected \"\(two)\": an expression has no functions of its own",
          from: start,
          hint: "map takes a JSONPath, as map(list, '$.sku'), filter a condition, as "
            + "filter(list, '@ > 5')"
        )
      }
    }
    place += 1
    while let byte = current, byte & 0b1100_0000 == 0b1000_0000 { place += 1 }
    let one = String(decoding: bytes[start..<place], as: UTF8.self)
    if Self.symbols.contains(one) { return .symbol(one) }
    let hint: String? =
      switch one {
      case "=": "compare with =="
      case "&": "write &&"
      case "?", ":": "write if(condition, then, otherwise), or ?? for a default"
      case "$" where current == UInt8(ascii: ".") || current == UInt8(ascii: "["):
        "a JSONPath is a text: write jsonpath(response.json, '\(path(from: start))')"
      case "$", "{", "}": "inside ${…} names stand alone, without ${ }"
      case _: nil
      }
    throw failure("unexpected \"\(one)\" in an expression", from: start, hint: hint)
  }
}
