import Diagnostics
import Testing

@testable import HurlFiles

@Suite(.timeLimit(.minutes(5))) struct MistakeTests {
  private func errors(of bytes: [UInt8]) -> [Diagnostic] {
    let (file, diagnostics) = HurlParser.parse(SourceFile(path: "a.hurl", utf8: bytes))
    #expect(file == nil)
    return diagnostics.filter { $0.severity == .error }
  }

  @Test(arguments: Mistake.all)
  func `a mistake is reported where it is`(mistake: Mistake) throws {
    let errors = errors(of: Array(mistake.text.utf8))
    #expect(errors.count == 1)
    let error = try #require(errors.first)
    let start = try #require(error.range?.start)
    #expect(
      "\(start.line):\(start.column) \(error.message)" == "\(mistake.place) \(mistake.message)"
    )
    #expect(error.suggestion == mistake.suggestion)
  }

  @Test func `there are many mistakes, each once`() {
    #expect(Mistake.all.count > 150)
    #expect(Set(Mistake.all.map(\.text)).count == Mistake.all.count)
  }

  @Test(
    arguments: [
      ([0xFF], "1:1"), (Array("GET http://a\nA: b".utf8) + [0xC3], "2:5"),
      (Array("GET http://a\nA: é".utf8) + [0x80, 0x80], "2:5"),
      ([0xFE, 0xFF, 0x00, 0x47], "1:1"),
    ] as [([UInt8], String)]
  )
  func `bytes that are no UTF-8 are reported where they are`(bytes: [UInt8], place: String) {
    let errors = errors(of: bytes)
    #expect(errors.map(\.message) == ["the file is not UTF-8"])
    #expect(
      errors.map { "\($0.range.map { "\($0.start.line):\($0.start.column)" } ?? "")" } == [place]
    )
  }

  @Test func `what libxml2 finds is reported where it is`() throws {
    let text = "POST http://a\n<a>\n  <b c=\"1\" c=\"2\"/>\n</a>\n"
    let error = try #require(errors(of: Array(text.utf8)).first)
    #expect(error.message.hasPrefix("the XML is not well-formed: "))
    #expect(error.range?.start.line == 3)
    let other = try #require(errors(of: Array("POST http://a\n  <a>&nope;</a>\n".utf8)).first)
    #expect(other.message.hasPrefix("the XML is not well-formed: "))
    #expect(other.range?.start.line == 2)
    #expect((6...12).contains(other.range?.start.column ?? 0))
  }

  @Test func `a message holds nothing that a terminal obeys`() throws {
    let error = try #require(errors(of: Array("GET http://a\n\u{1B}[31m\n".utf8)).first)
    #expect(error.message.contains("\\u{1B}"))
    #expect(!error.message.contains("\u{1B}"))
  }

  @Test func `what is understood before a mistake is not given out`() {
    let (file, diagnostics) = HurlParser.parse(
      SourceFile(path: "a.hurl", text: "GET http://a\n\nGET http://b\nfoo\n")
    )
    #expect(file == nil)
    #expect(diagnostics.count == 1)
  }
}
