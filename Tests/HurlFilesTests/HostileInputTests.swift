import Diagnostics
import TestSupport
import Testing

@testable import HurlFiles

/// Any bytes give a tree or an error, in a time that grows with their number.
@Suite(.timeLimit(.minutes(5))) struct HostileInputTests {
  /// Whether parsing a text gives exactly one of a tree and an error with a place inside the file.
  private func isSound(_ bytes: [UInt8]) -> Bool {
    let source = SourceFile(path: "a.hurl", utf8: bytes)
    let (file, diagnostics) = HurlParser.parse(source)
    let errors = diagnostics.filter { $0.severity == .error }
    guard errors.count == (file == nil ? 1 : 0) else { return false }
    let (tree, told) = HurlFrontEnd().read(source)
    guard tree != nil || told.contains(where: { $0.severity == .error }) else { return false }
    return errors.allSatisfy { error in
      guard let range = error.range, !error.message.isEmpty else { return false }
      return range.utf8.upperBound <= bytes.count && !error.message.contains("\n")
    }
  }

  @Test(arguments: Constructs.all)
  func `each part of a file from its start gives a tree or an error`(text: String) {
    let bytes = Array(text.utf8)
    for count in 0...bytes.count {
      #expect(isSound(Array(bytes[..<count])), "the first \(count) bytes")
    }
  }

  @Test(arguments: 0..<8)
  func `changed bytes give a tree or an error`(part: Int) {
    var random = SeededGenerator(seed: UInt64(part) &+ 1)
    let texts = (Constructs.all + Mistake.all.map(\.text)).map { Array($0.utf8) }
    let signs = Array("{}[]<>\"'`/\\#:;,=!- \n\r\t09aGHTTPnot\u{0}".utf8) + [0x80, 0xC3, 0xFF]
    for _ in 0..<1_500 {
      var bytes = texts.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where place < bytes.count: bytes.remove(at: place)
        case 1 where place < bytes.count: bytes[place] = signs.randomElement(using: &random) ?? 0
        case 2:
          let other = texts.randomElement(using: &random) ?? []
          let start = Int.random(in: 0...other.count, using: &random)
          bytes.insert(contentsOf: other[start...].prefix(20), at: place)
        case _: bytes.insert(signs.randomElement(using: &random) ?? 0, at: place)
        }
      }
      #expect(isSound(bytes), "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
  }

  @Test(arguments: [
    ("POST http://a\n", "[", "", "JSON nested deeper than 512 levels"),
    ("POST http://a\n", "{\"a\":", "", "JSON nested deeper than 512 levels"),
    ("POST http://a\n", "<a>", "", "XML nested deeper than 4096 levels"),
    (
      "POST http://a\n```graphql\n{a}\nvariables {\"a\":", "[", "\n```",
      "JSON nested deeper than 512 levels"
    ),
    (
      "GET http://a/", "{{", "",
      "expected the name of a variable in {{…}}, got \"{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{{\""
    ),
  ])
  func `100 000 levels are an error`(
    before: String,
    level: String,
    after: String,
    message: String
  ) throws {
    let text = before + String(repeating: level, count: 100_000) + after
    let diagnostics = HurlParser.parse(SourceFile(path: "a.hurl", text: text)).diagnostics
    #expect(diagnostics.map(\.message) == [message])
  }

  @Test func `JSON may be as deep as in any document`() {
    for (depth, isRight) in [(512, true), (513, false)] {
      let body = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let file = HurlParser.parse(SourceFile(path: "a.hurl", text: "POST http://a\n\(body)")).file
      #expect((file != nil) == isRight)
    }
  }

  @Test(arguments: [
    ("GET http://a/", "b", ""), ("GET http://a/", "{{b}}", ""), ("GET http://a/", "\\n", ""),
    ("GET http://a/", " ", "c"), ("GET http://a/b", "\t", "c"), ("", "\n", ""), ("", "# a", ""),
    ("", "# a\n", "GET http://a"), ("", "GET http://a\n", ""), ("", "A", " http://a"),
    ("GET http://a\n", "A: b\n", ""), ("GET http://a\n", "a", ": b"), ("GET http://a\n[", "A", "]"),
    ("GET http://a\nHTTP ", "1", ""), ("POST http://a\n[", "1,", "1]"),
    ("POST http://a\n\"", "a", ""), ("POST http://a\n\"", "{{a}}", "\""),
    ("POST http://a\n", "1", ""), ("POST http://a\n`", "a", ""),
    ("POST http://a\n```\n", "``\n", ""),
    ("POST http://a\n```graphql\n", "variables\n", "```"), ("POST http://a\nhex,", "00", ";"),
    ("POST http://a\nbase64,", "AAAA", ";"), ("POST http://a\nfile,", "a", ";"),
    ("POST http://a\n<a>", "<b/>", "</a>"), ("POST http://a\n<a>", "<!--", ""),
    ("POST http://a\n<a", " b='c'", "/>"), ("POST http://a\n<!DOCTYPE a [", "<!--a-->", "]><a/>"),
    ("GET http://a\nHTTP 200\n[Asserts]\n", "body == 1\n", ""),
    ("GET http://a\nHTTP 200\n[Asserts]\n", "a", " == 1"),
    ("GET http://a\nHTTP 200\n[Asserts]\nbody", " first", " exists"),
    ("GET http://a\nHTTP 200\n[Asserts]\nbody == ", "1", ""),
    ("GET http://a\nHTTP 200\n[Asserts]\nbody matches /", "a", "/"),
    ("GET http://a\nHTTP 200\n[Asserts]\nbody matches /", "(", "/"),
    ("GET http://a\n[Options]\n", "variable: a=b\n", ""),
    ("GET http://a\n[Options]\nvariable: a=", "1", "x"),
    ("GET http://a\n[Options]\nvariable: a=1", " ", "x"),
    ("GET http://a\nHTTP 200\n[Asserts]\ncookie \"", "a[", "Domain]\" exists"),
  ])
  func `a long piece of anything is read at once`(before: String, part: String, after: String) {
    let text = before + String(repeating: part, count: (64 << 10) / part.utf8.count) + after
    let time = ProcessorTime.measure { #expect(isSound(Array(text.utf8))) }
    #expect(time < .seconds(10))
  }
}
