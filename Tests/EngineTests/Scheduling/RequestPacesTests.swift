import Diagnostics
import Locks
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(5))) struct RequestPacesTests {
  @Test(
    arguments: [
      ("10/s", 0.1), ("0.5/s", 2), ("90/m", 60.0 / 90), ("1/h", 3_600), ("1000000/s", 1e-6),
    ] as [(String, Double)]
  )
  func `a rate is a time from one to the next`(text: String, interval: Double) throws {
    #expect(abs(try RequestRate(parsing: text).interval - interval) < 1e-12)
  }

  @Test(arguments: [
    "", "10", "10/", "/s", "0/s", "-1/s", "1e3/s", "10/d", "10 /s", "ten/s", "nan/s", "1.2.3/s",
    "10/s/s", "9999999999/s", "+5/s", ".5/s",
  ])
  func `what is no rate is said`(text: String) {
    let error = #expect(throws: Mistake.self) { try RequestRate(parsing: text) }
    #expect(error?.message.contains("10/s") == true)
  }

  @Test func `they pass one at a time, in no burst`() async throws {
    let pace = RequestPaces(try RequestRate(parsing: "100/s"))
    #expect(await pace.turn() == .passes)
    // What is not used is not saved up.
    try await Task.sleep(for: .milliseconds(80))
    let times = Locked<[Double]>([])
    let start = WallClock.monotonic()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let passes = await pace.turn()
          let now = WallClock.monotonic()
          #expect(passes == .passes)
          times.withLock { $0.append(now) }
        }
      }
    }
    let passed = times.withLock(\.self).sorted()
    // Never more than the rate allows, seen from the first on.
    for (number, time) in passed.enumerated() {
      #expect(time - start >= Double(number) * 0.01 - RequestPaces.slack - 0.002)
    }
    #expect(passed.count == 20)
  }

  @Test func `whoever is cancelled leaves the line and takes nobody's turn`() async throws {
    let pace = RequestPaces(try RequestRate(parsing: "1/s"))
    #expect(await pace.turn() == .passes)
    let waiting = (0..<2_000).map { _ in Task { await pace.turn() } }
    try await Task.sleep(for: .milliseconds(20))
    for task in waiting { task.cancel() }
    var passed = 0
    for task in waiting { passed += await task.value == .passes ? 1 : 0 }
    #expect(passed < 100)
    let start = WallClock.monotonic()
    #expect(await pace.turn() == .passes)
    // The line of two thousand would have taken half an hour.
    #expect(WallClock.monotonic() - start < 60)
  }

  @Test func `ten thousand wait without a thread each`() async throws {
    let pace = RequestPaces(try RequestRate(parsing: "20000/s"))
    let passed = await withTaskGroup(of: RequestPaces.Turn.self) { group in
      for _ in 0..<10_000 { group.addTask { await pace.turn() } }
      var passed = 0
      for await turn in group where turn == .passes { passed += 1 }
      return passed
    }
    #expect(passed == 10_000)
  }
}
