extension JSONNumber: Comparable {
  /// Whether both have the same value, however they are spelled.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    left.order(against: right) == 0
  }

  /// Whether the first value is less than the second.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    left.order(against: right) < 0
  }

  /// Whether the value is less than zero.
  public var isNegative: Bool { self < 0 }

  /// Whether the value is zero, also when it is spelled `-0.0`.
  public var isZero: Bool {
    switch storage {
    case .plain(let magnitude, _, _): magnitude == 0
    case .spelled: DecimalParts(self).digits.isEmpty
    }
  }

  /// -1, 0 or 1 as this value is less than, equal to or greater than another one.
  private func order(against other: JSONNumber) -> Int {
    if case .plain(let left, let leftScale, false) = storage,
      case .plain(let right, let rightScale, false) = other.storage, leftScale == rightScale
    {
      return left == right ? 0 : left < right ? -1 : 1
    }
    if let (left, right, _) = plainPair(with: other) { return Int((left - right).signum()) }
    return DecimalParts(self).order(against: DecimalParts(other))
  }
}

extension JSONNumber: Hashable {
  /// Feeds the value to a hasher; equal values that are spelled differently hash alike.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    if case .plain(var magnitude, let scale, let isNegative) = storage {
      var exponent: Int128 = -Int128(scale)
      while magnitude != 0, magnitude % 10 == 0 {
        magnitude /= 10
        exponent += 1
      }
      hasher.combine(magnitude)
      hasher.combine(magnitude == 0 ? 0 : exponent)
      hasher.combine(magnitude != 0 && isNegative)
      return
    }
    let parts = DecimalParts(self)
    if parts.digits.count <= 19 {
      hasher.combine(parts.digits.reduce(0 as UInt64) { $0 * 10 + UInt64($1) })
    } else {
      hasher.combine(parts.digits)
    }
    hasher.combine(parts.exponent)
    hasher.combine(parts.isNegative)
  }
}

extension DecimalParts {
  /// -1, 0 or 1 as this value is less than, equal to or greater than another one.
  func order(against other: DecimalParts) -> Int {
    if digits.isEmpty || other.digits.isEmpty || isNegative != other.isNegative {
      return signum - other.signum < 0 ? -1 : (signum == other.signum ? 0 : 1)
    }
    let magnitudes =
      magnitudeExponent == other.magnitudeExponent
      ? digitOrder(against: other)
      : (magnitudeExponent < other.magnitudeExponent ? -1 : 1)
    return isNegative ? -magnitudes : magnitudes
  }

  private var signum: Int { digits.isEmpty ? 0 : (isNegative ? -1 : 1) }

  private func digitOrder(against other: DecimalParts) -> Int {
    for (left, right) in zip(digits, other.digits) where left != right {
      return left < right ? -1 : 1
    }
    return (digits.count - other.digits.count).signum()
  }
}
