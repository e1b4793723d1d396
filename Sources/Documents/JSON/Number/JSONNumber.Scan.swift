extension JSONNumber {
  /// What the grammar of RFC 8259, section 6 finds at a place: where a number ends and its digits.
  struct Scan {
    /// The offset after the number.
    var end: Int
    var isNegative: Bool
    /// The digits of whole part and fraction as one number, modulo 2^64.
    var magnitude: UInt64
    /// How many digits that number was made of.
    var digitCount: Int
    /// How many of them come after the point.
    var scale: Int
    var hasExponent: Bool

    /// Reads the longest number that starts at an offset, or nil when none does.
    init?(of bytes: [UInt8], from start: Int) {
      var place = start
      let count = bytes.count
      isNegative = false
      if place < count, bytes[place] == UInt8(ascii: "-") {
        isNegative = true
        place += 1
      }
      guard place < count else { return nil }
      var digit = bytes[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      var magnitude = UInt64(digit)
      let firstDigit = place
      place += 1
      if digit != 0 {
        while place < count {
          digit = bytes[place] &- UInt8(ascii: "0")
          guard digit < 10 else { break }
          magnitude = magnitude &* 10 &+ UInt64(digit)
          place += 1
        }
      }
      digitCount = place - firstDigit
      scale = 0
      hasExponent = false
      if place < count, bytes[place] == UInt8(ascii: ".") {
        place += 1
        let firstOfFraction = place
        while place < count {
          digit = bytes[place] &- UInt8(ascii: "0")
          guard digit < 10 else { break }
          magnitude = magnitude &* 10 &+ UInt64(digit)
          place += 1
        }
        scale = place - firstOfFraction
        guard scale > 0 else { return nil }
        digitCount += scale
      }
      if place < count, bytes[place] | 0x20 == UInt8(ascii: "e") {
        hasExponent = true
        place += 1
        if place < count, bytes[place] == UInt8(ascii: "+") || bytes[place] == UInt8(ascii: "-") {
          place += 1
        }
        let firstOfExponent = place
        while place < count, bytes[place] &- UInt8(ascii: "0") < 10 { place += 1 }
        guard place > firstOfExponent else { return nil }
      }
      self.magnitude = magnitude
      end = place
    }
  }

  /// A number from what was scanned.
  ///
  /// - Parameters:
  ///   - scan: What was found.
  ///   - bytes: The text in which it was found.
  ///   - start: Where the number starts.
  init(_ scan: Scan, in bytes: [UInt8], from start: Int) {
    if !scan.hasExponent, scan.digitCount <= 19, scan.scale <= 18 {
      storage = .plain(
        magnitude: scan.magnitude,
        scale: UInt8(scan.scale),
        isNegative: scan.isNegative
      )
    } else {
      storage = .spelled(String(decoding: bytes[start..<scan.end], as: UTF8.self))
    }
  }
}
