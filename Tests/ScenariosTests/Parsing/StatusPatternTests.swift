import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct StatusPatternTests {
  @Test(
    arguments: [
      ("201", 201...201), ("2xx", 200...299), ("5XX", 500...599), ("200-299", 200...299),
      ("20x", nil), ("OK", nil), ("299-200", nil), ("099", nil), ("200-", nil), ("1000", nil),
    ] as [(String, ClosedRange<Int>?)]
  )
  func `statuses are numbers, classes and ranges`(text: String, expected: ClosedRange<Int>?) {
    #expect(StatusPattern.statuses(text) == expected)
  }
}
