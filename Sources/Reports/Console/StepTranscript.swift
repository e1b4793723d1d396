import RunEvents

/// A step with its whole exchanges, as `--verbose` shows it.
enum StepTranscript {
  private static let bodyLimit = 16 << 10

  /// The lines, indented.
  static func lines(of report: StepReport, style: TextStyle) -> [String] {
    let name = SafeText.line(report.step.name, limit: 200)
    var lines = ["  \(mark(report.result, style)) \(name)  \(NumberText.duration(report.duration))"]
    if case .skipped(let reason) = report.result {
      lines[0] += "  " + style.paint("skipped: \(SafeText.line(reason))", .dim)
    }
    for attempt in report.attempts {
      guard let exchange = attempt.exchange else { continue }
      if report.attempts.count > 1 {
        let turn = attempt.turn.map { "turn \($0 + 1), " } ?? ""
        lines.append("    \(turn)attempt \(attempt.number)")
      }
      lines += (exchange.redirects + [exchange]).compactMap(\.curl).map {
        "    $ " + SafeText.line($0, limit: 200_000)
      }
      lines += ExchangeText.lines(of: exchange, bodyLimit: bodyLimit)
        .map { "    " + style.paint($0, .dim) }
    }
    for capture in report.captures {
      let value = SafeText.line(capture.value, limit: 300)
      lines.append("    \(SafeText.line(capture.name, limit: 100)) = \(value)")
    }
    return lines
  }

  private static func mark(_ result: StepResult, _ style: TextStyle) -> String {
    switch result {
    case .passed: style.paint("✓", .good)
    case .failed: style.paint("✗", .bad)
    case .errored: style.paint("!", .bad)
    case .skipped: style.paint("-", .dim)
    }
  }
}
