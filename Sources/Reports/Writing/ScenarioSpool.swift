import RunEvents

/// Pieces of a report, kept by scenario until they are written in the order of the source.
///
/// In memory is only where the last piece of a scenario is; each piece in the spool tells where the one before it is.
struct ScenarioSpool {
  /// The pieces of a scenario.
  private struct Chain {
    var last: ReportSpool.Extent
    var count: Int
  }

  /// What stands before each piece: offset and length of the one before it, 8 bytes each.
  private static let headerSize = 16

  private let spool: ReportSpool
  private var chains: [ScenarioDescription.ID: Chain] = [:]

  init(_ spool: ReportSpool) {
    self.spool = spool
  }

  /// The scenarios with pieces, in the order of the source.
  var scenarios: [ScenarioDescription.ID] { chains.keys.sorted() }

  /// Keeps a piece of a scenario behind those that it has.
  mutating func append(_ bytes: [UInt8], to id: ScenarioDescription.ID) throws(ReporterError) {
    let chain = chains[id]
    let header = Self.header(naming: chain?.last ?? .init(offset: 0, count: 0))
    let extent = try spool.append(header + bytes)
    chains[id] = Chain(last: extent, count: (chain?.count ?? 0) + 1)
  }

  /// How many pieces a scenario has.
  func count(of id: ScenarioDescription.ID) -> Int { chains[id]?.count ?? 0 }

  /// Forgets the pieces of a scenario.
  mutating func remove(_ id: ScenarioDescription.ID) {
    chains[id] = nil
  }

  /// Hands out the pieces of a scenario, first one first.
  func forEachPiece(
    of id: ScenarioDescription.ID,
    _ body: (_ index: Int, _ bytes: [UInt8]) throws(ReporterError) -> Void
  ) throws(ReporterError) {
    guard let chain = chains[id] else { return }
    var extents = [chain.last]
    while extents.count < chain.count {
      let place = extents[extents.count - 1].offset
      let header = try spool.read(.init(offset: place, count: Self.headerSize))
      extents.append(Self.extent(in: header))
    }
    for (index, extent) in extents.reversed().enumerated() {
      let offset = extent.offset + Self.headerSize
      let bytes = try spool.read(.init(offset: offset, count: extent.count - Self.headerSize))
      try body(index, bytes)
    }
  }

  private static func header(naming extent: ReportSpool.Extent) -> [UInt8] {
    [extent.offset, extent.count].flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
  }

  private static func extent(in header: [UInt8]) -> ReportSpool.Extent {
    func number(at start: Int) -> Int {
      (0..<8).reduce(0) { $0 | Int(header[start + $1]) << ($1 * 8) }
    }
    return .init(offset: number(at: 0), count: number(at: 8))
  }
}
