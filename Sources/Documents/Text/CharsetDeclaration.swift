import Encodings

/// What a text says of its own charset.
enum CharsetDeclaration {
  /// The encoding by the label, or by the way the first `<?` of XML is written (XML 1.0, appendix F).
  static func encoding(of bytes: [UInt8], _ kind: TextDecoder.Kind) -> TextEncoding? {
    if kind == .xml {
      if bytes.starts(with: [0x3C, 0x00, 0x3F, 0x00]) { return .utf16LittleEndian }
      if bytes.starts(with: [0x00, 0x3C, 0x00, 0x3F]) { return .utf16BigEndian }
    }
    let encoding = label(of: bytes, kind).flatMap(TextEncoding.init(label:))
    // A text in which ASCII is readable cannot be UTF-16, whatever it says.
    return encoding?.isUTF16 == true ? .utf8 : encoding
  }

  /// The label in a `meta` element in the first 1024 bytes (HTML Standard, "prescan a byte stream"),
  /// or in an XML declaration.
  static func label(of bytes: [UInt8], _ kind: TextDecoder.Kind) -> String? {
    switch kind {
    case .text: return nil
    case .html:
      var scanner = HTMLCharsetScanner(bytes.prefix(1024))
      return scanner.findLabel()
    case .xml: return xmlLabel(bytes)
    }
  }

  private static func xmlLabel(_ bytes: [UInt8]) -> String? {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.prefix(1024).firstIndex(of: 0x3E) else {
      return nil
    }
    let declaration = String(decoding: bytes[..<end], as: UTF8.self)
    guard let name = declaration.firstRange(of: "encoding") else { return nil }
    let rest = declaration[name.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    let value = rest.dropFirst().drop { $0.isWhitespace }
    guard let quote = value.first, quote == "\"" || quote == "'",
      let close = value.dropFirst().firstIndex(of: quote)
    else { return nil }
    return String(value.dropFirst()[..<close])
  }

  /// The label after `charset=` (HTML Standard, "extracting a character encoding from a meta
  /// element").
  static func label(inContentType bytes: [UInt8]) -> String? {
    let name = "charset".utf8
    var rest = bytes[...]
    while rest.count >= name.count {
      guard rest.prefix(name.count).elementsEqual(name, by: { $0.lowercasedASCII == $1 }) else {
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(name.count).drop(while: isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: isSpace)
      guard let first = rest.first else { return nil }
      if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
        guard let end = rest.dropFirst().firstIndex(of: first) else { return nil }
        return String(decoding: rest[..<end].dropFirst(), as: UTF8.self)
      }
      let label = rest.prefix { $0 != UInt8(ascii: ";") && !isSpace($0) }
      return label.isEmpty ? nil : String(decoding: label, as: UTF8.self)
    }
    return nil
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte)
  }
}
