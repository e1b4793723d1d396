import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct CivilDateTests {
  @Test(arguments: [
    (0, "1970-01-01T00:00:00Z", "Thu, 01 Jan 1970 00:00:00 GMT"),
    (784_111_777, "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_782_400, "2000-02-29T00:00:00Z", "Tue, 29 Feb 2000 00:00:00 GMT"),
    (-1, "1969-12-31T23:59:59Z", "Wed, 31 Dec 1969 23:59:59 GMT"),
    (-62_167_219_200, "0000-01-01T00:00:00Z", "Sat, 01 Jan 0000 00:00:00 GMT"),
    (253_402_300_799, "9999-12-31T23:59:59Z", "Fri, 31 Dec 9999 23:59:59 GMT"),
  ])
  func `a second is a date`(seconds: Int, rfc3339: String, http: String) {
    let date = CivilDate(secondsSince1970: seconds)
    #expect(date.rfc3339 == rfc3339)
    #expect(date.httpDate == http)
    #expect("\(date.date)T\(date.time)Z" == rfc3339)
    #expect(date.secondsSince1970 == seconds)
    #expect(Instant(rfc3339)?.seconds == seconds)
    #expect(Instant(http)?.seconds == seconds)
  }

  @Test
  func `every day of 800 years comes back and follows the one before it`() throws {
    let first = try #require(CivilDate(year: 1600, month: 1, day: 1)).secondsSince1970 / 86_400
    var before = CivilDate(secondsSince1970: (first - 1) * 86_400)
    var wrong = 0
    for day in first..<(first + 2 * 146_097) {
      let date = CivilDate(secondsSince1970: day * 86_400 + 86_399)
      let isNext = date.day == before.day + 1 && date.month == before.month
      let isNewMonth = date.day == 1 && (27...31).contains(before.day)
      let isKnown = CivilDate(year: date.year, month: date.month, day: date.day) != nil
      let isSame = date.secondsSince1970 == day * 86_400 + 86_399
      let isNewDay = date.weekday == (before.weekday + 1) % 7
      if !(isNext || isNewMonth) || !isKnown || !isSame || !isNewDay { wrong += 1 }
      before = date
    }
    #expect(wrong == 0)
    #expect(before.rfc3339 == "2399-12-31T23:59:59Z")
  }

  @Test(arguments: [
    (1900, 2, 29), (2023, 2, 29), (2024, 2, 30), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1),
    (2024, 1, 0), (2024, 1, 32), (-1, 1, 1), (10_000, 1, 1),
  ])
  func `days that do not exist are refused`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [(24, 0, 0), (0, 60, 0), (0, 0, 60), (-1, 0, 0), (0, -1, 0), (0, 0, -1)])
  func `times that do not exist are refused`(hour: Int, minute: Int, second: Int) {
    let date = CivilDate(year: 2024, month: 1, day: 1, hour: hour, minute: minute, second: second)
    #expect(date == nil)
  }

  @Test(arguments: [
    (1.9, "1970-01-01T00:00:01Z"), (-0.1, "1969-12-31T23:59:59Z"), (.nan, "1970-01-01T00:00:00Z"),
    (.infinity, "9999-12-31T23:59:59Z"), (-1e300, "0000-01-01T00:00:00Z"),
  ])
  func `seconds beyond the calendar are its ends`(seconds: Double, text: String) {
    #expect(CivilDate(secondsSince1970: seconds).rfc3339 == text)
  }

  @Test
  func `whole seconds beyond the calendar are its ends, too`() {
    #expect(CivilDate(secondsSince1970: Int.max).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(CivilDate(secondsSince1970: Int.min).rfc3339 == "0000-01-01T00:00:00Z")
  }

  @Test
  func `milliseconds are shown where there are some or where they shall be`() {
    let date = CivilDate(secondsSince1970: 0)
    #expect(date.rfc3339(milliseconds: 5) == "1970-01-01T00:00:00.005Z")
    #expect(date.rfc3339(milliseconds: 0) == "1970-01-01T00:00:00Z")
    #expect(date.rfc3339(milliseconds: 0, showsZero: true) == "1970-01-01T00:00:00.000Z")
  }

  @Test(arguments: [(2024, 12, 31, 366), (2023, 12, 31, 365), (2024, 3, 1, 61), (2023, 1, 1, 1)])
  func `days of a year are counted from 1`(year: Int, month: Int, day: Int, number: Int) {
    #expect(CivilDate(year: year, month: month, day: day)?.dayOfYear == number)
  }
}
