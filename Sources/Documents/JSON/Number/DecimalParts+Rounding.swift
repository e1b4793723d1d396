extension DecimalParts {
  /// Rounds the last digits away.
  ///
  /// - Parameters:
  ///   - count: How many digits to drop; more than there are is possible, fewer than one is nothing.
  ///   - rule: How the rest is rounded.
  ///   - hasMore: Whether more digits follow that are not all zeros.
  mutating func round(dropping count: Int128, rule: JSONNumber.Rounding, hasMore: Bool) {
    guard count > 0 else { return }
    let kept = max(0, Int128(digits.count) - count)
    let first = count > Int128(digits.count) ? 0 : digits[Int(kept)]
    let rest = count > Int128(digits.count) ? digits[...] : digits[(Int(kept) + 1)...]
    let isExact = first == 0 && rest.allSatisfy { $0 == 0 } && !hasMore
    let isPastHalf = first > 5 || first == 5 && (hasMore || rest.contains { $0 != 0 })
    digits.removeSubrange(Int(kept)...)
    let goesUp =
      switch rule {
      case .halfAwayFromZero: first >= 5
      case .halfEven: isPastHalf || first == 5 && (digits.last ?? 0) % 2 == 1
      case .down: isNegative && !isExact
      case .up: !isNegative && !isExact
      case .towardZero: false
      }
    if goesUp { increment() }
    self = DecimalParts(isNegative: isNegative, digits: digits, exponent: exponent + count)
  }

  private mutating func increment() {
    for place in digits.indices.reversed() {
      if digits[place] < 9 {
        digits[place] += 1
        return
      }
      digits[place] = 0
    }
    digits.insert(1, at: 0)
  }
}
