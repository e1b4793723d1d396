import Encodings
import Testing

@Suite(.timeLimit(.minutes(5))) struct InstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2024-02-29T12:00:00+02:00", 1_709_200_800),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sun, 06-Nov-1994 08:49:37 GMT", 784_111_777),
    ("2000-03-01", 951_868_800), ("Sun, 6 Nov 1994 08:49:37 UTC", 784_111_777),
    ("1998-12-31t23:59:60z", 915_148_800), ("0000-01-01", -62_167_219_200),
  ])
  func `dates of RFC 3339 and of HTTP are points in time`(text: String, seconds: Int) {
    #expect(Instant(text)?.seconds == seconds)
  }

  @Test func `a text of more than 64 bytes is no point in time`() {
    let digits = String(repeating: "0", count: 43)
    #expect(Instant("1970-01-01T00:00:00.\(digits)Z")?.seconds == 0)
    #expect(Instant("1970-01-01T00:00:00.0\(digits)Z") == nil)
  }

  @Test(arguments: [
    "", "2023-02-29", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00",
    "2024-01-01T00:00:60Z", "yesterday", "2024-01-01 ", "Sun, 06 Nov 1994 0849:37 GMT",
    "Sun, 06 Nov 1994 08:4937 GMT", "Son, 06 Nov 1994 08:49:37 GMT",
    "Sun, 31 Jun 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:49:37 GMT", "2024-01-01T",
    "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00Zx",
  ])
  func `other text is no point in time`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test(arguments: [
    ("2024-01-01T00:00:00.5Z", 500_000_000), ("2024-01-01T00:00:00.000000001Z", 1),
    ("2024-01-01T00:00:00.99999999999Z", 999_999_999),
  ])
  func `a fraction is read to the nanosecond`(text: String, nanoseconds: Int) {
    #expect(Instant(rfc3339: text)?.nanoseconds == nanoseconds)
  }

  @Test
  func `each reader takes its own form alone`() {
    #expect(Instant(rfc3339: "2024-01-01") == nil)
    #expect(Instant(rfc3339: "Sun, 06 Nov 1994 08:49:37 GMT") == nil)
    #expect(Instant(httpDate: "1994-11-06T08:49:37Z") == nil)
    #expect(Instant(httpDate: "Sun, 06 Nov 1994 08:49:37 GMT")?.seconds == 784_111_777)
  }

  @Test
  func `numbers of seconds are rounded down to whole ones`() {
    #expect(Instant(secondsSince1970: -0.25) == Instant(seconds: -1, nanoseconds: 750_000_000))
    #expect(Instant(secondsSince1970: .nan) == nil)
    #expect(Instant(secondsSince1970: 1e12) == nil)
  }
}
