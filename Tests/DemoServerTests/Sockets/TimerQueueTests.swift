import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct TimerQueueTests {
  @Test
  func `the earliest comes first, equal ones in their order, none before its time`() {
    var queue = TimerQueue<Int>()
    let deadlines = (0..<200).map { $0 * 7919 % 50 }
    for (number, deadline) in deadlines.enumerated() { queue.add(number, at: deadline) }
    #expect(queue.nextDeadline == 0)
    #expect(queue.popDue(at: -1) == nil)
    var order: [Int] = []
    while let next = queue.popDue(at: 49) { order.append(next) }
    let expected = deadlines.indices.sorted { (deadlines[$0], $0) < (deadlines[$1], $1) }
    #expect(order == expected)
    #expect(queue.nextDeadline == nil)
  }
}
