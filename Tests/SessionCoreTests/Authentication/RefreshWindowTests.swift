import Testing

@testable import SessionCore

/// How many refreshes count.
@Suite(.timeLimit(.minutes(5))) struct RefreshWindowTests {
  @Test(arguments: [
    ([70.0, 75, 80, 85, 99], true, 5), ([69.9, 75, 80, 85, 99], false, 4),
    ([75.0, 80, 85, 99], false, 4), ([1.0, 2, 3, 4, 5, 6], false, 0),
  ])
  func `those of the last thirty seconds count`(starts: [Double], isFull: Bool, kept: Int) {
    var starts = starts
    #expect(RefreshWindow().isFull(of: &starts, at: 100) == isFull)
    #expect(starts.count == kept)
  }
}
