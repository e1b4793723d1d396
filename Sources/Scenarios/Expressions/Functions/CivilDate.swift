/// A moment of the Gregorian calendar in UTC, to the millisecond.
struct CivilDate: Sendable, Equatable {
  var year: Int
  var month: Int
  var day: Int
  var hour = 0
  var minute = 0
  var second = 0
  var millisecond = 0

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The milliseconds of the years 0 to 9999, which is what can be written.
  static let milliseconds = -62_167_219_200_000..<253_402_300_800_000

  /// The moment so many milliseconds after 1970-01-01T00:00:00Z, or `nil` outside the years 0 to 9999.
  init?(milliseconds: Int) {
    guard Self.milliseconds.contains(milliseconds) else { return nil }
    let days = Self.floorDivision(milliseconds, 86_400_000)
    let rest = milliseconds - days * 86_400_000
    (hour, minute) = (rest / 3_600_000, rest / 60_000 % 60)
    (second, millisecond) = (rest / 1000 % 60, rest % 1000)
    // Years start in March here, so that the leap day is the last of a year.
    let shifted = days + 719_468
    let era = Self.floorDivision(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The moment of these numbers, or `nil` when there is no such day or time.
  init?(
    year: Int,
    month: Int,
    day: Int,
    hour: Int = 0,
    minute: Int = 0,
    second: Int = 0,
    millisecond: Int = 0
  ) {
    guard (0...9999).contains(year), (1...12).contains(month), (0...24).contains(hour),
      (0...59).contains(minute), (0...60).contains(second), (0...999).contains(millisecond),
      day >= 1, day <= Self.days(in: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.millisecond = millisecond
  }

  /// The milliseconds after 1970-01-01T00:00:00Z.
  var milliseconds: Int {
    let time = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    return daysSinceEpoch * 86_400_000 + time
  }

  /// The day of the week, 0 for Sunday.
  var weekday: Int { ((daysSinceEpoch + 4) % 7 + 7) % 7 }

  /// The day of the year, from 1.
  var dayOfYear: Int { (1..<month).reduce(day) { $0 + Self.days(in: $1, of: year) } }

  private var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = Self.floorDivision(shiftedYear, 400)
    let yearOfEra = shiftedYear - era * 400
    let marchMonth = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    case _: 31
    }
  }

  private static func floorDivision(_ value: Int, _ divisor: Int) -> Int {
    value >= 0 ? value / divisor : (value - divisor + 1) / divisor
  }
}
