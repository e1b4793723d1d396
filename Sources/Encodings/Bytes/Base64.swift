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
    let missing = (3 - bytes.count % 3) % 3
    let groups = bytes + [UInt8](repeating: 0, count: missing)
    var text = digits(of: groups.span, alphabet)
    text.removeLast(missing)
    if alphabet == .standard { text += repeatElement(UInt8(ascii: "="), count: missing) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The digits that bytes have inside a longer text, without those that their neighbours share.
  ///
  /// - Parameter bytes: a part of what is encoded.
  /// - Returns: the digits of the standard alphabet that depend on `bytes` alone: when none, one or two bytes precede them in their
  ///   group of three.
  public static func innerDigits(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let padded = [0, 0] + bytes + [0, 0]
    return (0..<3).map { offset in
      let all = digits(of: padded.span.extracting((2 - offset)...), .standard)
      let first = offset == 0 ? 0 : offset + 1
      return all[first..<max(first, (offset + bytes.count) * 8 / 6)]
    }
  }

  /// The digits of all whole groups of three bytes.
  private static func digits(of bytes: borrowing Span<UInt8>, _ alphabet: Alphabet) -> [UInt8] {
    // With parts of known length the compiler leaves checks of indices out.
    let characters = alphabet.characters.span.extracting(0..<64)
    var digits = [UInt8](repeating: 0, count: bytes.count / 3 * 4)
    var free = digits.mutableSpan
    for group in 0..<(bytes.count / 3) {
      let three = bytes.extracting((group * 3)..<(group * 3 + 3))
      let bits = Int(three[0]) << 16 | Int(three[1]) << 8 | Int(three[2])
      for digit in 0..<4 {
        free[group * 4 + digit] = characters[bits >> (18 - 6 * digit) & 0x3F]
      }
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
