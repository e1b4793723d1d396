/// Exact decimal arithmetic; its work is bounded whatever the exponents of the operands.
extension JSONNumber {
  /// How many digits a result may have, zeros up to the point included.
  public static let longestResult = 10_000
  /// How many significant digits a division gives when its result does not end before.
  public static let divisionDigits = 34

  /// The exact sum.
  ///
  /// - Parameter other: The number to add.
  /// - Returns: The sum.
  /// - Throws: `tooLong` when the sum has more than `longestResult` digits.
  public func adding(_ other: JSONNumber) throws(JSONArithmeticError) -> JSONNumber {
    if let (left, right, scale) = plainPair(with: other),
      let sum = Self.plain(left + right, scale: scale)
    {
      return sum
    }
    let left = DecimalParts(self)
    let right = DecimalParts(other)
    if left.digits.isEmpty { return other }
    if right.digits.isEmpty { return self }
    let (leftDigits, rightDigits, exponent) = try Self.align(left, right)
    if left.isNegative == right.isNegative {
      return try Self.make(left.isNegative, leftDigits.adding(rightDigits), exponent)
    }
    return leftDigits.isLess(than: rightDigits)
      ? try Self.make(right.isNegative, rightDigits.subtracting(leftDigits), exponent)
      : try Self.make(left.isNegative, leftDigits.subtracting(rightDigits), exponent)
  }

  /// The exact difference.
  ///
  /// - Parameter other: The number to take away.
  /// - Returns: The difference.
  /// - Throws: `tooLong` when the difference has more than `longestResult` digits.
  public func subtracting(_ other: JSONNumber) throws(JSONArithmeticError) -> JSONNumber {
    try adding(other.negated)
  }

  /// The exact product.
  ///
  /// - Parameter other: The number to multiply by.
  /// - Returns: The product.
  /// - Throws: `tooLong` when the product has more than `longestResult` digits.
  public func multiplied(by other: JSONNumber) throws(JSONArithmeticError) -> JSONNumber {
    if case .plain(let left, let leftScale, let leftIsNegative) = storage,
      case .plain(let right, let rightScale, let rightIsNegative) = other.storage,
      left < 1 << 62, right < 1 << 62
    {
      let product = Int128(left) * Int128(right)
      let isNegative = leftIsNegative != rightIsNegative
      let scale = Int(leftScale) + Int(rightScale)
      if let result = Self.plain(isNegative ? -product : product, scale: scale) { return result }
    }
    let left = DecimalParts(self)
    let right = DecimalParts(other)
    guard left.digits.count + right.digits.count <= Self.longestResult else { throw .tooLong }
    return try Self.make(
      left.isNegative != right.isNegative,
      DecimalMagnitude(digits: left.digits).multiplied(by: DecimalMagnitude(digits: right.digits)),
      left.exponent + right.exponent
    )
  }

  /// The quotient, exact or rounded to `divisionDigits` significant digits, half to even.
  ///
  /// - Parameter other: The divisor.
  /// - Returns: The quotient.
  /// - Throws: `divisionByZero`, or `tooLong` when an operand or the result is too long.
  public func divided(by other: JSONNumber) throws(JSONArithmeticError) -> JSONNumber {
    let left = DecimalParts(self)
    let right = DecimalParts(other)
    guard !right.digits.isEmpty else { throw .divisionByZero }
    guard max(left.digits.count, right.digits.count) <= Self.longestResult else { throw .tooLong }
    guard !left.digits.isEmpty else { return 0 }
    // Enough zeros that the whole quotient has two digits more than are kept.
    let zeros = max(0, Self.divisionDigits + 2 + right.digits.count - left.digits.count)
    let dividend = DecimalMagnitude(digits: left.digits + Array(repeating: 0, count: zeros))
    let (quotient, remainder) = dividend.divided(by: DecimalMagnitude(digits: right.digits))
    var parts = DecimalParts(
      isNegative: left.isNegative != right.isNegative,
      digits: quotient.digits,
      exponent: left.exponent - right.exponent - Int128(zeros)
    )
    if !remainder.isZero || parts.digits.count > Self.divisionDigits {
      parts.round(
        dropping: Int128(parts.digits.count - Self.divisionDigits),
        rule: .halfEven,
        hasMore: !remainder.isZero
      )
    }
    return try Self.make(parts)
  }

