import Locks
import Testing

@Suite(.timeLimit(.minutes(5))) struct LockedTests {
  @Test func `a counter raised from many tasks loses no turn`() async {
    let counter = Locked(0)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1_000 {
            counter.withLock { $0 += 1 }
          }
        }
      }
    }
    #expect(counter.withLock { $0 } == 8_000)
  }

  @Test func `a thrown error leaves the lock released`() {
    struct Refused: Error {}
    let value = Locked(1)
    #expect(throws: Refused.self) {
      try value.withLock { (_: inout sending Int) throws(Refused) -> Void in throw Refused() }
    }
    #expect(value.withLock { $0 } == 1)
  }
}
