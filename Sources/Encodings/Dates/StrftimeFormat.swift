/// A format of dates in the fields of C's `strftime`, with the fractions and offsets of Rust's chrono.
///
/// ```swift
/// let format = try StrftimeFormat("%d.%m.%Y %H:%M")
/// format.text(of: Instant(seconds: 0))            // 01.01.1970 00:00
/// format.instant(reading: "21.11.2026 09:35")     // 2026-11-21T09:35:00Z
/// ```
public struct StrftimeFormat: Sendable, Hashable {
  /// A field that no date has.
  public struct UnknownField: Error, Sendable, Hashable {
    /// As it stands in the format: `%Q`.
    public var field: String
  }

  enum Padding: Sendable, Hashable {
    case zero, space, none
  }

  enum Item: Sendable, Hashable {
    case text(UInt8)
    /// Any white space, also none.
    case space(UInt8)
    case field(UInt8, Padding)
    /// Digits of the fraction of a second behind a point, as many as are needed without a number.
    case fraction(digits: Int?, hasPoint: Bool)
    /// The offset from UTC, with so many colons.
    case offset(colons: Int)
  }

  private static let fields = Array("YCymbBhdeaAwujHkIlMSpPfsZUWVGg".utf8)

  /// What stands for several fields.
  private static let composed: [UInt8: String] = [
    UInt8(ascii: "D"): "%m/%d/%y", UInt8(ascii: "x"): "%m/%d/%y", UInt8(ascii: "F"): "%Y-%m-%d",
    UInt8(ascii: "T"): "%H:%M:%S", UInt8(ascii: "X"): "%H:%M:%S", UInt8(ascii: "R"): "%H:%M",
    UInt8(ascii: "r"): "%I:%M:%S %p", UInt8(ascii: "v"): "%e-%b-%Y",
    UInt8(ascii: "c"): "%a %b %e %H:%M:%S %Y", UInt8(ascii: "+"): "%Y-%m-%dT%H:%M:%S%.f%:z",
    UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n",
  ]

  private(set) var items: [Item] = []

  /// Reads a format.
  ///
  /// - Parameter format: fields such as `%Y`, `%-d`, `%.3f`, `%:z`, `%+`, and text.
  /// - Throws: the first field that is unknown.
  public init(_ format: String) throws(UnknownField) {
    try add(format)
  }

  private mutating func add(_ format: String) throws(UnknownField) {
    var rest = Array(format.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        items.append(byte.isASCIIWhitespace ? .space(byte) : .text(byte))
        continue
      }
      let start = rest
      guard try addField(&rest) else {
        let end = min(rest.startIndex + 1, start.endIndex)
        throw UnknownField(
          field: "%" + String(decoding: start[start.startIndex..<end], as: UTF8.self)
        )
      }
    }
  }

  /// Adds what stands behind `%`, and says whether it is known.
  private mutating func addField(_ rest: inout ArraySlice<UInt8>) throws(UnknownField) -> Bool {
    var padding: Padding?
    switch rest.first {
    case UInt8(ascii: "-"): padding = Padding.none
    case UInt8(ascii: "_"): padding = .space
    case UInt8(ascii: "0"): padding = .zero
    case _: break
    }
    if padding != nil { rest.removeFirst() }
    let colons = rest.prefix { $0 == UInt8(ascii: ":") }.count
    if colons > 0 || rest.starts(with: "#z".utf8) {
      rest = rest.dropFirst(max(1, colons))
      guard padding == nil, colons < 3, rest.popFirst() == UInt8(ascii: "z") else { return false }
      items.append(.offset(colons: colons))
      return true
    }
    let hasPoint = rest.first == UInt8(ascii: ".")
    if hasPoint { rest.removeFirst() }
    if let digit = rest.first, [3, 6, 9].contains(Int(digit) - 0x30) || hasPoint {
      let digits = [3, 6, 9].contains(Int(digit) - 0x30) ? Int(digit) - 0x30 : nil
      if digits != nil { rest.removeFirst() }
      guard padding == nil, rest.popFirst() == UInt8(ascii: "f") else { return false }
      items.append(.fraction(digits: digits, hasPoint: hasPoint))
      return true
    }
    guard let letter = rest.popFirst() else { return false }
    switch letter {
    case UInt8(ascii: "%"): items.append(.text(letter))
    case UInt8(ascii: "z"): items.append(.offset(colons: 0))
    case _ where Self.fields.contains(letter):
      let isSpaced = "ekl".utf8.contains(letter)
      items.append(.field(letter, padding ?? (isSpaced ? .space : .zero)))
    case _:
      guard let format = Self.composed[letter], padding == nil else { return false }
      try add(format)
    }
    return true
  }
}

