import Diagnostics
import Documents
import Encodings

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

  /// What a number with a unit measures; `nil` for a plain number and for a date.
  let measure: Quantity.Measure?

  /// What the numbers that are compared with the bound count.
  let unit: Quantity.Unit?

  /// Reads a bound; `nil` for what is none.
  ///
  /// - Parameters:
  ///   - value: a number, or text that is a number, a duration, a size or a date.
  ///   - now: what the text `now` means, in seconds since 1970.
  ///   - unit: what a plain number counts, and the numbers that are compared with the bound.
  init?(_ value: JSONValue, now: Double, unit: Quantity.Unit? = nil) {
    self.unit = unit
    switch value {
    case .number(let number):
      guard let counted = Self.counted(number, unit) else { return nil }
      kind = .number(counted)
      text = ValueText.cut(number.literal) + (unit.map { " \($0.name)" } ?? "")
      measure = nil
    case .string(let string):
      if let number = LooseComparison.number(of: string) {
        guard let counted = Self.counted(number, unit) else { return nil }
        kind = .number(counted)
        text = string + (unit.map { " \($0.name)" } ?? "")
        measure = nil
      } else if let quantity = Quantity(string), let number = quantity.number {
        kind = .number(number)
        text = string
        measure = quantity.unit.measure
      } else if let instant = string == "now"
        ? Instant(secondsSince1970: now) : Instant(string)
      {
        kind = .instant(instant)
        text = string
        measure = nil
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
      guard let other = self.number(of: value, nature: nature) else { return nil }
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

  /// A value as a number to compare with the bound's: of milliseconds or bytes where it counts a
  /// unit.
  func number(of value: JSONValue, nature: Subject.Nature) -> JSONNumber? {
    Self.number(of: value, nature: nature).flatMap { Self.counted($0, unit) }
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

  /// What to know of a text that another form of ISO 8601 has and RFC 3339 has not.
  static func spelling(ofDateTime value: JSONValue) -> String? {
    guard let text = value.string, !RFC3339.isDateTime(text) else { return nil }
    return RFC3339.dateTime(nearTo: text).map { "RFC 3339 has \($0)" }
  }

  private static func counted(_ number: JSONNumber, _ unit: Quantity.Unit?) -> JSONNumber? {
    guard let unit else { return number }
    return try? number.multiplied(by: JSONNumber(unit.factor))
  }
}

extension Quantity {
  /// The number of milliseconds or bytes.
  var number: JSONNumber? {
    guard let number = JSONNumber(parsing: digits) else { return nil }
    return try? number.multiplied(by: JSONNumber(unit.factor))
  }
}

extension Quantity.Unit {
  /// The names that `unit` beside a matcher that compares an order takes.
  static let names = Quantity.units.map(\.name)

  /// What `unit` takes.
  static let companions: [String: ArgumentShape] = ["unit": .oneOf(names)]
}

extension MatcherArguments {
  /// The argument as something to measure an order against.
  func bound() throws(Mistake) -> Bound { try bound(value, at: [.key(name)]) }

  /// A part of the map as something to measure an order against.
  func bound(_ part: JSONValue, at path: [ValuePathElement]) throws(Mistake) -> Bound {
    let unit = try countingUnit()
    guard let bound = Bound(part, now: context.now, unit: unit) else {
      throw Mistake(
        "expected a number, a duration, a size or a date, got \(kind(of: part))",
        at: path
      )
    }
    if case .instant = bound.kind, unit != nil {
      throw Mistake("a date has no unit", at: [.key("unit")], aboutKey: true)
    }
    if let measure = bound.measure { try check(measure, of: bound, unit, at: path) }
    return bound
  }

  /// What `unit` beside the matcher says.
  private func countingUnit() throws(Mistake) -> Quantity.Unit? {
    guard let value = map["unit"] else { return nil }
    guard context.kind != .duration, context.kind != .size else {
      let unit = context.kind == .duration ? "milliseconds" : "bytes"
      throw Mistake(
        "what stands here counts \(unit), it has no other unit",
        at: [.key("unit")],
        aboutKey: true,
        hint: "leave `unit` out"
      )
    }
    guard let unit = value.string.flatMap({ Quantity.Unit(named: $0) }) else {
      throw Mistake(
        "expected one of \(Quantity.Unit.names.joined(separator: ", ")), got \(kind(of: value))",
        at: [.key("unit")]
      )
    }
    return unit
  }

  /// Refuses a duration or a size where what is compared with it counts something else, or nobody
  /// knows what.
  private func check(
    _ measure: Quantity.Measure,
    of bound: Bound,
    _ unit: Quantity.Unit?,
    at path: [ValuePathElement]
  ) throws(Mistake) {
    if let unit {
      guard unit.measure != measure else { return }
      throw Mistake(
        "\(bound.text) is \(measure.noun), `unit: \(unit.name)` counts \(unit.measure.plural)",
        at: path
      )
    }
    switch (context.kind, measure) {
    case (.duration, .duration), (.size, .size): return
    case (.duration, .size), (.size, .duration):
      let other = measure == .duration ? Quantity.Measure.size : .duration
      throw Mistake(
        "\(bound.text) is \(measure.noun), what stands here is \(other.noun)",
        at: path
      )
    case (.value, _), (.markup, _), (.texts, _), (.text, _), (.number, _), (.boolean, _),
      (.date, _):
      let (number, unit) = bound.plain
      throw Mistake(
        "\(bound.text) is \(measure.noun), the number it is compared with has no unit",
        at: path,
        hint: "write \(number) for \(bound.text), or `unit: \(unit)` beside it"
      )
    }
  }
}

extension Quantity.Measure {
  /// With its article.
  fileprivate var noun: String { self == .duration ? "a duration" : "a size" }

  fileprivate var plural: String { self == .duration ? "durations" : "sizes" }
}

extension Bound {
  /// The bound in the unit that a service would most likely count: seconds, milliseconds below one
  /// second, or bytes.
  fileprivate var plain: (number: String, unit: String) {
    guard case .number(let number) = kind else { return (text, "") }
    guard measure == .duration else { return (number.literal, "B") }
    guard number >= 1000, let seconds = try? number.multiplied(by: 0.001) else {
      return (number.literal, "ms")
    }
    return (seconds.literal, "s")
  }
}
