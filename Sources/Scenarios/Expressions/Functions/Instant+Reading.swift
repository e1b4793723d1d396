import Encodings

extension Instant {
  /// The point so many milliseconds after 1970-01-01T00:00:00Z, or `nil` outside the years 0 to 9999.
  init?(millisecondsSince1970 milliseconds: Int) {
    let rest = (milliseconds % 1000 + 1000) % 1000
    self.init(seconds: (milliseconds - rest) / 1000, nanoseconds: rest * 1_000_000)
    guard CivilDate.seconds.contains(seconds) else { return nil }
  }

  /// Milliseconds of the second, 0 to 999.
  var millisecond: Int { nanoseconds / 1_000_000 }

  /// Reads `2026-11-21`, `2026-11-21T09:35:21.5+01:00` (RFC 3339, `T` or a space, zone optional) or
  /// `Sat, 21 Nov 2026 09:35:21 GMT` (RFC 9110), or gives `nil`.
  init?(reading text: String) {
    let text = text.trimmed
    guard text.utf8.count <= 64, let instant = Self.iso8601(text) ?? Instant(httpDate: text),
      CivilDate.seconds.contains(instant.seconds)
    else { return nil }
    self = instant
  }

  private static func iso8601(_ text: String) -> Instant? {
    var scanner = ByteScanner(text)
    guard let day = scanner.fullDate() else { return nil }
    let midnight = day * 86_400
    if scanner.isAtEnd { return Instant(seconds: midnight) }
    guard scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2), hour < 24,
      minute < 60
    else { return nil }
    var second = 0
    var nanoseconds = 0
    if scanner.skip(":") {
      guard let digits = scanner.digits(2), digits <= 60 else { return nil }
      second = digits
      if scanner.skip(".") || scanner.skip(",") {
        guard let fraction = scanner.nanoseconds() else { return nil }
        nanoseconds = fraction
      }
    }
    guard let zone = scanner.zone() else { return nil }
    let seconds = midnight + (hour * 60 + minute - zone) * 60 + second
    return Instant(seconds: seconds, nanoseconds: nanoseconds)
  }
}

extension ByteScanner {
  /// Reads `Z`, `+01:00`, `+0100`, `+01` or nothing up to the end.
  ///
  /// - Returns: minutes east of Greenwich.
  fileprivate mutating func zone() -> Int? {
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
