import Diagnostics
import Encodings

extension HurlReader {
  /// Reads a text that has no delimiters.
  mutating func readTemplate(_ spelling: TextSpelling) throws(Diagnostic) -> HurlTemplate {
    let start = position
    let content = try readContent(spelling)
    return HurlTemplate(content, at: range(from: start))
  }

  /// Reads `"…"`.
  mutating func readQuoted(_ what: String) throws(Diagnostic) -> HurlTemplate {
    let start = position
    guard skip("\"") else { throw expected(what) }
    let content = try readContent(.quoted)
    guard skip("\"") else { throw expected("the closing quote of a text") }
    return HurlTemplate(content, at: range(from: start))
  }

  /// Reads a text between two backticks.
  mutating func readOneline() throws(Diagnostic) -> HurlTemplate {
    let start = position
    position += 1
    let content = try readContent(.oneline)
    guard skip("`") else { throw expected("the closing backtick of a text") }
    return HurlTemplate(content, at: range(from: start))
  }

  /// Reads what a text is made of up to its end, which is not read.
  private mutating func readContent(
    _ spelling: TextSpelling
  ) throws(Diagnostic) -> HurlTemplate.Content {
    var start = position
    // Most texts stand for themselves.
    let plain = try readPlainText(spelling)
    if !isAtPlaceholderOrEscape(spelling) {
      position = plain.kept
      guard position > start else { return .parts([]) }
      return .literal(self.spelling(from: start), start..<position)
    }
    position = start
    var parts: [HurlTemplate.Part] = []
    var text: [UInt8] = []
    // What counts when the text ends here: the spaces at the end of a value do not.
    var kept = (count: 0, end: position)
    while let byte = current {
      if byte == UInt8(ascii: "{"), following == byte {
        add(&text, from: start, to: position, &parts)
        parts.append(.placeholder(try readPlaceholder(isInText: true)))
        start = position
        kept = (0, position)
      } else if byte == UInt8(ascii: "\\"), spelling != .lines {
        text += try readEscape(spelling)
        kept = (text.count, position)
      } else {
        let run = try readPlainText(spelling)
        guard run.end > run.start else { break }
        text += bytes[run.start..<run.end]
        if run.kept > run.start { kept = (text.count - (run.end - run.kept), run.kept) }
      }
    }
    text.removeSubrange(kept.count...)
    position = kept.end
    add(&text, from: start, to: position, &parts)
    return .parts(parts)
  }

  /// Whether what comes next in a text does not stand for itself, nor ends it.
  private func isAtPlaceholderOrEscape(_ spelling: TextSpelling) -> Bool {
    switch current {
    case UInt8(ascii: "{"): following == UInt8(ascii: "{")
    case UInt8(ascii: "\\"): spelling != .lines
    case _: false
    }
  }

  private func add(
    _ text: inout [UInt8],
    from start: Int,
    to end: Int,
    _ parts: inout [HurlTemplate.Part]
  ) {
    guard end > start else { return }
    let value = String(decoding: text, as: UTF8.self)
    parts.append(.text(Spelled(value, at: file.range(start..<end))))
    text = []
  }

  /// Reads characters that stand for themselves, as long as they come.
  ///
  /// - Returns: where they start and end, and where they end without spaces that are perhaps cut.
  private mutating func readPlainText(
    _ spelling: TextSpelling
  ) throws(Diagnostic) -> (start: Int, kept: Int, end: Int) {
    let start = position
    var kept = position
    while let byte = current {
      if byte == UInt8(ascii: "\\") && spelling != .lines { break }
      if byte == UInt8(ascii: "{"), following == byte { break }
      let length = try lengthOfPlainText(spelling)
      guard length > 0 else { break }
      position += length
      if spelling != .value || byte != UInt8(ascii: " ") { kept = position }
    }
    return (start, kept, position)
  }

