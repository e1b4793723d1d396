/// A number with a unit: a duration or a size.
///
/// ```swift
/// Quantity("1.5s")?.unit.factor  // 1000
/// Quantity.duration("1.5s")      // 1.5 seconds
/// Quantity.size("64KiB")         // 65536
/// ```
public struct Quantity: Sendable, Hashable {
  /// What a number with a unit measures.
  public enum Measure: Sendable, Hashable {
    /// Time, counted in milliseconds.
    case duration
    /// An amount of data, counted in bytes.
    case size
  }

  /// A unit of a duration or a size.
  public struct Unit: Sendable, Hashable {
    /// As it is written.
    public let name: String
    /// What it measures.
    public let measure: Measure
    /// How many milliseconds or bytes it is.
    public let factor: Int

    /// The unit of a name, upper and lower case as in ``Quantity/units``; `nil` for another name.
    public init?(named name: some StringProtocol) {
      guard let unit = Quantity.units.first(where: { $0.name == name }) else { return nil }
      self = unit
    }

    fileprivate init(_ name: String, _ measure: Measure, _ factor: Int) {
      self.name = name
      self.measure = measure
      self.factor = factor
    }
  }

  /// All units: those of durations, then those of sizes.
  public static let units = [
    Unit("ms", .duration, 1), Unit("s", .duration, 1000), Unit("m", .duration, 60_000),
    Unit("h", .duration, 3_600_000), Unit("d", .duration, 86_400_000),
    Unit("B", .size, 1), Unit("kB", .size, 1000), Unit("KB", .size, 1000),
    Unit("MB", .size, 1_000_000), Unit("GB", .size, 1_000_000_000), Unit("KiB", .size, 1 << 10),
    Unit("MiB", .size, 1 << 20), Unit("GiB", .size, 1 << 30),
  ]

  /// The number: digits, perhaps with a fraction, without leading zeros, as JSON has it.
  public let digits: String

  /// What the number counts.
  public let unit: Unit

  /// Reads `500ms`, `5s`, `1.5m`, `1h`, `7d`, `64KiB`, `10 MB` or `12B`.
  ///
  /// - Parameter text: digits, perhaps with a fraction, at most 18 characters; perhaps a space; a
  ///   unit.
  public init?(_ text: String) {
    guard let (digits, name) = Self.split(text), let unit = Unit(named: name) else { return nil }
    // A number of JSON has no leading zeros.
    let trimmed = digits.drop { $0 == "0" }
    self.digits = trimmed.isEmpty || trimmed.first == "." ? "0" + trimmed : String(trimmed)
    self.unit = unit
  }

  /// The duration that `500ms`, `5s`, `2m`, `1h`, `1.5s` or `1d` stands for.
  ///
  /// - Parameter text: a number with a unit of durations.
  /// - Returns: `nil` for anything else, a number without unit included, or beyond ten years.
  public static func duration(_ text: String) -> Duration? {
    guard let quantity = Self(text), quantity.unit.measure == .duration,
      let number = Double(quantity.digits)
    else { return nil }
    let milliseconds = number * Double(quantity.unit.factor)
    guard milliseconds <= 315_360_000_000 else { return nil }
    return .nanoseconds(Int64((milliseconds * 1e6).rounded()))
  }

  /// The bytes that `64KiB`, `10MB`, `512B` or `512` stands for.
  ///
  /// - Parameter text: a number with a unit of sizes, or without a unit.
  /// - Returns: `nil` for anything else, a part of a byte included, or beyond 2^60.
  public static func size(_ text: String) -> Int? {
    guard let (digits, name) = split(text), let number = Double(digits) else { return nil }
    let unit = Unit(named: name.isEmpty ? "B" : name)
    guard let unit, unit.measure == .size else { return nil }
    let bytes = number * Double(unit.factor)
    guard bytes <= 1_152_921_504_606_846_976, bytes == bytes.rounded() else { return nil }
    return Int(bytes)
  }

  private static func split(_ text: String) -> (digits: Substring, unit: Substring)? {
    let point = UInt8(ascii: ".")
    let digits = text.utf8.prefix { $0.isASCIIDigit || $0 == point }
    guard let first = digits.first, let last = digits.last, first != point, last != point,
      digits.count <= 18, digits.count(where: { $0 == point }) <= 1
    else { return nil }
    let rest = text[digits.endIndex...]
    return (Substring(digits), rest.hasPrefix(" ") ? rest.dropFirst() : rest)
  }
}
