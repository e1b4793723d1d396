import Locks
import Testing

@Suite(.timeLimit(.minutes(5))) struct UpdateGateTests {
  @Test
  func `one thread at a time is inside, and it may enter again`() async {
    let gate = UpdateGate()
    let sum = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<16 {
        group.addTask {
          for _ in 0..<200 {
            gate.enter()
            gate.enter()
            let old = sum.withLock { $0 }
            sum.withLock { $0 = old + 1 }
            gate.leave()
            gate.leave()
          }
        }
      }
    }
    #expect(sum.withLock { $0 } == 3200)
  }
}
