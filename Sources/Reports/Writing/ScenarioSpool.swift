import RunEvents

/// Pieces of a report, kept by scenario until they are written in the order of the source.
struct ScenarioSpool {
  private let spool: ReportSpool
  private var pieces: [ScenarioDescription.ID: [ReportSpool.Extent]] = [:]

  init(_ spool: ReportSpool) {
    self.spool = spool
  }

  /// The scenarios with pieces, in the order of the source.
  var scenarios: [ScenarioDescription.ID] { pieces.keys.sorted() }

  /// Keeps a piece of a scenario behind those that it has.
  mutating func append(_ bytes: [UInt8], to id: ScenarioDescription.ID) throws(ReporterError) {
    let extent = try spool.append(bytes)
    pieces[id, default: []].append(extent)
  }

  /// How many pieces a scenario has.
  func count(of id: ScenarioDescription.ID) -> Int { pieces[id]?.count ?? 0 }

  /// Forgets the pieces of a scenario.
  mutating func remove(_ id: ScenarioDescription.ID) {
    pieces[id] = nil
  }

  /// Hands out the pieces of a scenario, first one first.
  func forEachPiece(
    of id: ScenarioDescription.ID,
    _ body: (_ index: Int, _ bytes: [UInt8]) throws(ReporterError) -> Void
  ) throws(ReporterError) {
    for (index, extent) in (pieces[id] ?? []).enumerated() {
      try body(index, try spool.read(extent))
    }
  }
}
