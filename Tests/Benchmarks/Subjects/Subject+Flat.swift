extension Subject {
  /// Memory of a long run with all large reports on.
  static let flat = Subject(
    name: "flat",
    summary: "Flat: peak memory with junit, json and html, 1 000 against 100 000 steps"
  ) { options in
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    let curlew = try CurlewCommand.found(options)
    let text = ScenarioText.scenario("ten", url: server.url, steps: 10)
    let file = try folder.write(text, to: "ten.scenario.yaml")
    let reports = ["junit", "json", "html"].flatMap { kind in
      ["--report", "\(kind)=\(folder.path("report." + kind))"]
    }
    var small: [Double] = []
    var large: [Double] = []
    for _ in 0..<min(3, options.runs) {
      for (repeats, isLarge) in [(100, false), (10_000, true)] {
        let command = [curlew, "run", "--repeat", "\(repeats)", file] + reports
        let memory = try MeasuredCommand.run(command).memory
        if isLarge { large.append(memory) } else { small.append(memory) }
      }
    }
    let (first, last) = (Measurement.median(small), Measurement.median(large))
    return [
      Measurement(
        name: "peak memory of 100 000 steps",
        value: last,
        unit: "MiB",
        limit: .atMost(96),
        detail: "10 steps, 10 000 times"
      ),
      Measurement(
        name: "against 1 000 steps",
        value: last / first,
        limit: .atMost(1.3),
        detail: "\(Measurement.text(first)) MiB"
      ),
    ]
  }
}
