import Encodings

extension String {
  /// Whether both have the same bytes but for the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    var other = right.makeIterator()
    for byte in left {
      guard let counterpart = other.next() else { return false }
      if byte != counterpart, byte.lowercasedASCII != counterpart.lowercasedASCII { return false }
    }
    return true
  }
}

extension UInt8 {
  /// Whether the byte may stand in a token (RFC 9110 section 5.6.2).
  @inlinable package var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"),
      UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "_"),
      UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    case _: false
    }
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  package var trimmingBlanks: SubSequence {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
