import Encodings

/// Looks for the charset in the start of a page, before it can be parsed.
struct HTMLCharsetScanner {
  /// What is not looked at yet.
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// The first label that a `meta` element gives.
  mutating func findLabel() -> String? {
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...]
      if starts(with: "<!--") {
        // The hyphens of the start may be those of the end: `<!-->`.
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !starts(with: "-->") { rest.removeFirst() }
        rest = rest.dropFirst(3)
      } else if starts(with: "<meta"), rest.dropFirst(5).first.map(Self.endsTagName) == true {
        rest = rest.dropFirst(5)
        if let label = metaLabel() { return label }
      } else if starts(with: "</") || rest.dropFirst().first?.isASCIILetter == true {
        skipTag()
      } else if starts(with: "<!") || starts(with: "<?") {
        rest = rest.drop { $0 != UInt8(ascii: ">") }
      } else {
        rest.removeFirst()
      }
    }
    return nil
  }

  private mutating func metaLabel() -> String? {
    var seen: Set<String> = []
    var namesContentType = false
    var charset: String?
    var contentCharset: String?
    while let (name, value) = nextAttribute() {
      guard seen.insert(name).inserted else { continue }
      switch name {
      case "charset": charset = String(decoding: value, as: UTF8.self)
      case "content": contentCharset = CharsetDeclaration.label(inContentType: value)
      case "http-equiv":
        namesContentType =
          String(decoding: value, as: UTF8.self).lowercased() == "content-type"
      default: continue
      }
    }
    return charset ?? (namesContentType ? contentCharset : nil)
  }

  private mutating func nextAttribute() -> (name: String, value: [UInt8])? {
    rest = rest.drop { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
    guard let first = rest.first, first != UInt8(ascii: ">") else { return nil }
    let others = rest.dropFirst().prefix { !Self.endsTagName($0) && $0 != UInt8(ascii: "=") }
    let name = String(decoding: [first] + others, as: UTF8.self).lowercased()
    rest = rest.dropFirst(1 + others.count).drop(while: Self.isSpace)
    guard rest.first == UInt8(ascii: "=") else { return (name, []) }
    rest = rest.dropFirst().drop(while: Self.isSpace)
    guard let quote = rest.first else { return (name, []) }
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest.dropFirst(value.count + 2)
      return (name, Array(value))
    }
    let value = rest.prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
    rest = rest.dropFirst(value.count)
    return (name, Array(value))
  }

  private mutating func skipTag() {
    rest = rest.drop { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
    while nextAttribute() != nil {}
  }

  private func starts(with prefix: String) -> Bool {
    rest.prefix(prefix.utf8.count).elementsEqual(prefix.utf8) { $0.lowercasedASCII == $1 }
  }

  private static func endsTagName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { CharsetDeclaration.isSpace(byte) }
}
