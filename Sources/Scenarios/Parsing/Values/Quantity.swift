/// Durations, sizes and status patterns as scenario files spell them.
public enum Quantity: Sendable {
  /// The duration that `500ms`, `5s`, `2m`, `1h` or `1.5s` stands for.
  ///
  /// - Parameter text: digits, perhaps with a fraction, and a unit.
  /// - Returns: `nil` for anything else, a number without unit included, or beyond ten years.
  public static func duration(_ text: String) -> Duration? {
    let units: [(String, Double)] = [
      ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400),
    ]
    guard let (number, unit) = split(text),
      let scale = units.first(where: { $0.0 == unit })?.1
    else { return nil }
    let seconds = number * scale
    guard seconds <= 315_360_000 else { return nil }
    return .nanoseconds(Int64((seconds * 1e9).rounded()))
  }

  /// The bytes that `64KiB`, `10MB`, `512B` or `512` stands for.
  ///
  /// - Parameter text: digits, perhaps with a fraction, and a unit: `B kB KB MB GB KiB MiB GiB`.
  /// - Returns: `nil` for anything else, or beyond 2^60.
  public static func size(_ text: String) -> Int? {
    let units: [String: Double] = [
      "": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 1024,
      "MiB": 1_048_576, "GiB": 1_073_741_824,
    ]
    guard let (number, unit) = split(text), let scale = units[unit] else { return nil }
    let bytes = number * scale
    guard bytes <= 1_152_921_504_606_846_976, bytes == bytes.rounded() else { return nil }
    return Int(bytes)
  }

  /// The statuses that `201`, `2xx` or `200-299` stands for.
  ///
  /// - Parameter text: a status, a class, or a range of statuses.
  /// - Returns: `nil` for anything else.
  public static func statuses(_ text: String) -> ClosedRange<Int>? {
    if let status = status(text) { return status...status }
    let bytes = Array(text.utf8)
    if bytes.count == 3, bytes[1] | 0x20 == UInt8(ascii: "x"), bytes[2] | 0x20 == UInt8(ascii: "x"),
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[0])
    {
      let first = Int(bytes[0] - UInt8(ascii: "0")) * 100
      return first...(first + 99)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count == 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), let first = numbers.first,
      let last = numbers.last, (100...999).contains(first), first <= last
    else { return nil }
    return first...last
  }

  /// The status that three digits stand for.
  private static func status(_ text: String) -> Int? {
    guard text.utf8.count == 3 else { return nil }
    var status = 0
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      status = status * 10 + Int(byte - 0x30)
    }
    return status >= 100 ? status : nil
  }

  private static func split(_ text: String) -> (Double, String)? {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let first = digits.first, let last = digits.last, first != ".", last != ".",
      digits.utf8.count <= 18, let number = Double(digits)
    else { return nil }
    let unit = text.dropFirst(digits.count)
    return (number, String(unit.hasPrefix(" ") ? unit.dropFirst() : unit))
  }
}
