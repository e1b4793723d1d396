/// A JSON number: an exact decimal of any length that remembers how it was spelled.
///
/// Equality, order and hash go by value and never through a binary floating-point number. A value
/// like `1e999999999` costs no more than its spelling.
///
/// ```swift
/// let price = JSONNumber(parsing: "1.10")
/// price?.literal          // "1.10"
/// price == JSONNumber(parsing: "11e-1")  // true
/// ```
public struct JSONNumber: Sendable {
  enum Storage: Sendable {
    /// ± `magnitude` ÷ 10^`scale`, spelled with exactly `scale` digits after the point.
    ///
    /// At most 19 digits and a scale of at most 18, so that comparisons fit 128 bits.
    case plain(magnitude: UInt64, scale: UInt8, isNegative: Bool)
    /// Any other number as it was written, checked against the grammar of RFC 8259, section 6.
    case spelled(String)
  }

  let storage: Storage

  /// A whole number.
  ///
  /// - Parameter value: Its value.
  public init(_ value: Int) {
    storage = .plain(magnitude: UInt64(value.magnitude), scale: 0, isNegative: value < 0)
  }

  /// A number with the shortest spelling that a double reads back, or nil when it is not finite.
  ///
  /// - Parameter value: Its value; a whole one is spelled without a fraction.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    guard let number = JSONNumber(parsing: text) else { return nil }
    self = number
  }

  /// A number from its spelling, or nil when the text is not exactly one JSON number.
  ///
  /// - Parameter text: The spelling by RFC 8259, section 6, without surrounding space.
  public init?(parsing text: String) {
    let bytes = Array(text.utf8)
    guard let scan = Scan(of: bytes, from: 0), scan.end == bytes.count else { return nil }
    self.init(scan, in: bytes, from: 0)
  }

  init(storage: Storage) {
    self.storage = storage
  }

  /// The spelling, exactly as it was written.
  public var literal: String {
    switch storage {
    case .spelled(let text):
      return text
    case .plain(let magnitude, let scale, let isNegative):
      var digits = String(magnitude)
      if scale > 0 {
        let missing = Int(scale) + 1 - digits.utf8.count
        if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
        digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -Int(scale)))
      }
      return isNegative ? "-" + digits : digits
    }
  }

  /// Whether the value is whole, as `1.0` and `1e3` also are.
  public var isInteger: Bool {
    if case .plain(_, 0, _) = storage { return true }
    let parts = DecimalParts(self)
    return parts.digits.isEmpty || parts.exponent >= 0
  }

  /// The value as an `Int`, or nil when it is not whole or does not fit.
  public var int: Int? { exactly(Int.self) }

  /// The same value as an integer of a type, if it has it.
  func exactly<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    if case .plain(let magnitude, 0, let isNegative) = storage {
      return isNegative ? Value(exactly: -Int128(magnitude)) : Value(exactly: magnitude)
    }
    let parts = DecimalParts(self)
    guard !parts.digits.isEmpty else { return 0 }
    // The longest integer there is has 39 digits.
    guard parts.exponent >= 0, parts.magnitudeExponent <= 39 else { return nil }
    let text = String(decoding: parts.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
    let zeros = String(repeating: "0", count: Int(parts.exponent))
    return Value((parts.isNegative ? "-" : "") + text + zeros)
  }

  /// The nearest double; infinite when the value is too large for one.
  public var double: Double {
    if case .plain(let magnitude, let scale, let isNegative) = storage, magnitude <= 1 << 53 {
      // Both are exact doubles, so one division rounds once.
      let value = Double(magnitude) / Double(Self.powerOfTen(Int(scale)))
      return isNegative ? -value : value
    }
    return Double(literal) ?? .nan
  }

  /// 10 to a power from 0 to 19.
  static func powerOfTen(_ power: Int) -> UInt64 {
    var result: UInt64 = 1
    for _ in 0..<power { result &*= 10 }
    return result
  }
}

extension JSONNumber: CustomStringConvertible {
  /// The spelling, exactly as it was written.
  public var description: String { literal }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A whole number.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// A number, spelled as shortly as its value allows.
  public init(floatLiteral value: Double) {
    guard let number = JSONNumber(value) else {
      preconditionFailure("a JSON number literal must be finite")
    }
    self = number
  }
}
