import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct BusyWaitTests {
  @Test
  func `as long as answers come at once every wait begins with a look`() {
    var wait = BusyWait(processors: 2)
    for _ in 0..<100 {
      #expect(wait.patience() == BusyWait.longest)
      wait.ended(found: true)
    }
  }

  @Test
  func `looks that bring nothing become rare`() {
    var wait = BusyWait(processors: 2)
    var looks = 0
    for _ in 0..<10_000 where wait.patience() > 0 {
      looks += 1
      wait.ended(found: false)
    }
    #expect(looks < 25)
  }

  @Test
  func `answers that come at once again bring the looks back`() {
    var wait = BusyWait(processors: 2)
    for _ in 0..<10_000 where wait.patience() > 0 { wait.ended(found: false) }
    var waits = 0
    while wait.patience() == 0 { waits += 1 }
    #expect(waits <= BusyWait.mostSkipped)
    for _ in 0..<20 { wait.ended(found: true) }
    wait.ended(found: false)
    #expect(wait.patience() == 0)
    #expect(wait.patience() == BusyWait.longest)
  }

  @Test
  func `with one processor the loop sleeps at once`() {
    var wait = BusyWait(processors: 1)
    #expect(wait.patience() == 0)
  }
}
