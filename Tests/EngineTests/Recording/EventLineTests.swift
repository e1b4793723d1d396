import Diagnostics
import Engine
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct EventLineTests {
  private func event(_ text: String) -> Event {
    .diagnostic(Diagnostic(.note, text, at: .none))
  }

  private func texts(_ events: [Event]) -> [String] {
    events.compactMap { event in
      guard case .diagnostic(let diagnostic) = event else { return nil }
      return diagnostic.message
    }
  }

  @Test func `events come out in the order in which they went in, and then the end`() async {
    let line = EventLine()
    async let received = {
      var all: [String] = []
      while let events = await line.next() { all += texts(events) }
      return all
    }()
    for number in 0..<1_000 { line.emit(event(String(number))) }
    line.close()
    line.emit(event("too late"))
    #expect(await received == (0..<1_000).map(String.init))
  }

  @Test func `a step with a large body takes the room of many`() async {
    let line = EventLine(capacity: 1_000)
    let file = SourceFile(path: "a", text: "x")
    let step = StepDescription(
      index: 0,
      phase: .steps,
      name: "x",
      range: file.range(0..<1),
      action: .request(method: "GET")
    )
    let body = Exchange.Body(
      bytes: [UInt8](repeating: 0, count: 1 << 20),
      count: nil,
      mediaType: nil
    )
    let response = Exchange.Response(status: 200, reason: "", version: "", fields: [], body: body)
    let request = Exchange.Request(method: "GET", url: "http://h/", fields: [])
    let attempt = StepReport.Attempt(
      result: .passed,
      startedAt: 0,
      duration: 0,
      exchange: Exchange(request: request, response: response, timings: .init())
    )
    let report = StepReport(
      scenario: .init(index: 0),
      step: step,
      result: .passed,
      startedAt: 0,
      duration: 0,
      attempts: [attempt]
    )
    line.emit(.stepFinished(report))
    async let waited: Void = line.room()
    #expect(await line.next()?.count == 1)
    await waited
    // One such step wakes a consumer that waits for several.
    async let more = line.next()
    for _ in 0..<100 { await Task.yield() }
    line.emit(.stepFinished(report))
    await line.room()
    #expect(await more?.count == 1)
    line.close()
  }

  @Test func `a producer waits for room until the consumer has caught up`() async {
    let line = EventLine(capacity: 2)
    line.emit(event("a"))
    await line.room()
    line.emit(event("b"))
    async let waited: Void = line.room()
    #expect(texts(await line.next() ?? []) == ["a", "b"])
    await waited
    line.close()
    #expect(await line.next() == nil)
  }

  @Test func `whoever begins to wait while events are handed out is freed`() async {
    // Only by chance does one producer ask for room between another's event and its being handed out.
    for _ in 0..<20_000 {
      let line = EventLine(capacity: 2)
      async let received = Task.detached {
        var received = 0
        while let events = await line.next() { received += events.count }
        return received
      }.value
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            line.emit(event("a"))
            await line.room()
          }
        }
      }
      line.close()
      #expect(await received == 2)
    }
  }

  @Test func `closing frees whoever waits for room`() async {
    let line = EventLine(capacity: 1)
    line.emit(event("a"))
    async let waited: Void = line.room()
    line.close()
    await waited
  }

  @Test func `a consumer that waits can be woken to look at the time`() async {
    let line = EventLine()
    // Nobody waits yet, so nothing happens.
    line.wake()
    let waker = Task {
      while !Task.isCancelled {
        line.wake()
        await Task.yield()
      }
    }
    #expect(texts(await line.next() ?? [event("the end")]).isEmpty)
    waker.cancel()
    await waker.value
    line.emit(event("a"))
    #expect(texts(await line.next() ?? []) == ["a"])
    line.close()
    #expect(await line.next() == nil)
  }

  @Test func `an event that comes alone reaches a waiting consumer in time`() async {
    let line = EventLine()
    async let received = line.next()
    line.emit(event("a"))
    #expect(texts(await received ?? []) == ["a"])
    line.emit(event("b"))
    #expect(texts(await line.next() ?? []) == ["b"])
    line.close()
    #expect(await line.next() == nil)
  }

  @Test func `whoever watches gets each event by itself`() async {
    let line = EventLine(isPrompt: true)
    line.emit(event("a"))
    #expect(texts(await line.next() ?? []) == ["a"])
    line.close()
  }
}
