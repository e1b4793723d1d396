import Documents

/// A number with a unit: a duration or a size.
enum Quantity: Sendable {
  /// The units of durations, with how many milliseconds each is.
  static let durationUnits = [
    ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000),
  ]

  /// The units of sizes, with how many bytes each is.
  static let sizeUnits = [
    ("B", 1), ("kB", 1000), ("KB", 1000), ("MB", 1_000_000), ("GB", 1_000_000_000),
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30),
  ]

  /// What a number with a unit measures.
  enum Measure: Sendable, Hashable {
    case duration
    case size

    /// With its article.
    var noun: String { self == .duration ? "a duration" : "a size" }

    /// The measure of a unit, and how many milliseconds or bytes the unit is.
    static func of(unit name: String) -> (measure: Measure, factor: Int)? {
      if let unit = durationUnits.first(where: { $0.0 == name }) { return (.duration, unit.1) }
      if let unit = sizeUnits.first(where: { $0.0 == name }) { return (.size, unit.1) }
      return nil
    }
  }

  /// The number of milliseconds or bytes.
  static func number(_ quantity: (digits: String, unit: Int)) -> JSONNumber? {
    guard let number = JSONNumber(parsing: quantity.digits) else { return nil }
    return try? number.multiplied(by: JSONNumber(quantity.unit))
  }

  /// Reads `500ms`, `5s`, `1.5m`, `1h`, `7d`.
  ///
  /// - Returns: the digits and how many milliseconds one of the unit is; `nil` for other text.
  static func duration(_ text: String) -> (digits: String, unit: Int)? {
    split(text, units: durationUnits)
  }

  /// Reads `64KiB`, `10MB`, `12B`.
  ///
  /// - Returns: the digits and how many bytes one of the unit is; `nil` for other text.
  static func size(_ text: String) -> (digits: String, unit: Int)? {
    split(text, units: sizeUnits)
  }

  private static func split(
    _ text: String,
    units: [(name: String, factor: Int)]
  ) -> (digits: String, unit: Int)? {
    guard text.utf8.count <= 32 else { return nil }
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let name = text[digits.endIndex...].drop { $0 == " " }
    guard let unit = units.first(where: { $0.name == name }), let first = digits.first,
      let last = digits.last, first != ".", last != ".", digits.count(where: { $0 == "." }) <= 1
    else { return nil }
    // A number of JSON has no leading zeros.
    let trimmed = digits.drop { $0 == "0" }
    let plain = trimmed.isEmpty || trimmed.first == "." ? "0" + trimmed : String(trimmed)
    return (plain, unit.factor)
  }
}
