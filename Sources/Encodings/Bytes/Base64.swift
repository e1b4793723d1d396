/// Bytes as Base64 text (RFC 4648), in either alphabet.
///
/// ```swift
/// Base64.encode([0xFB, 0xFF])                  // "+/8="
/// Base64.encode([0xFB, 0xFF], alphabet: .url)  // "-_8"
/// ```
public enum Base64: Sendable {
  /// Which two characters stand for 62 and 63, and whether `=` fills the end.
  public enum Alphabet: Sendable, Hashable, CaseIterable {
    /// `+` and `/`, with `=` (RFC 4648 section 4).
    case standard
    /// `-` and `_`, without `=` (RFC 4648 section 5), safe in addresses.
    case url

    private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    private static let ofStandard = Array((common + "+/").utf8)
    private static let ofURL = Array((common + "-_").utf8)

    fileprivate var characters: [UInt8] {
      switch self {
      case .standard: Self.ofStandard
      case .url: Self.ofURL
      }
    }
  }

  /// What ``decode(_:alphabet:allowing:)`` takes besides canonical Base64.
  public struct Leniency: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Makes options of their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// ASCII spaces, tabs and line breaks anywhere.
    public static let whitespace = Leniency(rawValue: 1)
    /// Bits of the last digit that belong to no byte and are not zero (RFC 4648 section 3.5).
    public static let unusedBits = Leniency(rawValue: 2)
  }

  /// The text of `bytes`.
  public static func encode(_ bytes: [UInt8], alphabet: Alphabet = .standard) -> String {
    let characters = alphabet.characters
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / 3 * 4 + 4)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var bits = 0
      for position in 0..<3 {
        bits = bits << 8 | (position < count ? Int(bytes[index + position]) : 0)
      }
      for position in 0...count {
        text.append(characters[bits >> (18 - 6 * position) & 0x3F])
      }
      if alphabet == .standard {
        for _ in count..<3 { text.append(UInt8(ascii: "=")) }
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digits that bytes have inside a longer text, without those that their neighbours share.
  ///
  /// - Parameters:
  ///   - bytes: a part of what is encoded.
  ///   - offset: how many bytes precede them in their group of three: 0, 1 or 2.
  /// - Returns: the digits of the standard alphabet that depend on `bytes` alone.
  public static func innerDigits(of bytes: [UInt8], offset: Int) -> [UInt8] {
    guard let first = bytes.first else { return [] }
    let characters = Alphabet.standard.characters
    // The bits of a digit that belongs to a neighbour, too, are left out.
    var held = offset == 0 ? 8 : 2 + 2 * offset
    var bits = UInt32(first) & (1 << UInt32(held) - 1)
    var digits = [UInt8](repeating: 0, count: (held + (bytes.count - 1) * 8) / 6)
    var index = 1
    for place in digits.indices {
      if held < 6 {
        bits = (bits << 8 | UInt32(bytes[index])) & 0xFFFF
        held += 8
        index += 1
      }
      held -= 6
      digits[place] = characters[Int(bits >> UInt32(held) & 0x3F)]
    }
    return digits
  }

  /// The bytes that a text stands for, read strictly.
  ///
  /// - Parameters:
  ///   - text: in the standard alphabet `=` must fill the last group, in the other it may.
  ///   - alphabet: the other alphabet's characters are refused.
  ///   - leniency: what is not refused.
  /// - Returns: `nil` when a character, the length, the filling or the unused bits are wrong.
  public static func decode(
    _ text: some StringProtocol,
    alphabet: Alphabet = .standard,
    allowing leniency: Leniency = []
  ) -> [UInt8]? {
    var digits = Array(text.utf8)
    if leniency.contains(.whitespace) { digits.removeAll(where: \.isASCIIWhitespace) }
    let fill = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let mustFill = alphabet == .standard || fill > 0
    guard fill <= 2, !mustFill || digits.count.isMultiple(of: 4) else { return nil }
    digits.removeLast(fill)
    guard digits.count % 4 != 1 else { return nil }
    if mustFill, (4 - digits.count % 4) % 4 != fill { return nil }
    let values = table(of: alphabet)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var held = 0
    for digit in digits {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      bits = (bits << 6 | UInt32(value)) & 0xFFFF
      held += 6
      if held >= 8 {
        held -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> held))
      }
    }
    let isCanonical = bits & ((1 << held) - 1) == 0
    return isCanonical || leniency.contains(.unusedBits) ? bytes : nil
  }

  private static func table(of alphabet: Alphabet) -> [UInt8] {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.characters.enumerated() {
      values[Int(character)] = UInt8(value)
    }
    return values
  }
}
