import Testing

@testable import Encodings

@Suite(.timeLimit(.minutes(5))) struct StrftimeFormatTests {
  /// 2026-01-03, a Saturday, at 14:05:06 and a half.
  private let instant = Instant(seconds: 1_767_449_106, nanoseconds: 500_000_000)

  @Test(arguments: [
    ("%Y-%m-%d", "2026-01-03"), ("%F %T", "2026-01-03 14:05:06"), ("%-d.%-m.%y", "3.1.26"),
    ("%e|%_H|%k|%l|%I", " 3|14|14| 2|02"), ("%a %A %b %B %h", "Sat Saturday Jan January Jan"),
    ("%p %P %j %w %u", "PM pm 003 6 6"), ("%U %W %V %G %g %C", "00 00 01 2026 26 20"),
    ("%.f %.3f %.6f %3f %9f %f", ".500 .500 .500000 500 500000000 500000000"),
    ("%z %:z %::z %#z %Z", "+0000 +00:00 +00:00:00 +0000 UTC"), ("%s", "1767449106"),
    ("%c", "Sat Jan  3 14:05:06 2026"),
    ("%D %R %r %x %X %v", "01/03/26 14:05 02:05:06 PM 01/03/26 14:05:06  3-Jan-2026"),
    ("%+", "2026-01-03T14:05:06.500+00:00"), ("100%% é%t%n", "100% é\t\n"), ("", ""),
  ])
  func `a moment is written`(format: String, text: String) throws {
    #expect(try StrftimeFormat(format).text(of: instant) == text)
  }

  @Test func `a week belongs to the year of its Thursday`() throws {
    let format = try StrftimeFormat("%G-W%V-%u")
    // 2027-01-01 is a Friday, 2024-12-30 a Monday.
    #expect(format.text(of: Instant(seconds: 1_798_761_600)) == "2026-W53-5")
    #expect(format.text(of: Instant(seconds: 1_735_516_800)) == "2025-W01-1")
  }

  @Test(arguments: [
    ("%Y-%m-%d", "2026-01-03", "2026-01-03T00:00:00Z"),
    ("%d/%b/%Y:%H:%M:%S %z", "03/Jan/2026:15:05:06 +0100", "2026-01-03T14:05:06Z"),
    ("%A, %e %B %Y %I:%M %p", "saturday,  3 january 2026 2:05 pm", "2026-01-03T14:05:00Z"),
    ("%a, %d %b %y %l %P", "Sat, 03 Jan 26 12 am", "2026-01-03T00:00:00Z"),
    ("%+", "2026-01-03T14:05:06.5-02:30", "2026-01-03T16:35:06.5Z"),
    ("%+", "2026-01-03T14:05:06Z", "2026-01-03T14:05:06Z"),
    ("%Y-%m-%dT%H:%M:%S%.fZ", "2026-01-03T14:05:06.123456789Z", "2026-01-03T14:05:06.123456789Z"),
    ("%s", "-1", "1969-12-31T23:59:59Z"), ("%s%.f", "0.25", "1970-01-01T00:00:00.25Z"),
    ("%Y %j", "2024 366", "2024-12-31T00:00:00Z"),
    ("%Y%m%d%H%M%S", "20260103140506", "2026-01-03T14:05:06Z"),
    ("%y %m %d", "69 1 2", "2069-01-02T00:00:00Z"), ("%y %m %d", "70 1 2", "1970-01-02T00:00:00Z"),
    ("%C%y %m %d", "1869 1 2", "1869-01-02T00:00:00Z"),
    ("%F %T %Z", "2026-01-03 1:2:3 CET", "2026-01-03T01:02:03Z"),
    ("%F %H:%M%3f", "2026-01-03 01:02250", "2026-01-03T01:02:00.25Z"),
    ("%F at %R", "2026-01-03 at 01:02", "2026-01-03T01:02:00Z"),
    ("%F %T", "2016-12-31 23:59:60", "2017-01-01T00:00:00Z"),
  ])
  func `a text is read`(format: String, text: String, date: String) throws {
    #expect(try StrftimeFormat(format).instant(reading: text)?.rfc3339 == date)
  }

  @Test(arguments: [
    ("%Y-%m-%d", "2026-02-30"), ("%Y-%m-%d", "2026-1-3x"), ("%Y-%m-%d", "26-01-03 "),
    ("%Y", "2026"),
    ("%H:%M", "10:00"), ("%F %T", "2026-01-03 24:00:00"), ("%F %T", "2026-01-03 10:60:00"),
    ("%a %F", "Sun 2026-01-03"), ("%F %j", "2026-01-03 004"), ("%Y %j", "2026 366"),
    ("%F %I", "2026-01-03 10"), ("%F %I %p", "2026-01-03 13 pm"),
    ("%F %H %I %p", "2026-01-03 10 10 pm"),
    ("%F%z", "2026-01-03+24:00"), ("%F%z", "2026-01-03+0160"), ("%F%z", "2026-01-03"),
    ("%F%.3f", "2026-01-03.12"), ("%F%.f", "2026-01-03."), ("%s", "99999999999999999"),
    ("%s", "999999999999999999999"), ("%F", ""), ("%B %d %Y", "Janu 3 2026"),
    ("%u %F", "8 2026-01-03"),
    ("%Y %y %m %d", "2026 25 1 3"), ("%F%p", "2026-01-03xm"), ("%G-W%V-%u", "2026-W01-6"),
  ])
  func `another text is none`(format: String, text: String) throws {
    #expect(try StrftimeFormat(format).instant(reading: text) == nil)
  }

  @Test(arguments: ["%Q", "a %", "%-D", "%.4f", "%4f", "%.", "%:::z", "%:d", "%é", "%-.f"])
  func `an unknown field is reported`(format: String) {
    #expect(throws: StrftimeFormat.UnknownField.self) { _ = try StrftimeFormat(format) }
  }

  @Test func `a long text is refused`() throws {
    let text = String(repeating: " ", count: 300) + "2026-01-03"
    #expect(try StrftimeFormat("%F").instant(reading: text) == nil)
  }
}
