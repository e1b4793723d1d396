import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct InstantTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0),
    ("2024-02-29T12:00:00+02:00", 1_709_200_800),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Sun, 06-Nov-1994 08:49:37 GMT", 784_111_777),
    ("2000-03-01", 951_868_800),
  ])
  func `dates of RFC 3339 and of HTTP are points in time`(text: String, seconds: Int) {
    #expect(Instant(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "2023-02-29", "2024-13-01T00:00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00",
    "2024-01-01T00:00:60Z", "yesterday", "2024-01-01 ", "Sun, 06 Nov 1994 0849:37 GMT",
    "Sun, 06 Nov 1994 08:4937 GMT",
  ])
  func `other text is no point in time`(text: String) {
    #expect(Instant(text) == nil)
  }
}
