extension CivilDate {
  /// Writes the moment by a format.
  ///
  /// - Parameter format: `iso8601`, `rfc1123`, `unix`, or a Unicode date pattern (UTS 35): `y M d D E a H h m s S` and zones
  ///   `Z X x` (always UTC), with text in single quotes.
  /// - Returns: the text.
  /// - Throws: the first letter that the pattern may not hold.
  func written(_ format: String) throws(FunctionFailure) -> String {
    switch format {
    case "iso8601":
      return try written(
        millisecond == 0 ? "yyyy-MM-dd'T'HH:mm:ss'Z'" : "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'"
      )
    case "rfc1123":
      return try written("EEE, dd MMM yyyy HH:mm:ss 'GMT'")
    case "unix":
      return String((milliseconds - millisecond) / 1000)
    case _:
      return try written(pattern: Array(format))
    }
  }

  private func written(pattern: [Character]) throws(FunctionFailure) -> String {
    var text = ""
    var place = 0
    while place < pattern.count {
      let letter = pattern[place]
      if letter == "'" {
        let end = pattern[(place + 1)...].firstIndex(of: "'") ?? pattern.count
        text += end == place + 1 ? "'" : String(pattern[(place + 1)..<end])
        place = min(end + 1, pattern.count)
        continue
      }
      var end = place + 1
      while end < pattern.count, pattern[end] == letter { end += 1 }
      if letter.isASCII, letter.isLetter {
        guard let field = field(letter, width: end - place) else {
          throw FunctionFailure(
            "a date has no field \"\(letter)\"",
            argument: 1,
            hint: "such as yyyy-MM-dd'T'HH:mm:ss, iso8601, rfc1123 or unix"
          )
        }
        text += field
      } else {
        text += String(pattern[place..<end])
      }
      place = end
    }
    return text
  }

  private func field(_ letter: Character, width: Int) -> String? {
    switch letter {
    case "y", "u": width == 2 ? Self.padded(year % 100, 2) : Self.padded(year, width)
    case "M", "L":
      switch width {
      case 1, 2: Self.padded(month, width)
      case 3: String(Self.months[month - 1].prefix(3))
      case _: Self.months[month - 1]
      }
    case "d": Self.padded(day, width)
    case "D": Self.padded(dayOfYear, width)
    case "E": width < 4 ? String(Self.weekdays[weekday].prefix(3)) : Self.weekdays[weekday]
    case "a": hour < 12 ? "AM" : "PM"
    case "H": Self.padded(hour, width)
    case "h": Self.padded(hour % 12 == 0 ? 12 : hour % 12, width)
    case "m": Self.padded(minute, width)
    case "s": Self.padded(second, width)
    case "S":
      width <= 3
        ? String(Self.padded(millisecond, 3).prefix(width))
        : Self.padded(millisecond, 3) + String(repeating: "0", count: min(width, 9) - 3)
    case "X": "Z"
    case "Z": width < 4 ? "+0000" : (width == 4 ? "GMT" : "Z")
    case "x": width == 1 ? "+00" : (width == 2 || width == 4 ? "+0000" : "+00:00")
    case _: nil
    }
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, min(width, 20) - digits.count)) + digits
  }
}
