import Diagnostics
import RunEvents
import Synchronization
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct LiveLineTests {
  private func makeLine(_ width: @escaping @Sendable () -> Int) -> LiveLine {
    var line = LiveLine(terminal: .init(isLive: true, width: width))
    if case .runStarted(let run) = EventFixture(scenarioCount: 3).events[0] { line.start(run) }
    line.start(EventFixture.scenario(0, "Order lifecycle"))
    return line
  }

  @Test func `time goes on while nothing happens`() {
    var line = makeLine { 80 }
    #expect(line.drawing(now: true)?.contains("Order lifecycle 0.0 s") == true)
    line.tick(at: EventFixture.startedAt + 4)
    #expect(line.drawing()?.contains("0/3  0/s  Order lifecycle 4.0 s") == true)
  }

  @Test func `a line that a narrower terminal has broken goes away whole`() {
    let width = Width(80)
    var line = makeLine { width.columns }
    line.tick(at: EventFixture.startedAt + 4)
    let text = line.drawing(now: true) ?? ""
    #expect(text.hasPrefix("\r\u{1B}[?7l"))
    #expect(line.clearing() == "\r\u{1B}[K")
    _ = line.drawing(now: true)
    // The line has 32 columns: on 10 it covers four rows.
    width.columns = 10
    #expect(line.clearing() == "\r\u{1B}[3A\u{1B}[J")
    #expect(line.clearing().isEmpty)
  }

  @Test(arguments: [1, 2, 10, 40, 80])
  func `it never reaches the last column`(width: Int) {
    var line = makeLine { width }
    line.start(EventFixture.scenario(1, "注文のライフサイクル 👩‍👩‍👧 ⚡ and more of that"))
    let text = line.drawing(now: true) ?? ""
    let shown = text.replacing("\u{1B}[?7l", with: "").replacing("\u{1B}[?7h", with: "")
      .replacing("\r", with: "")
    #expect(DisplayWidth.columns(of: shown) <= max(1, width - 1))
    #expect(line.clearing() == "\r\u{1B}[K")
  }
}

/// The width of a terminal that is resized.
private final class Width: Sendable {
  private let value: Atomic<Int>

  init(_ columns: Int) { value = Atomic(columns) }

  var columns: Int {
    get { value.load(ordering: .relaxed) }
    set { value.store(newValue, ordering: .relaxed) }
  }
}
