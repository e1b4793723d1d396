extension CivilDate {
  /// Reads `2026-11-21`, `2026-11-21T09:35:21.5+01:00` (RFC 3339, `T` or a space, zone optional) or
  /// `Sat, 21 Nov 2026 09:35:21 GMT` (RFC 1123), or gives `nil`.
  init?(reading text: String) {
    let bytes = Array(text.trimmed.utf8)
    guard bytes.count <= 64, let milliseconds = Self.iso8601(bytes) ?? Self.rfc1123(bytes) else {
      return nil
    }
    self.init(milliseconds: milliseconds)
  }

  private static func iso8601(_ bytes: [UInt8]) -> Int? {
    var reader = DigitReader(bytes)
    guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
      reader.skip("-"), let day = reader.digits(2)
    else { return nil }
    if reader.isAtEnd { return CivilDate(year: year, month: month, day: day)?.milliseconds }
    guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2)
    else { return nil }
    var second = 0
    var millisecond = 0
    if reader.skip(":") {
      guard let digits = reader.digits(2) else { return nil }
      second = digits
      if reader.skip(".") || reader.skip(",") {
        guard let fraction = reader.fraction() else { return nil }
        millisecond = fraction
      }
    }
    guard let zone = reader.zone(),
      let date = CivilDate(
        year: year,
        month: month,
        day: day,
        hour: hour,
        minute: minute,
        second: second,
        millisecond: millisecond
      )
    else { return nil }
    return date.milliseconds - zone * 60_000
  }

  private static func rfc1123(_ bytes: [UInt8]) -> Int? {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT" || words[5] == "UTC",
      let day = Int(words[1]), let year = Int(words[3]),
      let month = months.firstIndex(where: { $0.prefix(3) == words[2] })
    else { return nil }
    var reader = DigitReader(Array(words[4].utf8))
    guard let hour = reader.digits(2), reader.skip(":"), let minute = reader.digits(2),
      reader.skip(":"), let second = reader.digits(2), reader.isAtEnd
    else { return nil }
    return CivilDate(
      year: year,
      month: month + 1,
      day: day,
      hour: hour,
      minute: minute,
      second: second
    )?.milliseconds
  }
}

/// Takes digits and single characters from the start of a text.
private struct DigitReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { place == bytes.count }

  mutating func digits(_ count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[place..<(place + count)] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    place += count
    return value
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  /// The digits behind a point, in thousandths.
  mutating func fraction() -> Int? {
    guard let first = digits(1) else { return nil }
    let second = digits(1)
    let third = second == nil ? nil : digits(1)
    while digits(1) != nil {}
    return first * 100 + (second ?? 0) * 10 + (third ?? 0)
  }

  /// `Z`, `+01:00`, `+0100`, `+01` or nothing, in minutes east of Greenwich.
  mutating func zone() -> Int? {
    if isAtEnd { return 0 }
    if skip("Z") || skip("z") { return isAtEnd ? 0 : nil }
    let isEast = skip("+")
    guard isEast || skip("-"), let hours = digits(2) else { return nil }
    _ = skip(":")
    let minutes = isAtEnd ? 0 : digits(2)
    guard let minutes, isAtEnd, hours < 24, minutes < 60 else { return nil }
    return (isEast ? 1 : -1) * (hours * 60 + minutes)
  }
}
