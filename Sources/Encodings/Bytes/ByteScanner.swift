/// A cursor over the bytes of a short text.
public struct ByteScanner: Sendable {
  private let bytes: [UInt8]
  private(set) var position = 0

  /// Starts before the first byte of a text.
  public init(_ text: some StringProtocol) {
    bytes = Array(text.utf8)
  }

  /// Whether nothing is left.
  public var isAtEnd: Bool { position == bytes.count }

  /// The next byte, if there is one.
  public var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Steps over the next byte when it is the ASCII character `character`.
  public mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let next, UInt32(next) == character.value else { return false }
    position += 1
    return true
  }

  /// Steps over a word when it comes next.
  mutating func skip(word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  /// Reads exactly so many decimal digits as a number; without them nothing is read.
  ///
  /// - Parameter count: 1 to 18.
  /// - Returns: the number, `nil` when fewer digits come next.
  public mutating func digits(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    var value = 0
    for index in position..<position + count {
      guard bytes[index].isASCIIDigit else { return nil }
      value = value * 10 + Int(bytes[index] - 0x30)
    }
    position += count
    return value
  }

  /// Reads all decimal digits that come next as the decimals of a number of seconds.
  ///
  /// - Returns: nanoseconds, further digits cut; `nil` without a digit.
  public mutating func nanoseconds() -> Int? {
    var nanoseconds = 0
    var scale = 100_000_000
    let start = position
    while let digit = digits(1) {
      nanoseconds += digit * scale
      scale /= 10
    }
    return position > start ? nanoseconds : nil
  }

  /// Reads letters up to the next byte that is none.
  mutating func letters() -> String {
    let start = position
    while let next, next.isASCIILetter { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}
