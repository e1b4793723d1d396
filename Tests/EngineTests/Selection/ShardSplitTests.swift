import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct ShardSplitTests {
  private func runs(_ count: Int, duration: (Int) -> Double? = { _ in nil }) -> [ShardSplit.Run] {
    (0..<count).map { index in
      ShardSplit.Run(
        key: .init(file: "scenarios/\(index / 3).scenario.yaml", row: index % 3, turn: 0),
        duration: duration(index)
      )
    }
  }

  @Test(arguments: [1, 2, 3, 4, 7, 200])
  func `parts differ by one at most, and are all of it`(total: Int) {
    let parts = ShardSplit(total: total).parts(of: runs(148))
    let sizes = (1...total).map { part in parts.count { $0 == part } }
    #expect(sizes.reduce(0, +) == 148)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test(arguments: [false, true])
  func `the order in which runs are found changes nothing`(isTimed: Bool) {
    let all = runs(100) { isTimed && $0 % 4 != 0 ? Double($0 % 10) : nil }
    let split = ShardSplit(total: 4)
    let parts = Dictionary(uniqueKeysWithValues: zip(all.map(\.key), split.parts(of: all)))
    var generator = SystemRandomNumberGenerator()
    let shuffled = all.shuffled(using: &generator)
    for (run, part) in zip(shuffled, split.parts(of: shuffled)) {
      #expect(parts[run.key] == part)
    }
  }

  @Test func `the longest come first, each to the part that has least`() {
    let durations: [Double] = [7, 6, 5, 4, 3, 2]
    let parts = ShardSplit(total: 2).parts(of: runs(6) { durations[$0] })
    // 7, then 6 and 5 to the other, 4 and 3 to the first, 2 evens it out.
    #expect(parts == [1, 2, 2, 1, 1, 2])
    let loads = [1, 2].map { part in
      zip(durations, parts).reduce(0) { $0 + ($1.1 == part ? $1.0 : 0) }
    }
    #expect(loads == [14, 13])
  }

  @Test func `what is not known counts as the median`() {
    let parts = ShardSplit(total: 2).parts(
      of: runs(5) { [10, nil, nil, 4, 1][$0] }
    )
    // 10 | 4 4 4, then 1 to the first.
    #expect(parts == [1, 2, 2, 2, 1])
  }

  @Test func `what takes no time is dealt out all the same`() {
    let parts = ShardSplit(total: 4).parts(of: runs(8) { _ in 0 })
    #expect((1...4).map { part in parts.count { $0 == part } } == [2, 2, 2, 2])
  }
}
