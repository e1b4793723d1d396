import Encodings

extension Instant {
  /// Writes the moment by a format.
  ///
  /// - Parameter format: `iso8601`, `rfc1123`, `unix`, a format of `strftime` (with `%`), or a Unicode date pattern (UTS 35):
  ///   `y M d D E a H h m s S` and zones `Z X x` (always UTC), with text in single quotes.
  /// - Returns: the text.
  /// - Throws: the first letter that the pattern may not hold.
  func written(_ format: String) throws(FunctionFailure) -> String {
    switch format {
    case "iso8601":
      return civil.rfc3339(milliseconds: millisecond)
    case "rfc1123":
      return civil.httpDate
    case "unix":
      return String(seconds)
    case _ where format.utf8.contains(UInt8(ascii: "%")):
      return try Self.strftime(format).text(of: self)
    case _:
      return try written(pattern: Array(format))
    }
  }

  /// A format of `strftime`, the second argument of a function.
  static func strftime(_ format: String) throws(FunctionFailure) -> StrftimeFormat {
    guard format.utf8.contains(UInt8(ascii: "%")) else {
      throw FunctionFailure(
        "a format of strftime has fields with %",
        argument: 1,
        hint: "such as %Y-%m-%d"
      )
    }
    do throws(StrftimeFormat.UnknownField) {
      return try StrftimeFormat(format)
    } catch {
      throw FunctionFailure(
        "a date has no field \"\(error.field)\"",
        argument: 1,
        hint: "such as %Y-%m-%dT%H:%M:%S%:z"
      )
    }
  }

  /// Such as `2026-11-21T09:35:21.000Z`.
  var rfc3339WithMilliseconds: String {
    civil.rfc3339(milliseconds: millisecond, showsZero: true)
  }

  private var civil: CivilDate { CivilDate(secondsSince1970: seconds) }

  private func written(pattern: [Character]) throws(FunctionFailure) -> String {
    let civil = civil
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
        guard let field = field(letter, width: end - place, of: civil) else {
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

  private func field(_ letter: Character, width: Int, of civil: CivilDate) -> String? {
    let (weekdays, months) = (CivilDate.weekdayNames, CivilDate.monthNames)
    return switch letter {
    case "y", "u":
      width == 2 ? Self.padded(civil.year % 100, 2) : Self.padded(civil.year, width)
    case "M", "L":
      switch width {
      case 1, 2: Self.padded(civil.month, width)
      case 3: String(months[civil.month - 1].prefix(3))
      case _: months[civil.month - 1]
      }
    case "d": Self.padded(civil.day, width)
    case "D": Self.padded(civil.dayOfYear, width)
    case "E": width < 4 ? String(weekdays[civil.weekday].prefix(3)) : weekdays[civil.weekday]
    case "a": civil.hour < 12 ? "AM" : "PM"
    case "H": Self.padded(civil.hour, width)
    case "h": Self.padded(civil.hour % 12 == 0 ? 12 : civil.hour % 12, width)
    case "m": Self.padded(civil.minute, width)
    case "s": Self.padded(civil.second, width)
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
    String(value, width: min(width, 20))
  }
}
