/// A decimal taken apart: ± `digits` × 10^`exponent`, the one form that each value has.
struct DecimalParts: Sendable, Hashable {
  var isNegative: Bool
  /// The significant digits from 0 to 9, without zeros at either end; none for zero.
  var digits: [UInt8]
  /// The power of ten of the last digit.
  ///
  /// An exponent written with more than 36 digits counts as ± 10^36.
  var exponent: Int128

  /// The power of ten just above the first digit.
  var magnitudeExponent: Int128 { exponent + Int128(digits.count) }

  init(_ number: JSONNumber) {
    switch number.storage {
    case .plain(let magnitude, let scale, let isNegative):
      self.isNegative = isNegative
      digits = String(magnitude).utf8.map { $0 - UInt8(ascii: "0") }
      exponent = -Int128(scale)
    case .spelled(let text):
      isNegative = false
      digits = []
      exponent = 0
      read(text)
    }
    normalize()
  }

  /// The parts of digits that may have zeros at their ends.
  init(isNegative: Bool, digits: [UInt8], exponent: Int128) {
    self.isNegative = isNegative
    self.digits = digits
    self.exponent = exponent
    normalize()
  }

  private mutating func read(_ text: String) {
    var scale: Int128 = 0
    var written: Int128 = 0
    var isFraction = false
    var isExponent = false
    var isExponentNegative = false
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"):
        if isExponent { isExponentNegative = true } else { isNegative = true }
      case UInt8(ascii: "."):
        isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        isExponent = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if isExponent {
          written = min(written * 10 + Int128(digit), Self.largestExponent)
        } else {
          digits.append(digit)
          if isFraction { scale += 1 }
        }
      default:
        break
      }
    }
    exponent = (isExponentNegative ? -written : written) - scale
  }

  private mutating func normalize() {
    let leading = digits.prefix { $0 == 0 }.count
    if leading > 0 { digits.removeFirst(leading) }
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty {
      exponent = 0
      isNegative = false
    }
  }

  private static var largestExponent: Int128 {
    var result: Int128 = 1
    for _ in 0..<36 { result *= 10 }
    return result
  }
}
