import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct TransferQueueTests {
  private func entry(_ id: UInt64, _ key: String?, _ limit: Int = 1) -> TransferQueue<Int>.Entry {
    TransferQueue.Entry(id: id, key: key, limit: limit, element: Int(id))
  }

  @Test func `each origin has its own places, first come first served`() {
    var queue = TransferQueue<Int>(totalLimit: nil)
    #expect(queue.admit(entry(1, "a")) != nil)
    #expect(queue.admit(entry(2, "a")) == nil)
    #expect(queue.admit(entry(3, "a")) == nil)
    #expect(queue.admit(entry(4, "b")) != nil)
    #expect(queue.admit(entry(5, nil)) != nil)
    #expect(queue.release(key: "a").map(\.id) == [2])
    #expect(queue.release(key: "b").isEmpty)
    #expect(queue.release(key: "a").map(\.id) == [3])
    #expect(queue.release(key: "a").isEmpty)
    #expect(queue.admit(entry(6, "a")) != nil)
  }

  @Test func `an origin of which one has ended still counts the others`() {
    var queue = TransferQueue<Int>(totalLimit: nil)
    #expect(queue.admit(entry(1, "a", 2)) != nil)
    #expect(queue.admit(entry(2, "a", 2)) != nil)
    #expect(queue.release(key: "a").isEmpty)
    #expect(queue.admit(entry(3, "a", 2)) != nil)
    #expect(queue.admit(entry(4, "a", 2)) == nil)
    #expect(queue.release(key: "a").map(\.id) == [4])
  }

  @Test func `one that left while it waited is passed over`() {
    var queue = TransferQueue<Int>(totalLimit: nil)
    _ = queue.admit(entry(1, "a"))
    _ = queue.admit(entry(2, "a"))
    _ = queue.admit(entry(3, "a"))
    #expect(queue.remove(2)?.id == 2)
    #expect(queue.remove(2) == nil)
    #expect(queue.release(key: "a").map(\.id) == [3])
  }

  @Test func `the total limit comes before those of origins`() {
    var queue = TransferQueue<Int>(totalLimit: 2)
    #expect(queue.admit(entry(1, "a")) != nil)
    #expect(queue.admit(entry(2, nil)) != nil)
    #expect(queue.admit(entry(3, "a")) == nil)
    #expect(queue.admit(entry(4, nil)) == nil)
    #expect(queue.release(key: nil).map(\.id) == [4])
    #expect(queue.release(key: "a").map(\.id) == [3])
    #expect(queue.release(key: nil).isEmpty)
    #expect(queue.removeAll().isEmpty)
  }

  @Test func `many wait and all get their turn`() {
    var queue = TransferQueue<Int>(totalLimit: 3)
    var running: [TransferQueue<Int>.Entry] = []
    for id in 0..<1000 {
      let next = entry(UInt64(id), id.isMultiple(of: 2) ? "even" : nil)
      if let admitted = queue.admit(next) { running.append(admitted) }
    }
    var seen = Set<UInt64>()
    while let first = running.popLast() {
      #expect(queue.open <= 3)
      seen.insert(first.id)
      running += queue.release(key: first.key)
    }
    #expect(seen.count == 1000)
  }
}
