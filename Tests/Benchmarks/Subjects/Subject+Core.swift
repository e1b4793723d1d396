extension Subject {
  /// The session core and the engine against libcurl alone, on the same nginx.
  static let core = Subject(
    name: "core",
    summary: "Against the limit: requests a second as a share of a bare libcurl loop's"
  ) { options in
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    var measurements: [Measurement] = []
    for connections in [1, 8, 32, 128] {
      measurements += try await shares(of: connections, server.url, folder, options.runs)
    }
    return measurements
  }

  /// The contenders, in the order in which they are shown.
  private enum Contender: Int, CaseIterable {
    case bare, session, sessionOnLoop, engine

    var name: String {
      switch self {
      case .bare: "bare libcurl loop"
      case .session: "SessionCore, calls from anywhere"
      case .sessionOnLoop: "SessionCore, calls on the loop's thread"
      case .engine: "engine, 6 assertions a request"
      }
    }

    /// The share of the bare loop's requests that must be reached.
    func limit(_ connections: Int) -> Measurement.Limit {
      guard connections >= 8 else { return .none }
      switch self {
      case .bare: return .none
      // A hop between threads for each answer costs most when few are in flight.
      case .session: return .atLeast(connections == 8 ? 0.6 : 0.7)
      case .sessionOnLoop: return .atLeast(0.7)
      case .engine: return .atLeast(0.5)
      }
    }
  }

  private static func shares(
    of connections: Int,
    _ url: String,
    _ folder: WorkFolder,
    _ rounds: Int
  ) async throws -> [Measurement] {
    let count = connections == 1 ? 10_240 : 30_720
    let bare = try BareLoop(url: url + "/", connections: connections)
    let session = try SessionLoop(url: url + "/", connections: connections, isOnLoop: false)
    let onLoop = try SessionLoop(url: url + "/", connections: connections, isOnLoop: true)
    let engine = try EngineLoop(url: url, connections: connections, count: count, folder: folder)
    var runs: [[PacedRun]] = Array(repeating: [], count: Contender.allCases.count)
    for round in 0...rounds {
      for contender in Contender.allCases {
        let run = try await PacedRun.of(count) {
          switch contender {
          case .bare: try bare.run(count)
          case .session: try await session.run(count)
          case .sessionOnLoop: try await onLoop.run(count)
          case .engine: try await engine.run()
          }
        }
        // The first round opens the connections.
        if round > 0 { runs[contender.rawValue].append(run) }
      }
    }
    return Contender.allCases.map { contender in
      let own = runs[contender.rawValue]
      let pairs = zip(own, runs[Contender.bare.rawValue])
      let rate = Measurement.median(own.map(\.rate))
      let cpu = Measurement.median(own.map(\.cpu))
      let noun = connections == 1 ? "connection" : "connections"
      return Measurement(
        name: contender.name,
        column: "\(connections) \(noun)",
        value: Measurement.median(pairs.map { $0.rate / $1.rate }),
        limit: contender.limit(connections),
        detail: "\(Measurement.text(rate)) requests/s, \(Measurement.text(cpu)) µs CPU a request"
      )
    }
  }
}
