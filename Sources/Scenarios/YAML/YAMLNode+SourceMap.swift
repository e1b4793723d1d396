import Diagnostics

extension YAMLNode {
  /// Where the bytes of a scalar's decoded text stand in the file.
  var sourceMap: SourceMap {
    guard let scalar, tree.isWritten else { return SourceMap(unknownIn: range) }
    let raw = range.file.utf8[range.utf8]
    let isQuoted = scalar.style == .singleQuoted || scalar.style == .doubleQuoted
    let inner = isQuoted ? raw.dropFirst().dropLast() : raw
    if scalar.style != .literal, scalar.style != .folded, inner.elementsEqual(scalar.text.utf8) {
      return SourceMap(linearFrom: inner.startIndex, in: range)
    }
    var alignment = ScalarAlignment(text: Array(scalar.text.utf8), raw: inner, style: scalar.style)
    guard let table = alignment.table() else { return SourceMap(unknownIn: range) }
    return SourceMap(table: table, in: range)
  }
}

/// Walks a decoded text and its spelling in step, past escapes and line breaks.
private struct ScalarAlignment {
  let text: [UInt8]
  let raw: ArraySlice<UInt8>
  let style: YAMLTree.Row.Kind
  private var places: [Int] = []
  private var rawPlace: Int

  init(text: [UInt8], raw: ArraySlice<UInt8>, style: YAMLTree.Row.Kind) {
    self.text = text
    self.raw = raw
    self.style = style
    rawPlace = raw.startIndex
  }

  /// The place of each byte of the text and of its end, or `nil` when the two do not go together.
  mutating func table() -> [Int]? {
    places.reserveCapacity(text.count + 1)
    let isBlock = style == .literal || style == .folded
    if isBlock {
      // Past the header line (`|`, `>-`) and the first indentation.
      while let byte = current, byte != 0x0A { rawPlace += 1 }
      skipSpace()
    }
    while places.count < text.count {
      guard step() else {
        // A block ends with line breaks that its range leaves out.
        guard isBlock, text[places.count...].allSatisfy({ $0 == 0x0A }) else { return nil }
        while places.count < text.count { places.append(raw.endIndex) }
        break
      }
    }
    places.append(rawPlace)
    return places
  }

  private var current: UInt8? { rawPlace < raw.endIndex ? raw[rawPlace] : nil }

  private mutating func step() -> Bool {
    guard let byte = current else { return false }
    let wanted = text[places.count]
    if style == .doubleQuoted, byte == UInt8(ascii: "\\") { return escape() }
    if style == .singleQuoted, byte == UInt8(ascii: "'") {
      guard wanted == byte else { return false }
      places.append(rawPlace)
      rawPlace += 2
      return true
    }
    if wanted == byte, byte != 0x0A {
      // A space may be the last before a folded line break; then the break stands for it.
      places.append(rawPlace)
      rawPlace += 1
      return true
    }
    guard wanted == 0x0A || wanted == 0x20, byte <= 0x20 else { return false }
    while places.count < text.count, text[places.count] == 0x0A || text[places.count] == wanted {
      places.append(rawPlace)
      if wanted == 0x20 { break }
    }
    skipSpace()
    return true
  }

  private mutating func skipSpace() {
    while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { rawPlace += 1 }
  }

  private mutating func escape() -> Bool {
    guard rawPlace + 1 < raw.endIndex else { return false }
    let kind = raw[rawPlace + 1]
    if kind == 0x0A || kind == 0x0D {
      rawPlace += 1
      skipSpace()
      return true
    }
    let digits: Int =
      switch kind {
      case UInt8(ascii: "x"): 2
      case UInt8(ascii: "u"): 4
      case UInt8(ascii: "U"): 8
      case _: 0
      }
    // However many bytes it decodes to, they all come from the escape.
    let start = rawPlace
    rawPlace += 2 + digits
    places.append(start)
    while places.count < text.count, text[places.count] & 0b1100_0000 == 0b1000_0000 {
      places.append(start)
    }
    return true
  }
}