  /// How many bytes from the cursor are characters of the text as they are; 0 where it ends.
  private func lengthOfPlainText(_ spelling: TextSpelling) throws(Diagnostic) -> Int {
    guard let byte = current else { return 0 }
    switch spelling {
    case .lines, .escapedLines: return 1
    case .key:
      let length = lengthOfLetter
      return length == 0 && "_-.[]@$".utf8.contains(byte) ? 1 : length
    case .quoted:
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n") { return 0 }
      try refuse(byte, in: spelling)
      return byte == UInt8(ascii: "\r") ? 0 : 1
    case .oneline:
      let isEnd = byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\n")
      return isEnd || has("\r\n") ? 0 : 1
    case .value:
      // A tab at the end of the line is white space.
      if isAtLineEnd || byte == 0x09 && isBlankFromHere { return 0 }
      try refuse(byte, in: spelling)
      return 1
    case .filename, .filenameWithPassword: return "#;{} \t\n\r".utf8.contains(byte) ? 0 : 1
    }
  }

  /// Refuses a tab or a carriage return that belongs to no line break.
  private func refuse(_ byte: UInt8, in spelling: TextSpelling) throws(Diagnostic) {
    guard byte == 0x09 || byte == 0x0D && following != UInt8(ascii: "\n") else { return }
    let (name, escape) = byte == 0x09 ? ("a tab", "\\t") : ("a carriage return", "\\r")
    throw error(
      "\(name) in \(spelling.noun)",
      at: position..<position + 1,
      hint: "write it as \(escape)"
    )
  }

  private var isBlankFromHere: Bool {
    var rest = self
    rest.skipSpaces()
    return rest.isAtLineEnd
  }

  /// The length in bytes of the letter or digit that comes next; 0 for any other character.
  var lengthOfLetter: Int {
    guard let byte = current else { return 0 }
    if byte < 0x80 { return byte.isASCIILetter || byte.isASCIIDigit ? 1 : 0 }
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    let text = String(decoding: bytes[position..<min(end, position + length)], as: UTF8.self)
    guard let properties = text.unicodeScalars.first?.properties else { return 0 }
    return properties.isAlphabetic || properties.numericType != nil ? length : 0
  }
}

// Escapes.
extension HurlReader {
  /// Reads a backslash and what belongs to it.
  private mutating func readEscape(_ spelling: TextSpelling) throws(Diagnostic) -> [UInt8] {
    let start = position
    position += 1
    guard let byte = current, byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") else {
      throw error(
        "expected an escape behind the backslash",
        at: start..<position,
        hint: spelling.escapeList
      )
    }
    if byte == UInt8(ascii: "u") {
      position += 1
      return try readScalar(from: start)
    }
    guard let meaning = spelling.meaning(of: byte) else {
      position += 1
      while let byte = current, byte & 0xC0 == 0x80 { position += 1 }
      throw error(
        "unknown escape \(quoted(start..<position)) in \(spelling.noun)",
        at: start..<position,
        hint: spelling.escapeList
      )
    }
    position += 1
    return meaning
  }

  /// Reads the `{…}` of `\u{…}`.
  private mutating func readScalar(from start: Int) throws(Diagnostic) -> [UInt8] {
    let hint = "write a character as its code point, as \\u{e9}"
    guard skip("{") else { throw expected("{ behind \\u", hint: hint) }
    let first = position
    var value: UInt32 = 0
    while let digit = current?.hexadecimalValue {
      value = min(value << 4 | UInt32(digit), 0x110000)
      position += 1
    }
    guard position > first else { throw expected("a hexadecimal digit in \\u{…}", hint: hint) }
    guard skip("}") else { throw expected("a hexadecimal digit or } in \\u{…}", hint: hint) }
    guard let scalar = Unicode.Scalar(value) else {
      throw error("\(quoted(start..<position)) is no character", at: start..<position, hint: hint)
    }
    return Array(String(scalar).utf8)
  }
}
