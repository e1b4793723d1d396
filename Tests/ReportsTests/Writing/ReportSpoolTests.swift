import Testing

@testable import Reports

@Suite struct ReportSpoolTests {
  @Test func `what is kept can be read in any order, and no file shows`() throws {
    let scratch = try Scratch()
    let spool = try ReportSpool(in: scratch.path)
    let extents = try (0..<200).map { number in
      try spool.append(Array(repeating: UInt8(number), count: 1_000))
    }
    for (number, extent) in extents.enumerated().reversed() {
      #expect(try spool.read(extent) == Array(repeating: UInt8(number), count: 1_000))
    }
    #expect(scratch.names().isEmpty)
  }
}
