import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct PropertyListDateTests {
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0.0), ("1970-01-01T00:00:00Z", -978_307_200),
    ("2000-12-31T23:59:59Z", -1), ("2024-02-29T12:30:01Z", 730_902_601),
    ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ("2001-01-01T00:00:00.250Z", 0.25), ("1999-12-31T23:59:59.500Z", -31_622_400.5),
  ])
  func `a moment is a text and a number of seconds`(text: String, seconds: Double) {
    #expect(PropertyListDate(iso8601: text)?.secondsSince2001 == seconds)
    #expect(PropertyListDate(secondsSince2001: seconds)?.iso8601 == text)
  }

  @Test(arguments: [
    "", "2024", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z", "2024-01-01T24:00:00Z",
    "2024-01-01T00:60:00Z", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "0000-01-01T00:00:00Z",
    "2024-01-01T00:00:00.Z", "2024-1-01T00:00:00ZZ", "+024-01-01T00:00:00Z", "é024-01-01T00:00:0Z",
  ])
  func `what is no moment is refused`(text: String) {
    #expect(PropertyListDate(iso8601: text) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e12, 252_423_993_600])
  func `moments beyond the calendar are refused`(seconds: Double) {
    #expect(PropertyListDate(secondsSince2001: seconds) == nil)
  }
}
