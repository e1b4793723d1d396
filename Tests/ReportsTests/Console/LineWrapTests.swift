import Diagnostics
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct LineWrapTests {
  @Test(arguments: [
    ("short", ["short"]),
    (
      "latency   p50 12 ms, p95 12 ms, p99 12 ms",
      ["latency   p50 12 ms, p95", "          12 ms, p99 12", "          ms"]
    ),
    (
      "      | expected one, got another one",
      ["      | expected one,", "      | got another one"]
    ),
    (
      "      | body: " + String(repeating: "x", count: 20) + " end",
      ["      | body:", "      | " + String(repeating: "x", count: 16), "      | xxxx end"]
    ),
    ("✗ create an order  POST /orders", ["✗ create an order  POST", "  /orders"]),
    ("注文のライフ サイクル です", ["注文のライフ サイクル", "  です"]),
    (String(repeating: "x", count: 30), [String(repeating: "x", count: 30)]),
  ])
  func `a long line is broken at spaces`(line: String, lines: [String]) {
    #expect(LineWrap(columns: 24).lines(of: line) == lines)
  }

  @Test func `colours take no columns and go on`() {
    let line = "\u{1B}[31m      | ^ expected one, got two\u{1B}[0m"
    #expect(
      LineWrap(columns: 24).lines(of: line)
        == ["\u{1B}[31m      | ^ expected one,", "      | got two\u{1B}[0m"]
    )
  }

  @Test func `nothing is lost and nothing is too wide`() {
    let line = (1...60).map { "word\($0)" }.joined(separator: " ")
    for columns in 20...80 {
      let lines = LineWrap(columns: columns).lines(of: line)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= columns })
      let words = lines.joined(separator: " ").split(separator: " ")
      #expect(words.joined(separator: " ") == line)
    }
  }
}
