extension Subject {
  /// The same work by curlew and by Hurl, in turn.
  static let peer = against(
    "peer",
    "Against Hurl: curlew / Hurl, below 1 is faster or smaller",
    isOfPeerFiles: false
  )

  /// The same `.hurl` files by curlew and by Hurl, in turn.
  static let peerFiles = against(
    "peer-files",
    "Against Hurl, both with the same .hurl files",
    isOfPeerFiles: true
  )

  private static func against(_ name: String, _ summary: String, isOfPeerFiles: Bool) -> Subject {
    Subject(name: name, summary: summary) { try measure($0, isOfPeerFiles) }
  }

  private static func measure(
    _ options: BenchmarkOptions,
    _ isOfPeerFiles: Bool
  ) throws -> [Measurement] {
    let curlew = try CurlewCommand.found(options)
    guard let hurl = try findHurl(options) else {
      throw BenchmarkError("hurl is not on PATH; say --hurl PATH")
    }
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    let slow = try WaitingServer(.after(100))
    var measurements: [Measurement] = []
    for work in try PeerWork.all(
      in: folder,
      isOfPeerFiles: isOfPeerFiles,
      url: server.url,
      slowURL: slow.url
    ) {
      measurements += try compare(work, curlew, hurl, options.runs)
    }
    return measurements
  }

  private static func findHurl(_ options: BenchmarkOptions) throws(BenchmarkError) -> String? {
    guard let given = options.hurl else { return ProcessFiles.command("hurl") }
    guard ProcessFiles.isExecutable(given) else {
      throw BenchmarkError("--hurl \(given) is no command")
    }
    return given
  }

  private static func compare(
    _ work: PeerWork,
    _ curlew: String,
    _ hurl: String,
    _ rounds: Int
  ) throws -> [Measurement] {
    var pairs: [(own: CommandFigures, peer: CommandFigures)] = []
    for round in 0...rounds {
      work.prepare()
      let own = try MeasuredCommand.run([curlew] + work.curlew)
      work.prepare()
      let peer = try MeasuredCommand.run([hurl] + work.hurl)
      // The first round warms the caches of files.
      if round > 0 { pairs.append((own, peer)) }
    }
    let kinds: [(String, Double?, KeyPath<CommandFigures, Double>, Double, String)] = [
      ("wall", work.wall, \.wall, 1e3, "ms"), ("CPU", work.cpu, \.cpu, 1e3, "ms"),
      ("memory", work.memory, \.memory, 1, "MiB"),
    ]
    return kinds.map { kind, limit, figure, factor, unit in
      let own = Measurement.median(pairs.map { $0.own[keyPath: figure] }) * factor
      let peer = Measurement.median(pairs.map { $0.peer[keyPath: figure] }) * factor
      return Measurement(
        name: work.name,
        column: kind,
        value: Measurement.median(
          pairs.map { $0.own[keyPath: figure] / $0.peer[keyPath: figure] }
        ),
        limit: limit.map { .atMost($0) } ?? .none,
        detail: "\(Measurement.text(own)) \(unit) against \(Measurement.text(peer)) \(unit)"
      )
    }
  }
}
