extension Subject {
  /// Run time against the size of the suite, in four directions.
  static let growth = Subject(
    name: "growth",
    summary: "Growth: the time for each unit, at 1, 10 and 100 times the size"
  ) { options in
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    return [
      try growth(of: "files", smallest: 100, options) { count in
        let part = folder.folder("files-\(count)")
        for index in 0..<count {
          let text = ScenarioText.scenario("file \(index)", url: server.url, steps: 1)
          try folder.write(text, to: "files-\(count)/f\(index).scenario.yaml")
        }
        return ["run", part]
      },
      try growth(of: "steps in a file", smallest: 1_000, options) { count in
        let text = ScenarioText.scenario("long", url: server.url, steps: count)
        return ["run", try folder.write(text, to: "steps-\(count).scenario.yaml")]
      },
      try growth(of: "assertions in a step", smallest: 10, times: 200, options) { count in
        let names = 0..<count
        let members = names.map { "\"member\($0)\":\($0)" }.joined(separator: ",")
        try folder.write("{\(members)}", to: "wide-\(count).json")
        let text =
          "scenario: wide\nbase: \(server.url)\nsteps:\n  - GET: /files/wide-\(count).json\n"
          + "    expect:\n      json:\n"
          + names.map { "        $.member\($0): \($0)\n" }.joined()
        let file = try folder.write(text, to: "wide-\(count).scenario.yaml")
        return ["run", "--repeat", "200", file]
      },
      try growth(of: "data rows", smallest: 1_000, options) { count in
        let rows = (0..<count).map { "row \($0),1\n" }.joined()
        try folder.write("name,id\n" + rows, to: "rows-\(count).csv")
        let text =
          "scenario: rows\nbase: \(server.url)\ncases: { csv: rows-\(count).csv }\nsteps:\n"
          + "  - GET: /\n    expect: { json: { $.id: \"${int(id)}\" } }\n"
        let file = try folder.write(text, to: "rows-\(count).scenario.yaml")
        return ["run", "--allow-files", folder.path, file]
      },
    ]
  }

  private static func growth(
    of what: String,
    smallest: Int,
    times: Int = 1,
    _ options: BenchmarkOptions,
    make: (Int) throws -> [String]
  ) throws -> Measurement {
    let curlew = try CurlewCommand.found(options)
    let sizes = [smallest, smallest * 10, smallest * 100]
    let commands = try sizes.map { [curlew] + (try make($0)) }
    var runs: [[CommandFigures]] = Array(repeating: [], count: sizes.count)
    for _ in 0..<min(3, options.runs) {
      for (place, command) in commands.enumerated() {
        runs[place].append(try MeasuredCommand.run(command))
      }
    }
    func units(_ figure: (CommandFigures) -> Double) -> [Double] {
      zip(sizes, runs).map { size, runs in
        Measurement.median(runs.map(figure)) / Double(size * times) * 1e6
      }
    }
    let (wall, cpu) = (units(\.wall), units(\.cpu))
    let memory = runs.map { Measurement.median($0.map(\.memory)) }
    return Measurement(
      name: "\(what), \(sizes[0]) to \(sizes[2])",
      // Against the middle one too: in the smallest, the start of the command counts for much.
      value: max(wall[1] / wall[0], wall[2] / wall[0], wall[2] / wall[1]),
      limit: .atMost(1.3),
      detail:
        "\(text(wall)) µs for each, \(text(cpu)) µs of them CPU; peak memory \(text(memory)) MiB"
    )
  }

  private static func text(_ figures: [Double]) -> String {
    figures.map { Measurement.text($0) }.joined(separator: ", ")
  }
}