  /// The remainder of a division towards zero; it has the sign of this number.
  ///
  /// - Parameter other: The divisor.
  /// - Returns: The exact remainder.
  /// - Throws: `divisionByZero`, or `tooLong` when an operand is too long.
  public func remainder(dividingBy other: JSONNumber) throws(JSONArithmeticError) -> JSONNumber {
    if let (left, right, scale) = plainPair(with: other), right != 0,
      let rest = Self.plain(left % right, scale: scale)
    {
      return rest
    }
    let left = DecimalParts(self)
    let right = DecimalParts(other)
    guard !right.digits.isEmpty else { throw .divisionByZero }
    guard !left.digits.isEmpty else { return 0 }
    guard max(left.digits.count, right.digits.count) <= Self.longestResult else { throw .tooLong }
    if left.magnitudeExponent < right.magnitudeExponent { return self }
    if left.exponent > right.exponent {
      // The zeros in between are never written out, so the work does not grow with the exponent.
      let divisor = DecimalMagnitude(digits: right.digits)
      let power = DecimalMagnitude.powerOfTen(left.exponent - right.exponent, modulo: divisor)
      let digits = DecimalMagnitude(digits: left.digits).divided(by: divisor).remainder
      let rest = digits.multiplied(by: power).divided(by: divisor).remainder
      return try Self.make(left.isNegative, rest, right.exponent)
    }
    let (dividend, divisor, exponent) = try Self.align(left, right)
    return try Self.make(left.isNegative, dividend.divided(by: divisor).remainder, exponent)
  }

  /// The number with the other sign; zero stays without one.
  public var negated: JSONNumber {
    if case .plain(let magnitude, let scale, let isNegative) = storage {
      let sign = magnitude != 0 && !isNegative
      return JSONNumber(storage: .plain(magnitude: magnitude, scale: scale, isNegative: sign))
    }
    let text = literal
    return JSONNumber(parsing: text.hasPrefix("-") ? String(text.dropFirst()) : "-" + text) ?? self
  }

  /// The number without its sign.
  public var absolute: JSONNumber { isNegative ? negated : self }

  /// How a number is rounded.
  public enum Rounding: Sendable, Hashable {
    /// To the nearest, halves away from zero.
    case halfAwayFromZero
    /// To the nearest, halves to the even digit.
    case halfEven
    /// To the next lower value.
    case down
    /// To the next higher value.
    case up
    /// By leaving digits out.
    case towardZero
  }

  /// The number rounded to a count of digits after the point.
  ///
  /// - Parameters:
  ///   - places: The digits kept after the point; a negative count rounds to tens, hundreds, ….
  ///   - rule: How it is rounded.
  /// - Returns: The rounded number.
  /// - Throws: `tooLong` when the result has more than `longestResult` digits.
  public func rounded(
    to places: Int = 0,
    rule: Rounding = .halfAwayFromZero
  ) throws(JSONArithmeticError) -> JSONNumber {
    var parts = DecimalParts(self)
    let dropped = -Int128(places) - parts.exponent
    guard !parts.digits.isEmpty else { return try Self.make(parts) }
    parts.round(dropping: dropped, rule: rule, hasMore: false)
    return try Self.make(parts)
  }

  /// The greatest whole number that is not greater.
  ///
  /// - Returns: A whole number.
  /// - Throws: `tooLong` when the result has more than `longestResult` digits.
  public func floor() throws(JSONArithmeticError) -> JSONNumber {
    try rounded(to: 0, rule: .down)
  }

