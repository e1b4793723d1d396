import RunEvents

/// Pieces of a report, kept by scenario until they are written in the order of the source.
///
/// In memory are only the scenarios that run. Each piece in the spool points to the next one of its scenario; where the first one is stands in a
/// table of the spool.
struct ScenarioSpool {
  /// The pieces of a scenario.
  struct Pieces {
    /// Which scenario.
    let id: ScenarioDescription.ID
    /// How many they are.
    let count: Int
    fileprivate let first: Int
    fileprivate let spool: ReportSpool

    /// Hands out the pieces, first one first.
    func readEach(
      _ body: (_ index: Int, _ bytes: [UInt8]) throws(ReporterError) -> Void
    ) throws(ReporterError) {
      var offset = first
      for index in 0..<count {
        let header = try spool.read(.init(offset: offset, count: headerSize))
        let numbers = SpoolNumbers.decoded(header)
        guard numbers.count == 2 else { throw ReportSpool.unreadable }
        let bytes = try spool.read(.init(offset: offset + headerSize, count: numbers[1]))
        try body(index, bytes)
        offset = numbers[0]
      }
    }
  }

  /// What is known of the pieces of a scenario that runs.
  private struct Chain {
    var first: Int
    var last: Int
    var count: Int
  }

  /// What stands before each piece: where the next one is, and how long this one is.
  private static let headerSize = 2 * SpoolNumbers.size
  /// What is kept of a scenario that has ended: attempt, first piece, number of pieces, and where that of the attempt before it is.
  private static let recordSize = 4 * SpoolNumbers.size

  private let spool: ReportSpool
  private var running: [ScenarioDescription.ID: Chain] = [:]
  /// By the place in the plan the end of the record of the last attempt.
  private var table: SpoolTable

  init(_ spool: ReportSpool) {
    self.spool = spool
    table = SpoolTable(spool)
  }

  /// Keeps a piece of a scenario behind those that it has.
  mutating func append(_ bytes: [UInt8], to id: ScenarioDescription.ID) throws(ReporterError) {
    let offset = try spool.append(SpoolNumbers.encoded([0, bytes.count])).offset
    try spool.append(bytes)
    guard var chain = running[id] else {
      running[id] = Chain(first: offset, last: offset, count: 1)
      return
    }
    try spool.overwrite(SpoolNumbers.encoded([offset]), at: chain.last)
    chain.last = offset
    chain.count += 1
    running[id] = chain
  }

  /// Notes that a scenario has all its pieces.
  mutating func close(_ id: ScenarioDescription.ID) throws(ReporterError) {
    guard let chain = running.removeValue(forKey: id) else { return }
    let earlier = try table.value(at: id.index)
    let record = SpoolNumbers.encoded([id.attempt, chain.first, chain.count, earlier])
    let extent = try spool.append(record)
    try table.set(extent.offset + extent.count, at: id.index)
  }

  /// Forgets the pieces of a scenario that is not closed.
  mutating func remove(_ id: ScenarioDescription.ID) {
    running[id] = nil
  }

  /// Closes all scenarios and hands them out in the order of the source.
  mutating func forEachScenario(
    _ body: (Pieces) throws(ReporterError) -> Void
  ) throws(ReporterError) {
    for id in running.keys.sorted() { try close(id) }
    try table.readEach { (index, end) throws(ReporterError) in
      var attempts: [Pieces] = []
      var end = end
      while end != 0 {
        let extent = ReportSpool.Extent(offset: end - Self.recordSize, count: Self.recordSize)
        let record = SpoolNumbers.decoded(try spool.read(extent))
        guard record.count == 4, record[3] < end else { throw ReportSpool.unreadable }
        let id = ScenarioDescription.ID(index: index, attempt: record[0])
        attempts.append(Pieces(id: id, count: record[2], first: record[1], spool: spool))
        end = record[3]
      }
      for pieces in attempts.sorted(by: { $0.id < $1.id }) { try body(pieces) }
    }
  }
}
