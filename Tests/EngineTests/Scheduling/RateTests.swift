import Locks
import RunEvents
import TestSupport
import Testing

@testable import Engine

/// `rate` of steps beside `--rate`, and what it means for `retry`.
@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(5))) struct RateTests {
  /// When requests came to a server, in milliseconds.
  private final class Times: Sendable {
    private let start = ContinuousClock.now
    private let times = Locked<[String: [Double]]>([:])

    func note(_ path: String) {
      let time = (ContinuousClock.now - start) / .milliseconds(1)
      times.withLock { $0[path, default: []].append(time) }
    }

    /// When the requests of a path came, the first one first, in milliseconds since before the run.
    func sorted(_ path: String) -> [Double] { times.withLock { $0[path, default: []] }.sorted() }
  }

  @Test func `a step's own rate holds under the rate of the run`() async throws {
    let times = Times()
    let server = try await FixtureServer.start { request in
      times.note(request.path)
      return .json("{}")
    }
    let text = """
      steps:
        - parallel:
            - step: slow
              GET: /slow
              repeat: 12
              together: true
              options: { rate: 20/s }
            - step: fast
              GET: /fast
              repeat: 40
              together: true
      """
    let run = try await EngineRun(scenario: text, base: server.url) {
      $0.rate = try? RequestRate(parsing: "100/s")
    }
    #expect(run.hasPassed, "\(run.problems)")
    // However late one comes, none comes before its turn: 50 ms each, but for what a late sleep is
    // made up for.
    let slow = times.sorted("/slow")
    #expect(slow.count == 12)
    for (number, time) in slow.enumerated() {
      #expect(time >= 50 * Double(number) - RequestPaces.slack * 1_000 - 2)
    }
    #expect(server.counts.requests == 52)
    await server.stop()
  }

  @Test func `two places and the run pass each at its own rate`() async throws {
    let paces = RequestPaces(try RequestRate(parsing: "200/s"))
    let places = try ["50/s", "100/s"].enumerated().map { index, rate in
      RequestPaces.Place(path: "a", offset: index, rate: try RequestRate(parsing: rate))
    }
    let passed = Locked<[[Double]]>([[], []])
    let start = WallClock.monotonic()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        group.addTask {
          let index = number % 2
          #expect(await paces.turn(places[index]) == .passes)
          let now = WallClock.monotonic()
          passed.withLock { $0[index].append(now) }
        }
      }
    }
    for (times, interval) in zip(passed.withLock(\.self), [0.02, 0.01]) {
      #expect(times.count == 15)
      for (number, time) in times.sorted().enumerated() {
        #expect(time - start >= Double(number) * interval - RequestPaces.slack - 0.002)
      }
    }
  }

  @Test func `a newcomer of a quicker rate does not wait for the slow one's turn`() async throws {
    let paces = RequestPaces(nil)
    let slow = RequestPaces.Place(path: "a", offset: 0, rate: try RequestRate(parsing: "1/h"))
    let quick = RequestPaces.Place(path: "a", offset: 1, rate: try RequestRate(parsing: "100/s"))
    #expect(await paces.turn(slow) == .passes)
    let waiting = Task { await paces.turn(slow) }
    let limited = Task { await paces.turn(slow, until: WallClock.monotonic() + 0.05) }
    #expect(await limited.value == .late)
    for _ in 0..<3 { #expect(await paces.turn(quick) == .passes) }
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
  }

  @Test func `no attempt starts after the time of retry, however long its turn takes`() async throws
  {
    let server = try await FixtureServer.start { _ in .status(503) }
    let text = """
      steps:
        - step: it
          GET: /
          options: { rate: 2/s }
          retry: { for: 2750ms, every: 1ms }
      """
    let start = ContinuousClock.now
    let run = try await EngineRun(scenario: text, base: server.url)
    // The last attempt may still be under way at that time, and is cut then.
    let wasCut = run.problems.contains("the time of retry")
    #expect(run.outcomes == [wasCut ? .errored : .failed], "\(run.problems)")
    // Six turns begin in that time. A machine that is late sends fewer, never more.
    let count = server.counts.requests
    #expect((2...6).contains(count))
    // One that is cut at once may not get to the server.
    let attempts = run.step("it")?.attemptCount
    #expect(attempts == count || wasCut && attempts == count + 1)
    #expect(ContinuousClock.now - start < .soon)
    await server.stop()
  }

  @Test func `the time of retry begins when the first attempt has had its turn`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let scenario = """
      defaults: { options: { rate: 2/s } }
      steps:
        - step: first
          GET: /
        - step: second
          GET: /
          retry: { for: 100ms, every: 1ms }
      """
    let run = try await EngineRun(scenario: scenario, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    #expect(server.counts.requests == 2)
    await server.stop()
  }

  @Test func `the number of attempts is told, though not all are kept`() async throws {
    let server = try await FixtureServer.start { _ in .status(503) }
    let run = try await EngineRun(
      scenario: "steps:\n  - step: it\n    GET: /\n    retry: { attempts: 80, every: 0s }\n",
      base: server.url
    )
    let report = try #require(run.step("it"))
    #expect(server.counts.requests == 80)
    #expect(report.attemptCount == 80)
    #expect(report.attempts.count == 50)
    #expect(report.attempts.first?.number == 1)
    #expect(report.attempts.last?.number == 80)
    await server.stop()
  }

  @Test func `a request that goes out again is reported and counted`() async throws {
    let used = Locked<Set<Int>>([])
    let server = try await FixtureServer.start { request in
      let isFirst = used.withLock { $0.insert(request.connection).inserted }
      return isFirst ? .json("{}") : .script([.close])
    }
    let text = """
      steps:
        - step: first
          GET: /
        - step: again
          GET: /
        - step: not again
          POST: /
          json: { a: 1 }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.outcomes == [.errored])
    #expect(run.step("again")?.result == .passed)
    #expect(
      run.step("again")?.logs == ["sent once more: the kept connection ended before an answer came"]
    )
    guard case .errored(let fault)? = run.step("not again")?.result else {
      Issue.record("expected an error, got \(String(describing: run.step("not again")))")
      return
    }
    #expect(fault.kind == .reset)
    #expect(fault.message.contains("not sent again"))
    #expect(server.counts.requests == 4)
    #expect(run.summary.requestCount == 4)
    await server.stop()
  }
}
