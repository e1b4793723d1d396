extension UInt8 {
  /// Whether the byte is one of `0` to `9`.
  @inlinable public var isASCIIDigit: Bool { self &- 0x30 < 10 }

  /// Whether the byte is one of `A` to `Z` and `a` to `z`.
  @inlinable public var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// The lower-case form of an ASCII letter, any other byte as it is.
  @inlinable public var lowercasedASCII: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// Whether the byte is a hexadecimal digit of either case.
  @inlinable public var isHexadecimalDigit: Bool { hexadecimalValue != nil }

  /// The value, 0 to 15, of a hexadecimal digit of either case; `nil` for any other byte.
  @inlinable public var hexadecimalValue: UInt8? {
    if isASCIIDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// Whether the byte is a space, a tab or one of the line breaks (0x09 to 0x0D).
  var isASCIIWhitespace: Bool { self == 0x20 || self &- 0x09 < 5 }

  /// Whether the byte may stand in a token (RFC 9110 section 5.6.2).
  @inlinable public var isTokenCharacter: Bool {
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

extension Collection<UInt8> {
  /// Whether the bytes are a token (RFC 9110 section 5.6.2).
  public var isToken: Bool { !isEmpty && allSatisfy(\.isTokenCharacter) }
}
