import Cryptography
import Encodings
import Glibc

extension Subject {
  /// Bodies that must be streamed, and a large one that must be decoded once.
  static let bodies = Subject(name: "bodies", summary: "Big bodies") { options in
    let folder = try WorkFolder()
    let server = try NginxServer(folder)
    let curlew = try CurlewCommand.found(options)
    let size = 1 << 30
    try folder.makeHole(of: size, at: "large.bin")
    let digest = try digestOfZeros(size)
    let streaming = try folder.write(
      """
      scenario: large
      base: \(server.url)
      steps:
        - GET: /files/large.bin
          options: { max-body: 2GiB }
          expect: { status: 200, bytes: { sha256: \(digest) } }

      """,
      to: "large.scenario.yaml"
    )
    let streamed = try MeasuredCommand.run([curlew, "run", streaming])
    try folder.write(megabytesOfJSON(50), to: "large.json")
    var times: [Int: [CommandFigures]] = [:]
    for round in 0...min(3, options.runs) {
      for count in [0, 1, 10] {
        let figures = try MeasuredCommand.run(
          [curlew, "run", try decoding(count, server.url, folder)]
        )
        if round > 0 { times[count, default: []].append(figures) }
      }
    }
    let cpu = times.mapValues { Measurement.median($0.map(\.cpu)) }
    let memory = Measurement.median((times[10] ?? []).map(\.memory))
    let (none, one, ten) = (cpu[0] ?? 0, cpu[1] ?? 0, cpu[10] ?? 0)
    return [
      Measurement(
        name: "1 GiB with status and bytes.sha256",
        value: streamed.memory,
        unit: "MiB of memory",
        limit: .atMost(64),
        detail:
          "\(Measurement.text(streamed.wall)) s, \(Measurement.text(streamed.cpu)) s CPU"
      ),
      Measurement(
        name: "50 MB of JSON, CPU of ten assertions against one",
        value: (ten - none) / max(one - none, 0.001),
        // Decoded twice would be 2.
        limit: .atMost(1.3),
        detail:
          "\(Measurement.text(none * 1e3)) ms without, \(Measurement.text(one * 1e3)) ms with one, "
          + "\(Measurement.text(ten * 1e3)) ms with ten; \(Measurement.text(memory)) MiB"
      ),
    ]
  }

  /// A scenario with so many assertions on the JSON body.
  private static func decoding(
    _ count: Int,
    _ url: String,
    _ folder: WorkFolder
  ) throws(BenchmarkError) -> String {
    let assertions = (0..<count).map { "        $.items[\($0 * 1_000)].number: \($0 * 1_000)\n" }
    let expectations = count == 0 ? "" : "      json:\n" + assertions.joined()
    let text =
      "scenario: decoded\nbase: \(url)\nsteps:\n  - GET: /files/large.json\n"
      + "    expect:\n      status: 200\n" + expectations
    return try folder.write(text, to: "decoding-\(count).scenario.yaml")
  }

  private static func megabytesOfJSON(_ count: Int) -> String {
    var text = "{\"items\":[{\"number\":0}"
    var number = 1
    while text.utf8.count < count * 1_000_000 {
      text +=
        ",{\"number\":\(number),\"name\":\"item \(number)\",\"tags\":[\"a\",\"b\"],\"on\":true}"
      number += 1
    }
    return text + "]}"
  }

  private static func digestOfZeros(_ size: Int) throws -> String {
    let piece = [UInt8](repeating: 0, count: 1 << 20)
    var stream = try DigestStream(.sha256)
    for _ in 0..<(size / piece.count) { try stream.update(piece) }
    return Hex.encode(try stream.finish())
  }
}
