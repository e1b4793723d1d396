import Documents
import Encodings

extension FunctionDefinition {
  static let time = [
    FunctionDefinition(
      "now",
      ["offset?"],
      "The time in UTC as RFC 3339 writes it, moved by an offset such as '-1h' or '30d'.",
      example: "now('-1h')  # \"2026-11-21T08:35:21.042Z\""
    ) { arguments throws(FunctionFailure) in
      let offset = arguments.count > 0 ? try offset(arguments.text(0)) : 0
      return .string(try date(now(arguments) + offset).rfc3339WithMilliseconds)
    },
    FunctionDefinition(
      "timestamp",
      [],
      "The seconds since 1970-01-01T00:00:00Z.",
      example: "timestamp()  # 1795253721"
    ) { arguments in .number(JSONNumber(now(arguments) / 1000)) },
    FunctionDefinition(
      "date",
      ["value", "format?"],
      "A date (a text, or seconds since 1970) by a Unicode pattern, a format of strftime (with %), iso8601, rfc1123 or unix.",
      example: "date('2026-11-21T09:35:21Z', 'dd.MM.yyyy')  # \"21.11.2026\""
    ) { arguments throws(FunctionFailure) in
      let format = arguments.count > 1 ? try arguments.text(1) : "iso8601"
      let text = try moment(arguments).written(format)
      guard format == "unix", let seconds = Int(text) else { return .string(text) }
      return .number(JSONNumber(seconds))
    },
    FunctionDefinition(
      "date_parse",
      ["text", "strftime"],
      "The date that a text in a format of strftime stands for, as RFC 3339 writes it in UTC; %z is its offset, %.f a fraction.",
      example:
        "date_parse('21.11.2026 10:35 +0100', '%d.%m.%Y %H:%M %z')  # \"2026-11-21T09:35:00Z\""
    ) { arguments throws(FunctionFailure) in
      let (text, format) = (try arguments.text(0), try arguments.text(1))
      guard let date = try Instant.strftime(format).instant(reading: text) else {
        throw FunctionFailure("\"\(text)\" is no date in the format \(format)", argument: 0)
      }
      return .string(date.rfc3339)
    },
    FunctionDefinition(
      "days_until",
      ["date"],
      "The whole days from now until a date (a text, or seconds since 1970), negative when it is past.",
      example: "days_until('2099-12-31') > 14"
    ) { arguments throws(FunctionFailure) in
      .number(wholeDays(from: try date(now(arguments)), to: try moment(arguments)))
    },
    FunctionDefinition(
      "days_between",
      ["first", "last"],
      "The whole days from one date to another, each a text or seconds since 1970; negative when the second is earlier.",
      example: "days_between('2026-11-21', '2026-12-01')  # 10"
    ) { arguments throws(FunctionFailure) in
      .number(wholeDays(from: try moment(arguments), to: try moment(arguments, 1)))
    },
  ]

  private static func wholeDays(from first: Instant, to last: Instant) -> JSONNumber {
    let (early, late) = (min(first, last), max(first, last))
    var seconds = late.seconds - early.seconds
    if late.nanoseconds < early.nanoseconds { seconds -= 1 }
    let days = seconds / 86_400
    return JSONNumber(last < first ? -days : days)
  }

  private static func now(_ arguments: FunctionArguments) -> Int {
    let seconds = arguments.services.now()
    guard seconds.isFinite, abs(seconds) < 1e12 else { return 0 }
    return Int((seconds * 1000).rounded(.down))
  }

  private static func date(
    _ milliseconds: Int,
    _ index: Int = 0
  ) throws(FunctionFailure) -> Instant {
    guard let date = Instant(millisecondsSince1970: milliseconds) else {
      throw FunctionFailure("the date is not in the years 0 to 9999", argument: index)
    }
    return date
  }

  private static func moment(
    _ arguments: FunctionArguments,
    _ index: Int = 0
  ) throws(FunctionFailure) -> Instant {
    if case .number(let number) = arguments[index] {
      let seconds = number.double
      guard abs(seconds) < 1e12 else { return try date(.max, index) }
      return try date(Int((seconds * 1000).rounded()), index)
    }
    let text = try arguments.text(index)
    guard let date = Instant(reading: text) else {
      throw FunctionFailure(
        "not a date: \"\(text)\"",
        argument: index,
        hint: "such as 2026-11-21, 2026-11-21T09:35:21Z or seconds since 1970"
      )
    }
    return date
  }

  /// An offset in milliseconds: `-1h`, `+2d`, `90s`.
  static func offset(_ written: String) throws(FunctionFailure) -> Int {
    var text = written[...]
    let isNegative = text.hasPrefix("-")
    if isNegative || text.hasPrefix("+") { text.removeFirst() }
    let units = [
      "ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
    ]
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard let count = Int(digits), let unit = units[String(text.dropFirst(digits.count))],
      case (let product, let overflow) = count.multipliedReportingOverflow(by: unit), !overflow,
      product <= 1 << 50
    else {
      throw FunctionFailure(
        "not an offset: \"\(written)\"",
        argument: 0,
        hint: "such as '-1h', '30m' or '7d'"
      )
    }
    return isNegative ? -product : product
  }
}
