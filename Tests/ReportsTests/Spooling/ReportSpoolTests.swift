import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct ReportSpoolTests {
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

  @Test(arguments: [10, 65_000, 65_536, 131_072, 200_000])
  func `what was kept can be changed, in memory or not`(count: Int) throws {
    let scratch = try Scratch()
    let spool = try ReportSpool(in: scratch.path)
    var whole: [UInt8] = []
    for number in 0..<count / 5 {
      let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 5)
      try spool.append(bytes)
      whole += bytes
    }
    #expect(try spool.read(.init(offset: 0, count: 5)) == Array(whole[..<5]))
    for offset in stride(from: 3, to: whole.count - 8, by: 1_021) {
      let bytes = [UInt8](repeating: 0xFF, count: 8)
      try spool.overwrite(bytes, at: offset)
      whole.replaceSubrange(offset..<offset + 8, with: bytes)
      #expect(try spool.read(.init(offset: offset, count: 8)) == bytes)
    }
    #expect(try spool.read(.init(offset: 0, count: whole.count)) == whole)
  }
}
