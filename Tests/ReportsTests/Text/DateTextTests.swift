import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct DateTextTests {
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (951_782_400, "2000-02-29T00:00:00.000Z"),
    (1_735_787_045.25, "2025-01-02T03:04:05.250Z"),
    (4_102_444_799.9996, "2100-01-01T00:00:00.000Z"),
    (-5, "1970-01-01T00:00:00.000Z"), (.nan, "1970-01-01T00:00:00.000Z"),
    (1e300, "9999-12-31T23:59:59.000Z"),
  ])
  func `a moment is written in UTC`(seconds: Double, text: String) {
    #expect(DateText.iso8601(seconds) == text)
    #expect(DateText.withoutZone(seconds) == text.prefix(19))
  }

  @Test(arguments: [0, 951_782_400.5, 1_735_787_045.25, 4_102_444_799.999, 253_402_300_799])
  func `a moment that was written is read back`(seconds: Double) {
    #expect(DateText.seconds(parsing: DateText.iso8601(seconds)) == seconds)
  }

  @Test(arguments: ["", "2025-01-02", "2025-13-02T03:04:05.678Z", "2025-01-02 03:04:05.678Z"])
  func `what is no moment is not read`(text: String) {
    #expect(DateText.seconds(parsing: text) == nil)
  }
}
