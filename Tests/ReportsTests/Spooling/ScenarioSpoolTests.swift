import RunEvents
import Testing

@testable import Reports

@Suite(.timeLimit(.minutes(5))) struct ScenarioSpoolTests {
  private func text(_ pieces: ScenarioSpool.Pieces) throws -> String {
    var parts: [String] = []
    try pieces.readEach { (_, bytes) throws(ReporterError) in
      parts.append(String(decoding: bytes, as: UTF8.self))
    }
    return "\(pieces.id.index).\(pieces.id.attempt): \(parts.joined(separator: " "))"
  }

  private func texts(_ spool: inout ScenarioSpool) throws -> [String] {
    var all: [ScenarioSpool.Pieces] = []
    try spool.forEachScenario { (pieces) throws(ReporterError) in all.append(pieces) }
    return try all.map(text)
  }

  @Test func `scenarios come in the order of the source, however they end`() throws {
    let scratch = try Scratch()
    var spool = ScenarioSpool(try ReportSpool(in: scratch.path))
    let indices = [300, -2, 7, Int.max, 0, -1, 128, 127, Int.min, 5]
    let ids = indices.map { ScenarioDescription.ID(index: $0) }
    for piece in ["one", "two", "three"] {
      for id in ids { try spool.append(Array("\(piece)".utf8), to: id) }
    }
    for id in ids.reversed() where id.index != 7 { try spool.close(id) }
    spool.remove(ids[9])
    #expect(try texts(&spool) == indices.sorted().map { "\($0).1: one two three" })
  }

  @Test func `attempts come one after the other`() throws {
    let scratch = try Scratch()
    var spool = ScenarioSpool(try ReportSpool(in: scratch.path))
    for attempt in [2, 1, 3] {
      let id = ScenarioDescription.ID(index: 4, attempt: attempt)
      try spool.append([UInt8(ascii: "x")], to: id)
      try spool.close(id)
    }
    #expect(try texts(&spool) == ["4.1: x", "4.2: x", "4.3: x"])
  }

  @Test func `what is removed is forgotten`() throws {
    let scratch = try Scratch()
    var spool = ScenarioSpool(try ReportSpool(in: scratch.path))
    try spool.append([1], to: .init(index: 0))
    spool.remove(.init(index: 0))
    #expect(try texts(&spool).isEmpty)
  }

  @Test func `pieces of any size come back whole`() throws {
    let scratch = try Scratch()
    var spool = ScenarioSpool(try ReportSpool(in: scratch.path))
    let sizes = [0, 1, 16_383, 16_384, 65_536, 200_000, 3]
    for (place, size) in sizes.enumerated() {
      for index in 0..<3 {
        let bytes = [UInt8](repeating: UInt8(place * 3 + index), count: size)
        try spool.append(bytes, to: .init(index: index))
      }
    }
    try spool.forEachScenario { (pieces) throws(ReporterError) in
      try pieces.readEach { (place, bytes) throws(ReporterError) in
        let byte = UInt8(place * 3 + pieces.id.index)
        #expect(bytes == [UInt8](repeating: byte, count: sizes[place]))
      }
    }
  }
}