  /// Whether dividing by another number leaves nothing; zero divides nothing.
  ///
  /// - Parameter divisor: The divisor.
  /// - Returns: Whether there is a whole quotient.
  /// - Throws: `tooLong` when an operand is too long.
  public func isMultiple(of divisor: JSONNumber) throws(JSONArithmeticError) -> Bool {
    if divisor.isZero { return isZero }
    return try remainder(dividingBy: divisor).isZero
  }

  /// Both values as whole numbers of one power of ten; nil unless both are plain.
  func plainPair(
    with other: JSONNumber
  ) -> (left: Int128, right: Int128, scale: Int)? {
    guard case .plain(let left, let leftScale, let leftIsNegative) = storage,
      case .plain(let right, let rightScale, let rightIsNegative) = other.storage
    else { return nil }
    let scale = max(leftScale, rightScale)
    let leftValue = Int128(left) * Int128(Self.powerOfTen(Int(scale - leftScale)))
    let rightValue = Int128(right) * Int128(Self.powerOfTen(Int(scale - rightScale)))
    return (
      leftIsNegative ? -leftValue : leftValue, rightIsNegative ? -rightValue : rightValue,
      Int(scale)
    )
  }

  /// The plain number of a value, without zeros at the end of its fraction; nil if it has none.
  private static func plain(_ value: Int128, scale: Int) -> JSONNumber? {
    var magnitude = value.magnitude
    var scale = scale
    while scale > 0, magnitude % 10 == 0 {
      magnitude /= 10
      scale -= 1
    }
    guard scale <= 18, magnitude < 10_000_000_000_000_000_000 else { return nil }
    return JSONNumber(
      storage: .plain(
        magnitude: UInt64(magnitude),
        scale: UInt8(scale),
        isNegative: value < 0
      )
    )
  }

  private static func align(
    _ left: DecimalParts,
    _ right: DecimalParts
  ) throws(JSONArithmeticError) -> (DecimalMagnitude, DecimalMagnitude, Int128) {
    let exponent = min(left.exponent, right.exponent)
    let top = max(left.magnitudeExponent, right.magnitudeExponent)
    guard top - exponent <= Int128(longestResult) else { throw .tooLong }
    func aligned(_ parts: DecimalParts) -> DecimalMagnitude {
      let zeros = Array(repeating: 0 as UInt8, count: Int(parts.exponent - exponent))
      return DecimalMagnitude(digits: parts.digits + zeros)
    }
    return (aligned(left), aligned(right), exponent)
  }

  private static func make(
    _ isNegative: Bool,
    _ magnitude: DecimalMagnitude,
    _ exponent: Int128
  ) throws(JSONArithmeticError) -> JSONNumber {
    let digits = magnitude.digits
    return try make(DecimalParts(isNegative: isNegative, digits: digits, exponent: exponent))
  }

  /// The number in its plain spelling, or with an exponent when that would take many zeros.
  private static func make(_ parts: DecimalParts) throws(JSONArithmeticError) -> JSONNumber {
    guard !parts.digits.isEmpty else { return 0 }
    let top = parts.magnitudeExponent
    let limit = Int128(longestResult)
    guard parts.digits.count <= longestResult, top <= limit, parts.exponent >= -limit else {
      throw .tooLong
    }
    let digits = String(
      decoding: parts.digits.map { $0 + UInt8(ascii: "0") },
      as: UTF8.self
    )
    var text = parts.isNegative ? "-" : ""
    if parts.exponent >= 0, top <= 40 {
      text += digits + String(repeating: "0", count: Int(parts.exponent))
    } else if top > 0, parts.exponent < 0 {
      text += digits.prefix(Int(top)) + "." + digits.dropFirst(Int(top))
    } else if top <= 0, top > -20 {
      text += "0." + String(repeating: "0", count: Int(-top)) + digits
    } else {
      text += digits.prefix(1)
      if digits.utf8.count > 1 { text += "." + digits.dropFirst() }
      text += "e\(top - 1)"
    }
    return JSONNumber(parsing: text) ?? 0
  }
}
