import Documents

/// What an order is measured against: a number, or a point in time.
struct Bound: Sendable {
  /// What is compared.
  enum Kind: Sendable {
    /// A number; durations count milliseconds, sizes bytes.
    case number(JSONNumber)
    /// A point in time.
    case instant(Instant)
  }

  let kind: Kind

  /// The bound as it was written, for messages.
  let text: String

  /// Reads a bound; `nil` for what is none.
  ///
  /// - Parameters:
  ///   - value: a number, or text that is a number, a duration, a size or a date.
  ///   - now: what the text `now` means, in seconds since 1970.
  init?(_ value: JSONValue, now: Double) {
    switch value {
    case .number(let number):
      kind = .number(number)
      text = ValueText.cut(number.literal)
    case .string(let string):
      text = string
      if let number = LooseComparison.number(of: string) {
        kind = .number(number)
      } else if let quantity = Quantity.duration(string) ?? Quantity.size(string),
        let number = Self.product(of: quantity.digits, and: quantity.unit)
      {
        kind = .number(number)
      } else if let instant = string == "now"
        ? Instant(secondsSince1970: now) : Instant(string)
      {
        kind = .instant(instant)
      } else {
        return nil
      }
    case .null, .bool, .array, .object:
      return nil
    }
  }

  /// A point in time; a number counts seconds since 1970.
  var instant: Instant? {
    switch kind {
    case .instant(let instant): instant
    case .number(let number): Instant(secondsSince1970: number.double)
    }
  }

  /// How a value stands to the bound.
  ///
  /// - Returns: -1, 0 or 1 as it is below, at or above; `nil` where the two cannot be compared.
  func order(of value: JSONValue, nature: Subject.Nature) -> Int? {
    switch kind {
    case .number(let number):
      guard let other = Self.number(of: value, nature: nature) else { return nil }
      return other < number ? -1 : (other == number ? 0 : 1)
    case .instant(let instant):
      guard let other = Self.instant(of: value) else { return nil }
      return other < instant ? -1 : (other == instant ? 0 : 1)
    }
  }

  /// The kind of value that can be compared with the bound.
  var wanted: String {
    switch kind {
    case .number: "a number"
    case .instant: "a date"
    }
  }

  /// A value as a number: text only where types are not strict.
  static func number(of value: JSONValue, nature: Subject.Nature) -> JSONNumber? {
    switch value {
    case .number(let number): number
    case .string(let text): nature == .json ? nil : LooseComparison.number(of: text)
    case .null, .bool, .array, .object: nil
    }
  }

  /// A value as a point in time; a number counts seconds since 1970.
  static func instant(of value: JSONValue) -> Instant? {
    switch value {
    case .number(let number): Instant(secondsSince1970: number.double)
    case .string(let text): Instant(text)
    case .null, .bool, .array, .object: nil
    }
  }

  private static func product(of digits: String, and unit: Int) -> JSONNumber? {
    guard let number = JSONNumber(parsing: digits) else { return nil }
    return try? number.multiplied(by: JSONNumber(unit))
  }
}

extension MatcherArguments {
  /// The argument as something to measure an order against.
  func bound() throws(MatcherError) -> Bound { try bound(value, at: [.key(name)]) }

  /// A part of the map as something to measure an order against.
  func bound(_ part: JSONValue, at path: [ArgumentPathElement]) throws(MatcherError) -> Bound {
    guard let bound = Bound(part, now: context.now) else {
      throw MatcherError(
        "expected a number, a duration, a size or a date, got \(kind(of: part))",
        at: path
      )
    }
    return bound
  }
}
