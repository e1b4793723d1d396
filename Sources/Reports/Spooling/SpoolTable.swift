/// Numbers found by numbers, in a spool: for each scenario where more of it is.
///
/// In memory is only where each page of the table is, so that it grows with the hundredth part of what it holds.
struct SpoolTable {
  private static let pageSize = 128

  private let spool: ReportSpool
  private var pages: [Int: Int] = [:]

  init(_ spool: ReportSpool) {
    self.spool = spool
  }

  /// The value of a key; 0 where none was set.
  func value(at key: Int) throws(ReporterError) -> Int {
    let (page, row) = Self.place(of: key)
    guard let offset = pages[page] else { return 0 }
    let bytes = try spool.read(
      .init(offset: offset + row * SpoolNumbers.size, count: SpoolNumbers.size)
    )
    return SpoolNumbers.decoded(bytes).first ?? 0
  }

  /// Sets the value of a key.
  mutating func set(_ value: Int, at key: Int) throws(ReporterError) {
    let (page, row) = Self.place(of: key)
    let offset: Int
    if let known = pages[page] {
      offset = known
    } else {
      let size = Self.pageSize * SpoolNumbers.size
      offset = try spool.append([UInt8](repeating: 0, count: size)).offset
      pages[page] = offset
    }
    try spool.overwrite(SpoolNumbers.encoded([value]), at: offset + row * SpoolNumbers.size)
  }

  /// Hands out the values that were set, in the order of their keys.
  func readEach(
    _ body: (_ key: Int, _ value: Int) throws(ReporterError) -> Void
  ) throws(ReporterError) {
    let size = Self.pageSize * SpoolNumbers.size
    for (page, offset) in pages.sorted(by: { $0.key < $1.key }) {
      let values = SpoolNumbers.decoded(try spool.read(.init(offset: offset, count: size)))
      for (row, value) in values.enumerated() where value != 0 {
        try body(page * Self.pageSize + row, value)
      }
    }
  }

  /// The page of a key and the place in it; keys below 0 have pages of their own.
  private static func place(of key: Int) -> (page: Int, row: Int) {
    let row = ((key % pageSize) + pageSize) % pageSize
    return ((key - row) / pageSize, row)
  }
}
