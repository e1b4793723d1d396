/// A secret in any spelling: each of its characters as it is or escaped, whatever is done to the others.
///
/// Encoders do not agree on what needs escaping (RFC 3986 leaves `/` and `?` in a query alone, a form does not), so no list of whole spellings
/// is complete; a list for each character is.
struct SecretPattern: Sendable {
  /// The spellings of each character.
  private let spellings: [[[UInt8]]]

  /// Prepares a pattern, or gives `nil` when no character of the secret is ever escaped.
  ///
  /// - Parameter secret: the value as it is used.
  init?(_ secret: String) {
    let spellings = secret.unicodeScalars.map(Self.spellings)
    guard spellings.contains(where: { $0.count > 1 }) else { return nil }
    self.spellings = spellings
  }

  /// The first bytes of all spellings.
  var firstBytes: [UInt8] { spellings.first?.compactMap(\.first) ?? [] }

  /// How many bytes the longest spelling of the whole has.
  var longest: Int {
    spellings.reduce(0) { $0 + ($1.map(\.count).max() ?? 0) }
  }

  /// How many bytes from a position on spell the secret; `nil` when they do not.
  func length(in bytes: [UInt8], at start: Int) -> Int? {
    var ends = [start]
    for spellings in spellings {
      var next: [Int] = []
      for end in ends {
        for spelling in spellings where Self.matches(spelling, in: bytes, at: end) {
          let after = end + spelling.count
          if !next.contains(after) { next.append(after) }
        }
      }
      guard !next.isEmpty else { return nil }
      ends = next
    }
    return ends.max().map { $0 - start }
  }

  private static func matches(_ spelling: [UInt8], in bytes: [UInt8], at position: Int) -> Bool {
    guard position + spelling.count <= bytes.count else { return false }
    for index in spelling.indices where bytes[position + index] != spelling[index] {
      return false
    }
    return true
  }

  private static func spellings(of scalar: Unicode.Scalar) -> [[UInt8]] {
    let raw = Array(String(Character(scalar)).utf8)
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": return [raw]
    case _: break
    }
    var texts: [String] = []
    for isUpper in [true, false] {
      texts.append(raw.map { "%" + hex(UInt32($0), 2, isUpper) }.joined())
      // A value that is encoded already is encoded again in a URL.
      texts.append(raw.map { "%25" + hex(UInt32($0), 2, isUpper) }.joined())
      texts.append(
        String(Character(scalar)).utf16.map { "\\u" + hex(UInt32($0), 4, isUpper) }.joined()
      )
      texts.append("&#x" + hex(scalar.value, 1, isUpper) + ";")
    }
    texts.append("&#\(scalar.value);")
    texts += shortForms[scalar] ?? []
    return [raw] + texts.map { Array($0.utf8) }
  }

  /// A JSON text may stand as a string in another one, as echo services have it: then its escapes are escaped, and once more.
  private static let shortForms: [Unicode.Scalar: [String]] = [
    " ": ["+"], "\"": [#"\""#, #"\\\""#, #"\\\\\\\""#, "&quot;"],
    "\\": [#"\\"#, #"\\\\"#, #"\\\\\\\\"#], "/": [#"\/"#],
    "\n": [#"\n"#, #"\\n"#, #"\\\\n"#], "\r": [#"\r"#, #"\\r"#, #"\\\\r"#],
    "\t": [#"\t"#, #"\\t"#, #"\\\\t"#], "&": ["&amp;"], "<": ["&lt;"], ">": ["&gt;"],
    "'": ["&apos;"],
  ]

  private static func hex(_ value: UInt32, _ width: Int, _ isUpper: Bool) -> String {
    let digits = String(value, radix: 16, uppercase: isUpper)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
