import CurlTransport
import Documents
import Glibc

extension Subject {
  /// Ten thousand requests that all wait for their answers at once.
  static let inFlight = Subject(
    name: "inflight",
    summary: "10 000 requests in flight at once, to a server that answers when all have come"
  ) { options in
    let folder = try WorkFolder()
    let curlew = try CurlewCommand.found(options)
    let count = 10_000
    let server = try WaitingServer(.onRelease)
    let text = ScenarioText.scenario("waiting", url: server.url, steps: 1, isShort: true)
    let file = try folder.write(text, to: "waiting.scenario.yaml")
    let report = folder.path("report.json")
    let output = folder.path("output.txt")
    // As most systems hand it out: too low, and the command may raise it.
    let shell = ["sh", "-c", "ulimit -Sn 1024; exec \"$0\" \"$@\""]
    let command = try MeasuredCommand(
      shell + [
        curlew, "run", "--repeat", "\(count)", "--jobs", "\(count)", "--connections-per-host",
        "\(count)", "--quiet", "--report", "json=\(report)", file,
      ],
      output: output
    )
    let clock = ContinuousClock()
    let start = clock.now
    while server.counts.waiting < count, start.duration(to: clock.now) < .seconds(60) {
      try await Task.sleep(for: .milliseconds(20))
      if kill(command.identifier, 0) != 0 { break }
    }
    let gathering = start.duration(to: clock.now).inSeconds
    let threads = ProcessFiles.threads(of: command.identifier)
    server.release()
    let figures = try command.figures()
    guard figures.status == 0 else {
      let lines = ProcessFiles.lines(output).suffix(4).joined(separator: "\n    ")
      throw BenchmarkError("curlew exited with \(figures.status):\n    \(lines)")
    }
    let answers = try answers(in: report)
    let spread = (answers.last ?? 0) - (answers.first ?? 0)
    return [
      Measurement(
        name: "requests that waited together",
        value: Double(server.counts.mostWaiting),
        limit: .atLeast(Double(count)),
        detail: "after \(Measurement.text(gathering)) s; descriptor limit 1 024, raised by curlew"
      ),
      Measurement(
        name: "answers",
        value: Double(answers.count),
        limit: .atLeast(Double(count)),
        detail: "from the first to the last \(Measurement.text(spread)) s"
      ),
      Measurement(
        name: "transfer threads",
        value: Double(threads.count { $0 == TransferLoop.threadName }),
        limit: .atMost(1),
        detail: "of \(threads.count) threads"
      ),
      Measurement(
        name: "peak memory",
        value: figures.memory,
        unit: "MiB",
        detail: "\(Measurement.text(figures.memory * 1024 / Double(count))) KiB a request"
      ),
      Measurement(
        name: "from start to end",
        value: figures.wall,
        unit: "s",
        detail: "\(Measurement.text(figures.cpu)) s CPU"
      ),
    ]
  }

  /// When each passed step ended, in seconds of the day, in order.
  private static func answers(in report: String) throws -> [Double] {
    let document = try JSONParser().parse(ProcessFiles.bytes(report))
    var ends: [Double] = []
    for step in try JSONPath(parsing: "$.scenarios[*].steps[*]").values(in: document) {
      guard step["result"]?.string == "passed", let start = step["startedAt"]?.string,
        let duration = step["duration"]?.number?.double
      else { continue }
      // 2030-01-02T03:04:05.678Z
      let words = start.split { $0 == "T" || $0 == ":" || $0 == "Z" }.dropFirst()
      ends.append(words.reduce(0) { $0 * 60 + (Double($1) ?? 0) } + duration)
    }
    return ends.sorted()
  }
}