extension StrftimeFormat {
  /// Writes a moment in UTC.
  public func text(of instant: Instant) -> String {
    let civil = CivilDate(secondsSince1970: instant.seconds)
    var text: [UInt8] = []
    for item in items {
      switch item {
      case .text(let byte), .space(let byte): text.append(byte)
      case .field(let letter, let padding):
        text += Self.field(letter, padding, of: civil, instant).utf8
      case .fraction(let digits, let hasPoint):
        text += Self.fraction(instant.nanoseconds, digits: digits, hasPoint: hasPoint).utf8
      case .offset(let colons): text += ["+0000", "+00:00", "+00:00:00"][colons].utf8
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func fraction(_ nanoseconds: Int, digits: Int?, hasPoint: Bool) -> String {
    let all = String(nanoseconds, width: 9)
    let needed =
      nanoseconds == 0 ? 0 : nanoseconds % 1_000_000 == 0 ? 3 : nanoseconds % 1000 == 0 ? 6 : 9
    let count = digits ?? needed
    return count == 0 ? "" : (hasPoint ? "." : "") + all.prefix(count)
  }

  private static func field(
    _ letter: UInt8,
    _ padding: Padding,
    of civil: CivilDate,
    _ instant: Instant
  ) -> String {
    func number(_ value: Int, _ width: Int = 2) -> String {
      switch padding {
      case .none: return String(value)
      case .zero: return String(value, width: width)
      case .space:
        let digits = String(value)
        return String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits
      }
    }
    let (weekday, month) = (
      CivilDate.weekdayNames[civil.weekday], CivilDate.monthNames[civil.month - 1]
    )
    let hour = civil.hour % 12 == 0 ? 12 : civil.hour % 12
    return switch letter {
    case UInt8(ascii: "Y"): number(civil.year, 4)
    case UInt8(ascii: "C"): number(civil.year / 100)
    case UInt8(ascii: "y"): number(civil.year % 100)
    case UInt8(ascii: "m"): number(civil.month)
    case UInt8(ascii: "b"), UInt8(ascii: "h"): String(month.prefix(3))
    case UInt8(ascii: "B"): month
    case UInt8(ascii: "d"), UInt8(ascii: "e"): number(civil.day)
    case UInt8(ascii: "a"): String(weekday.prefix(3))
    case UInt8(ascii: "A"): weekday
    case UInt8(ascii: "w"): String(civil.weekday)
    case UInt8(ascii: "u"): String(civil.weekday == 0 ? 7 : civil.weekday)
    case UInt8(ascii: "j"): number(civil.dayOfYear, 3)
    case UInt8(ascii: "H"), UInt8(ascii: "k"): number(civil.hour)
    case UInt8(ascii: "I"), UInt8(ascii: "l"): number(hour)
    case UInt8(ascii: "M"): number(civil.minute)
    case UInt8(ascii: "S"): number(civil.second)
    case UInt8(ascii: "p"): civil.hour < 12 ? "AM" : "PM"
    case UInt8(ascii: "P"): civil.hour < 12 ? "am" : "pm"
    case UInt8(ascii: "f"): number(instant.nanoseconds, 9)
    case UInt8(ascii: "s"): String(instant.seconds)
    case UInt8(ascii: "U"): number((civil.dayOfYear + 6 - civil.weekday) / 7)
    case UInt8(ascii: "W"): number((civil.dayOfYear + 6 - (civil.weekday + 6) % 7) / 7)
    case UInt8(ascii: "V"): number(civil.week.number)
    case UInt8(ascii: "G"): number(civil.week.year, 4)
    case UInt8(ascii: "g"): number(civil.week.year % 100)
    case _: "UTC"
    }
  }
}

extension CivilDate {
  /// The week of ISO 8601, which begins on Monday and belongs to the year of its Thursday.
  fileprivate var week: (year: Int, number: Int) {
    let thursday = CivilDate(secondsSince1970: secondsSince1970 + (3 - (weekday + 6) % 7) * 86_400)
    return (thursday.year, (thursday.dayOfYear - 1) / 7 + 1)
  }
}
