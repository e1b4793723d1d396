import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct QuantityTests {
  @Test(
    arguments: [
      ("500ms", .milliseconds(500)), ("5s", .seconds(5)), ("2m", .seconds(120)),
      ("1h", .seconds(3600)), ("1.5s", .milliseconds(1500)), ("0s", .zero), ("5", nil), ("s", nil),
      ("-5s", nil), ("5 sec", nil), ("", nil), ("1e3s", nil), ("99999999999999999s", nil),
      (".5s", nil),
    ] as [(String, Duration?)]
  )
  func `durations have a unit`(text: String, expected: Duration?) {
    #expect(Quantity.duration(text) == expected)
  }

  @Test(
    arguments: [
      ("64KiB", 65_536), ("10MB", 10_000_000), ("512", 512), ("1.5 kB", 1500),
      ("2GiB", 2_147_483_648),
      ("0", 0), ("5KB", 5000), ("10mb", nil), ("-1", nil), ("big", nil), ("0.5B", nil),
      ("999999999999999999GiB", nil),
    ] as [(String, Int?)]
  )
  func `sizes may have a unit`(text: String, expected: Int?) {
    #expect(Quantity.size(text) == expected)
  }

  @Test(
    arguments: [
      ("201", 201...201), ("2xx", 200...299), ("5XX", 500...599), ("200-299", 200...299),
      ("20x", nil), ("OK", nil), ("299-200", nil), ("099", nil), ("200-", nil), ("1000", nil),
    ] as [(String, ClosedRange<Int>?)]
  )
  func `statuses are numbers, classes and ranges`(text: String, expected: ClosedRange<Int>?) {
    #expect(Quantity.statuses(text) == expected)
  }
}
