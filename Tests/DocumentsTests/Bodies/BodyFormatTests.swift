import Testing

@testable import Documents

/// What holds of every format in the catalogue.
@Suite(.timeLimit(.minutes(5))) struct BodyFormatTests {
  @Test func `names are found, and are those of no other`() {
    #expect(BodyFormat.named("csv") === BodyFormat.csv)
    #expect(BodyFormat.named("yaml") == nil)
    #expect(Set(BodyFormat.all.map(\.name)).count == BodyFormat.all.count)
    let endings = BodyFormat.all.flatMap(\.fileTypes.keys)
    #expect(Set(endings).count == endings.count)
  }

  @Test func `help is a sentence and an example of the key`() {
    for format in BodyFormat.all {
      for help in [format.expectation, format.capture] + format.options.map(\.help) {
        #expect(help.summary.hasSuffix("."), "\(help.summary)")
      }
      #expect(format.expectation.example.hasPrefix("\(format.name): "))
      #expect(format.capture.example.hasPrefix("\(format.name): "))
      // What is no value is no member of a response.
      #expect((format.response != nil) == (format.queries == .jsonPath))
      for option in format.options {
        #expect(option.help.example.hasPrefix("\(option.name): "))
        let pattern = option.rule.map { (try? RegularExpression($0.pattern)) != nil }
        #expect(pattern != false)
      }
    }
  }

  @Test func `no format ends the process on any two bytes`() {
    for format in BodyFormat.all where format.queries == .jsonPath {
      for first in UInt8.min...UInt8.max {
        for second in [0x00, 0x0A, 0x22, 0x25, 0x2C, 0x3D, 0x7B, 0x80, 0xFF] as [UInt8] {
          _ = try? format.decode(.init([first, second]))
        }
      }
    }
  }

  @Test func `a file is read as its name says, else as its bytes, else as the body`() throws {
    let csv = Array("a\n1\n".utf8)
    #expect(
      try BodyFormat.csv.value(ofFile: csv, "x", options: ["header": "false"]) == [["a"], ["1"]]
    )
    #expect(try BodyFormat.json.value(ofFile: csv, "x.CSV", options: [:]) == [["a": "1"]])
    #expect(
      try BodyFormat.csv.value(ofFile: Array("a\tb\n1\t2".utf8), "x.tsv", options: [:])
        == [["a": "1", "b": "2"]]
    )
    #expect(try BodyFormat.csv.value(ofFile: Array("[1]".utf8), "a.b/x.json", options: [:]) == [1])
    let list = Array("<plist><array><integer>7</integer></array></plist>".utf8)
    #expect(try BodyFormat.json.value(ofFile: list, "x.xml", options: [:]) == [7])
    let error = try #require(throws: BodyFormat.Failure.self) {
      try BodyFormat.json.value(ofFile: Array("{".utf8), "x", options: [:])
    }
    #expect(error.message(ofFile: "x").hasPrefix("x:1:2: "))
  }
}
