/// Looks for the charset in the start of a page, before it can be parsed.
struct HTMLCharsetScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The first label that a `meta` element gives.
  mutating func findLabel() -> String? {
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      if starts(with: "<!--") {
        skipComment()
      } else if starts(with: "<meta"), index + 5 < bytes.count, endsTagName(bytes[index + 5]) {
        index += 5
        if let label = metaLabel() { return label }
      } else if index + 1 < bytes.count, isLetter(bytes[index + 1]) || starts(with: "</") {
        skipTag()
      } else if starts(with: "<!") || starts(with: "<?") {
        index = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      } else {
        index += 1
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
    while index < bytes.count, isSpace(bytes[index]) || bytes[index] == UInt8(ascii: "/") {
      index += 1
    }
    guard index < bytes.count, bytes[index] != UInt8(ascii: ">") else { return nil }
    let start = index
    index += 1
    while index < bytes.count, !endsTagName(bytes[index]), bytes[index] != UInt8(ascii: "=") {
      index += 1
    }
    let name = String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
    skipSpaces()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return (name, []) }
    index += 1
    skipSpaces()
    guard index < bytes.count else { return (name, []) }
    let quote = bytes[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let end = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
      let value = Array(bytes[(index + 1)..<end])
      index = min(end + 1, bytes.count)
      return (name, value)
    }
    let valueStart = index
    while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") {
      index += 1
    }
    return (name, Array(bytes[valueStart..<index]))
  }

  private mutating func skipTag() {
    index += 1
    while index < bytes.count, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ">") {
      index += 1
    }
    while nextAttribute() != nil {}
  }

  private mutating func skipComment() {
    // The hyphens of the start may be those of the end: `<!-->`.
    var end = index + 2
    while end + 2 < bytes.count,
      !bytes[end...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-"), UInt8(ascii: ">")])
    {
      end += 1
    }
    index = min(end + 3, bytes.count)
  }

  private mutating func skipSpaces() {
    while index < bytes.count, isSpace(bytes[index]) { index += 1 }
  }

  private func starts(with prefix: String) -> Bool {
    let prefix = Array(prefix.utf8)
    guard index + prefix.count <= bytes.count else { return false }
    return bytes[index..<index + prefix.count].elementsEqual(prefix) {
      ((0x41...0x5A).contains($0) ? $0 | 0x20 : $0) == $1
    }
  }

  private func endsTagName(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private func isSpace(_ byte: UInt8) -> Bool { CharsetDeclaration.isSpace(byte) }

  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
