import Encodings

/// What is looked for to find a secret.
struct SecretSpellings {
  /// A secret longer than this, in bytes, is not looked for in base64.
  private static let longest = 4_096
  /// How much of a secret is looked for at most, in bytes.
  private static let most = 1 << 20
  /// The fewest bytes that a text without escapes may have: a shorter one is found everywhere.
  private static let leastPlain = 4

  /// The strings as they stand in a text, or in a text whose escapes are undone.
  private(set) var strings: [ArraySlice<UInt8>] = []
  /// How many bytes the longest spelling of a secret has.
  private(set) var reach = 0

  /// Finds the spellings of a secret.
  ///
  /// It is looked for with and without white space at its ends, each of its lines by itself, and all of them in lower case, too.
  ///
  /// - Parameter secret: the value as it is used.
  init(of secret: String) {
    let isLong = secret.utf8.count > Self.longest
    strings.reserveCapacity(4)
    for text in Self.parts(of: secret) {
      let bytes = Array(text.utf8)
      add(text, bytes, inBase64: !isLong)
      guard Self.has(in: bytes.span, { 0x41...0x5A ~= $0 || $0 >= 0x80 }) else { continue }
      let lower = text.lowercased()
      if !Self.areSame(lower, text) { add(lower, Array(lower.utf8), inBase64: false) }
    }
  }

  /// The secret, without white space at its ends, and its lines.
  private static func parts(of secret: String) -> [String] {
    guard has(in: secret.utf8.span, { $0 < 0x21 || $0 > 0x7E }) else { return [secret] }
    var parts = [secret]
    let whole = secret.trimmed
    if !areSame(whole, secret) { parts.append(whole) }
    let lines = whole.split(whereSeparator: \.isNewline)
    if lines.count > 1 {
      for line in lines {
        parts.append(String(line))
        let part = line.trimmed
        if !areSame(part, String(line)) { parts.append(part) }
      }
    }
    return parts.filter(SecretMask.isLongEnough)
  }

  /// Whether a text has a byte of a kind.
  private static func has(in text: borrowing Span<UInt8>, _ isOfKind: (UInt8) -> Bool) -> Bool {
    for index in text.indices where isOfKind(text[index]) { return true }
    return false
  }

  /// Whether two texts have the same bytes: one with precomposed characters is not the same as one without.
  private static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  private mutating func add(_ text: String, _ all: [UInt8], inBase64: Bool) {
    let bytes = all.count > Self.most ? Array(all.prefix(Self.most)) : all
    reach = max(reach, Self.longestSpelling(of: all))
    guard bytes.count <= Self.longest else {
      append(bytes)
      append(PlainSpelling(ofMeaning: bytes).bytes)
      return
    }
    append(bytes)
    let isPlain = addPlain(bytes)
    if inBase64 { addBase64(bytes) }
    if !isPlain { addWhole(text, bytes) }
  }

  private mutating func append(_ string: [UInt8]) { strings.append(string[...]) }

  /// Adds what the secret becomes when escapes are undone.
  ///
  /// - Returns: whether that finds it in any spelling: not when it looks like an escape itself, or nearly nothing is left.
  private mutating func addPlain(_ bytes: [UInt8]) -> Bool {
    guard PlainSpelling.mayDiffer(from: bytes.span) else { return true }
    let escapes = PlainSpelling.escapeCount(in: bytes)
    var isLongEnough = true
    // An encoder may escape what looks like an escape once more or leave it.
    let choices = escapes <= 3 ? Array(0..<(1 << escapes)) : [0, Int.max]
    for choice in choices {
      let plain = PlainSpelling(bytes) { $0 >= 62 ? choice != 0 : choice >> $0 & 1 == 1 }.bytes
      if plain.count >= Self.leastPlain { append(plain) } else { isLongEnough = false }
    }
    return escapes == 0 && isLongEnough
  }

  /// Base64 of a text that contains the secret depends on where in a group of three it starts; the outer characters mix with the
  /// neighbours'.
  private mutating func addBase64(_ bytes: [UInt8]) {
    let (plus, slash) = (UInt8(ascii: "+"), UInt8(ascii: "/"))
    for core in Base64.innerDigits(of: bytes) where core.count >= SecretMask.minimumLength {
      strings.append(core)
      // Only these two digits come before `0`.
      guard Self.has(in: core.span, { $0 < UInt8(ascii: "0") }) else { continue }
      // In a URL or a form the digits may be escaped.
      append(PlainSpelling(ofMeaning: Array(core)).bytes)
      append(
        core.map { byte in
          switch byte {
          case plus: UInt8(ascii: "-")
          case slash: UInt8(ascii: "_")
          case _: byte
          }
        }
      )
    }
  }

  /// Adds whole spellings.
  private mutating func addWhole(_ text: String, _ bytes: [UInt8]) {
    append(PercentEncoding.encode(bytes))
    append(PercentEncoding.encode(bytes, isUppercase: false))
    append(Self.jsonEscaped(text, slashes: false))
    append(Self.jsonEscaped(text, slashes: true))
    append(Self.xmlEscaped(bytes))
  }

  /// Letters and digits are not escaped; of all others each may take so much, also when escapes are escaped again.
  private static func longestSpelling(of bytes: [UInt8]) -> Int {
    var sum = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        sum += 1
      case 0..<0x80: sum += 12
      // `%C3` takes two bytes more with each time that its `%` becomes `%25`.
      case _: sum += 1 + 2 * PlainSpelling.mostLevels
      }
    }
    return sum
  }

  private static func jsonEscaped(_ secret: String, slashes: Bool) -> [UInt8] {
    var result = ""
    for scalar in secret.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "/" where slashes: result += "\\/"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        result += "\\u" + Hex.text(UInt64(scalar.value), width: 4)
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return Array(result.utf8)
  }

  private static func xmlEscaped(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case _: result.append(byte)
      }
    }
    return result
  }
}
