/// A natural number of any length in limbs of nine decimal digits, for exact arithmetic.
struct DecimalMagnitude: Sendable {
  private static let base: UInt64 = 1_000_000_000

  /// The limbs, the least one first, without zeros at the end.
  private var limbs: [UInt32]

  private init(limbs: [UInt32]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
  }

  /// The number that decimal digits from 0 to 9 spell.
  init(digits: [UInt8]) {
    var limbs: [UInt32] = []
    limbs.reserveCapacity(digits.count / 9 + 1)
    var end = digits.count
    while end > 0 {
      let start = max(0, end - 9)
      limbs.append(digits[start..<end].reduce(0) { $0 * 10 + UInt32($1) })
      end = start
    }
    self.init(limbs: limbs)
  }

  var isZero: Bool { limbs.isEmpty }

  /// The decimal digits from 0 to 9, possibly with zeros in front.
  var digits: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(limbs.count * 9)
    for limb in limbs.reversed() {
      var divisor: UInt32 = 100_000_000
      while divisor > 0 {
        result.append(UInt8(limb / divisor % 10))
        divisor /= 10
      }
    }
    return result
  }

  func isLess(than other: DecimalMagnitude) -> Bool {
    guard limbs.count == other.limbs.count else { return limbs.count < other.limbs.count }
    return limbs.reversed().lexicographicallyPrecedes(other.limbs.reversed())
  }

  func adding(_ other: DecimalMagnitude) -> DecimalMagnitude {
    var result: [UInt32] = []
    var carry: UInt64 = 0
    for place in 0..<max(limbs.count, other.limbs.count) {
      let sum = limb(place) + other.limb(place) + carry
      result.append(UInt32(sum % Self.base))
      carry = sum / Self.base
    }
    result.append(UInt32(carry))
    return DecimalMagnitude(limbs: result)
  }

  /// The difference to a number that is not greater.
  func subtracting(_ other: DecimalMagnitude) -> DecimalMagnitude {
    var result: [UInt32] = []
    var borrow: UInt64 = 0
    for place in limbs.indices {
      let difference = limb(place) + Self.base - other.limb(place) - borrow
      result.append(UInt32(difference % Self.base))
      borrow = difference < Self.base ? 1 : 0
    }
    return DecimalMagnitude(limbs: result)
  }

  func multiplied(by other: DecimalMagnitude) -> DecimalMagnitude {
    var result = [UInt32](repeating: 0, count: limbs.count + other.limbs.count)
    for (place, own) in limbs.enumerated() {
      var carry: UInt64 = 0
      for (offset, theirs) in other.limbs.enumerated() {
        let sum = UInt64(own) * UInt64(theirs) + UInt64(result[place + offset]) + carry
        result[place + offset] = UInt32(sum % Self.base)
        carry = sum / Self.base
      }
      result[place + other.limbs.count] = UInt32(carry)
    }
    return DecimalMagnitude(limbs: result)
  }

  /// The whole quotient and what remains; the divisor must not be zero.
  func divided(
    by divisor: DecimalMagnitude
  ) -> (quotient: DecimalMagnitude, remainder: DecimalMagnitude) {
    guard !isLess(than: divisor) else { return (DecimalMagnitude(limbs: []), self) }
    guard divisor.limbs.count > 1 else { return divided(by: divisor.limb(0)) }
    // Knuth, The Art of Computer Programming, volume 2, algorithm D.
    let factor = Self.base / (divisor.limb(divisor.limbs.count - 1) + 1)
    let scale = DecimalMagnitude(limbs: [UInt32(factor)])
    let scaled = divisor.multiplied(by: scale).limbs
    var rest = multiplied(by: scale).limbs
    rest += Array(repeating: 0, count: limbs.count + 1 - rest.count)
    let length = scaled.count
    let top = UInt64(scaled[length - 1])
    let second = UInt64(scaled[length - 2])
    var quotient = [UInt32](repeating: 0, count: limbs.count - length + 1)
    for place in quotient.indices.reversed() {
      let head = UInt64(rest[place + length]) * Self.base + UInt64(rest[place + length - 1])
      var estimate = head / top
      var left = head % top
      while estimate >= Self.base
        || estimate * second > left * Self.base + UInt64(rest[place + length - 2])
      {
        estimate -= 1
        left += top
        if left >= Self.base { break }
      }
      if !Self.subtract(scaled, times: estimate, from: &rest, at: place) {
        estimate -= 1
        Self.addBack(scaled, to: &rest, at: place)
      }
      quotient[place] = UInt32(estimate)
    }
    let remainder = DecimalMagnitude(limbs: rest).divided(by: factor).quotient
    return (DecimalMagnitude(limbs: quotient), remainder)
  }

  /// The remainder of a power of ten, in time of the exponent's logarithm.
  static func powerOfTen(
    _ exponent: Int128,
    modulo divisor: DecimalMagnitude
  ) -> DecimalMagnitude {
    var result = DecimalMagnitude(limbs: [1]).divided(by: divisor).remainder
    var square = DecimalMagnitude(limbs: [10]).divided(by: divisor).remainder
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result.multiplied(by: square).divided(by: divisor).remainder }
      square = square.multiplied(by: square).divided(by: divisor).remainder
      rest >>= 1
    }
    return result
  }

  private func limb(_ place: Int) -> UInt64 { place < limbs.count ? UInt64(limbs[place]) : 0 }

  private func divided(
    by divisor: UInt64
  ) -> (quotient: DecimalMagnitude, remainder: DecimalMagnitude) {
    var quotient = limbs
    var rest: UInt64 = 0
    for place in quotient.indices.reversed() {
      let part = rest * Self.base + UInt64(quotient[place])
      quotient[place] = UInt32(part / divisor)
      rest = part % divisor
    }
    return (DecimalMagnitude(limbs: quotient), DecimalMagnitude(limbs: [UInt32(rest)]))
  }

  /// Takes a multiple away and tells whether it was not too much.
  private static func subtract(
    _ limbs: [UInt32],
    times factor: UInt64,
    from rest: inout [UInt32],
    at start: Int
  ) -> Bool {
    var carry: UInt64 = 0
    var borrow: UInt64 = 0
    for place in 0...limbs.count {
      let product = (place < limbs.count ? UInt64(limbs[place]) * factor : 0) + carry
      carry = product / base
      let difference = UInt64(rest[start + place]) + base - product % base - borrow
      rest[start + place] = UInt32(difference % base)
      borrow = difference < base ? 1 : 0
    }
    return borrow == 0
  }

  private static func addBack(_ limbs: [UInt32], to rest: inout [UInt32], at start: Int) {
    var carry: UInt64 = 0
    for place in 0...limbs.count {
      let sum =
        UInt64(rest[start + place]) + (place < limbs.count ? UInt64(limbs[place]) : 0) + carry
      rest[start + place] = UInt32(sum % base)
      carry = sum / base
    }
  }
}
