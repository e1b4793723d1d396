import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct SpoolRecordTests {
  @Test func `a row comes back as it was`() {
    let row = ["", "a", "é\u{0}\n", String(repeating: "x", count: 70_000)]
    #expect(SpoolRecord.decoded(SpoolRecord.encoded(row)) == row)
    #expect(SpoolRecord.decoded([]) == [])
  }

  @Test(arguments: [[1], [1, 0, 0, 0], [255, 255, 255, 255, 1]] as [[UInt8]])
  func `cut bytes are no row`(bytes: [UInt8]) {
    #expect(SpoolRecord.decoded(bytes) == nil)
  }
}
