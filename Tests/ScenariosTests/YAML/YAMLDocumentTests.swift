import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct YAMLDocumentTests {
  @Test(arguments: [
    ("true", "bool true"), ("false", "bool false"), ("True", "text True"), ("no", "text no"),
    ("off", "text off"), ("null", "null"), ("1", "number 1"), ("-1.50", "number -1.50"),
    ("+1", "number 1"), (".5", "number 0.5"), ("5.", "number 5"), ("1e3", "number 1e3"),
    ("0x1F", "number 31"), ("0o17", "number 15"), ("2026-11-21", "text 2026-11-21"),
    ("1_000", "text 1_000"), ("12:30", "text 12:30"), ("007", "unfit"), (".inf", "unfit"),
    ("-.INF", "unfit"), (".nan", "unfit"), ("0x", "text 0x"), ("1.2.3", "text 1.2.3"),
    ("'1'", "text 1"), ("\"true\"", "text true"), ("!!str 1", "text 1"), ("1e", "text 1e"),
    ("9007199254740993", "number 9007199254740993"),
  ])
  func `scalars resolve by the core schema as narrowed`(text: String, expected: String) throws {
    let document = YAMLDocument(reading: SourceFile(path: "a", text: "a: \(text)\n"))
    #expect(document.diagnostics == [])
    let scalar = try #require(document.root?["a"]?.scalar)
    let found: String =
      switch scalar.resolved {
      case .null: "null"
      case .bool(let value): "bool \(value)"
      case .number(let number): "number \(number)"
      case .unfitNumber: "unfit"
      case .text: "text \(scalar.text)"
      case .empty: "empty"
      }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("a: x\n", "x"), ("a: 'x y'\n", "'x y'"), ("a: \"x\"  # c\n", "\"x\""),
    ("é: ünï\nb: 1\n", "ünï"),
    ("a: { b: c }\n", "{ b: c }"), ("a:\n  b: c\n  d: e\nf: g\n", "b: c\n  d: e"),
    ("a:\n  - 1\n  - 2\n\nf: g\n", "- 1\n  - 2"), ("a: |\n  x\n  y\n\nf: g\n", "|\n  x\n  y"),
    ("a: &x 1\n", "1"), ("\u{FEFF}a: x\n", "x"), ("a: x\r\nb: y\r\n", "x"),
    ("a: x y\n  z\nb: 1\n", "x y\n  z"),
  ])
  func `each node knows its place from start to end`(text: String, expected: String) throws {
    let document = YAMLDocument(reading: SourceFile(path: "a", text: text))
    #expect(document.diagnostics == [])
    guard case .mapping(let entries)? = document.root?.content else {
      Issue.record("no map")
      return
    }
    #expect(entries[0].value.range.text == expected)
  }

  @Test(arguments: [
    "a: 'it''s ${b}'", "a: \"tab\\t\\u00e9 ${b}\"", "a: plain ${b}", "a: |\n  one\n  two ${b}\n",
    "a: >-\n  one\n  two ${b}\n", "a: one\n  two ${b}", "a: \"one\n  two ${b}\"",
    "a: \"one \\\n  two ${b}\"", "a: ü ${b}",
  ])
  func `an expression is found in the file however its scalar is written`(text: String) throws {
    let file = SourceFile(path: "a", text: text + "\n")
    let node = try #require(YAMLDocument(reading: file).root?["a"])
    let reader = FileReader(file, vocabulary: .forTests) { _ in nil }
    let expression = try #require(reader.template(node).expressions.first)
    #expect(expression.range.text == "${b}")
    #expect(expression.references.first?.range.text == "b")
  }

  @Test func `anchors, aliases and merges work, own keys and earlier maps first`() throws {
    let text = """
      base: &base { a: 1, b: 2 }
      more: &more { b: 3, c: 4 }
      one: { <<: *base, a: 5 }
      two: { <<: [*more, *base] }
      three: *base
      """
    let document = YAMLDocument(reading: SourceFile(path: "a", text: text))
    #expect(document.diagnostics == [])
    #expect(value(document.root?["one"]) == ["a": 5, "b": 2])
    #expect(value(document.root?["two"]) == ["a": 1, "b": 3, "c": 4])
    #expect(value(document.root?["three"]) == ["a": 1, "b": 2])
  }

  @Test func `aliases cannot build a tree that is too deep`() {
    var text = "a0: &a0 [1]\n"
    for level in 1...50 {
      text += "a\(level): &a\(level) [[[[[*a\(level - 1)]]]]]\n"
    }
    let document = YAMLDocument(reading: SourceFile(path: "a", text: text))
    #expect(document.root == nil)
    #expect(document.diagnostics.map(\.message) == ["more than 200 levels of lists and maps"])
  }

  @Test func `any bytes give a tree or diagnostics`() {
    var state: UInt64 = 42
    let alphabet = Array("a:- \n\t{}[],&*!|>'\"%@`#${}~?<é\u{7}".utf8)
    for _ in 0..<1500 {
      var bytes: [UInt8] = []
      for _ in 0..<Int(state % 40) + 1 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int((state >> 33) % UInt64(alphabet.count))])
      }
      let file = SourceFile(path: "a", utf8: bytes)
      let (scenario, diagnostics) = ScenarioParser(vocabulary: .forTests).parse(file)
      #expect(scenario != nil || !diagnostics.isEmpty)
      for diagnostic in diagnostics { _ = DiagnosticRenderer().render(diagnostic) }
    }
  }

  private func value(_ node: YAMLNode?) -> JSONValue? {
    guard let node else { return nil }
    return FileReader(node.range.file, vocabulary: .forTests) { _ in nil }.value(node).constant
  }
}

extension YAMLNode {
  fileprivate subscript(key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.name == key }?.value
  }
}
