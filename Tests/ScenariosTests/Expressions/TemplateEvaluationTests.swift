import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct TemplateEvaluationTests {
  private let scope = TestScope(
    variables: ["n": 2, "name": "a<b", "list": [1, "x"], "key": "k", "none": nil, "price": 1.50]
  )

  @Test(
    arguments: [
      ("${n}", 2), ("'${n}'", 2), ("${n} x", "2 x"), ("\"${list}\"", [1, "x"]),
      ("a ${list}", "a [1,\"x\"]"),
      ("$${n}", "${n}"), ("$${n} ${n}", "${n} 2"), ("cost $5 {x}", "cost $5 {x}"), ("1.10", 1.1),
      ("[\"${n}\", 3]", [2, 3]),
      ("{ \"${key}\": \"${n}\", b: [\"${name}\"] }", ["k": 2, "b": ["a<b"]]),
      ("{ a: null, b: no }", ["a": nil, "b": "no"]), ("\"${none}\"", nil), ("x${none}", "xnull"),
      ("\"${text(n)}\"", "2"), ("${if(n == 2, '}', \"{\")}", "}"),
      ("|\n  a ${n}\n  b\n", "a 2\nb\n"),
    ] as [(String, JSONValue)]
  )
  func `a scalar that is one expression keeps its type, others are written out`(
    text: String,
    expected: JSONValue
  ) throws {
    #expect(try value(text).evaluate(in: scope) == expected)
  }

  @Test(arguments: [
    ("1.10", "1.10"), ("true", "true"), ("0x10", "0x10"), ("'1.10'", "1.10"), ("${price}", "1.5"),
    ("\"${price} €\"", "1.5 €"), ("007", "007"), ("[1, a]", "[1,\"a\"]"),
  ])
  func `where text is wanted a number counts as spelled`(text: String, expected: String) throws {
    #expect(try value(text, as: .text).text(in: scope) == expected)
  }

  @Test(arguments: [
    "[\"${n}\"]", "{ a: \"${n}\" }", "{ \"${n}\": 1 }", "a ${n}", "[[1, \"${n}\"]]",
  ])
  func `what holds an expression is not constant`(text: String) throws {
    #expect(try value(text).constant == Optional<JSONValue>.none)
    #expect(try value(text).expressions.count == 1)
  }

  @Test func `what holds none is constant, null included`() throws {
    #expect(try value("{ a: [1, { b: null }] }").constant == .some(["a": [1, ["b": nil]]]))
    #expect(try value("null").constant == .some(.null))
  }

  @Test func `the same key twice after evaluation is a failure at the key`() throws {
    let template = try value("{ k: 1, \"${key}\": 2 }")
    let failure = #expect(throws: ExpressionFailure.self) { try template.evaluate(in: scope) }
    #expect(failure?.message == "the key \"k\" comes twice")
    #expect(failure?.range?.text == "\"${key}\"")
  }

  @Test func `values are escaped unless they are raw`() throws {
    let file = SourceFile(path: "a.xml", text: "<a>${name}${raw(name)}</a>")
    let template = try TextTemplate(parsing: file)
    let text = try template.evaluate(in: scope) { $0.replacing("<", with: "&lt;") }
    #expect(text == "<a>a&lt;ba<b</a>")
  }

  @Test func `a node is found by its path`() throws {
    let template = try value("{ a: [1, { b: x }] }")
    #expect(template.node(at: [.key("a"), .index(1), .key("b")]).range.text == "x")
    #expect(template.node(at: [.key("a"), .index(7)]).range.text == "[1, { b: x }]")
    #expect(template.rangeOfKey("b", at: [.key("a"), .index(1)]).text == "b")
  }

  @Test func `a template file with a mistake says where`() {
    let file = SourceFile(path: "a.xml", text: "<a>\n${n +}</a>")
    let diagnostic = #expect(throws: Diagnostic.self) { try TextTemplate(parsing: file) }
    #expect(diagnostic?.range?.start.line == 2)
    #expect(throws: Diagnostic.self) {
      try TextTemplate(parsing: SourceFile(path: "a", text: "a ${b"))
    }
  }

  private func value(_ text: String, as wanted: FileReader.Wanted = .value) throws -> ValueTemplate
  {
    let file = SourceFile(path: "a", text: text.contains("\n") ? "a: \(text)" : "a: \(text)\n")
    let document = YAMLDocument(reading: file)
    #expect(document.diagnostics == [])
    guard case .mapping(let entries)? = document.root?.content else {
      throw Diagnostic(.error, "no map", at: .none)
    }
    let reader = FileReader(file, vocabulary: .forTests) { _ in nil }
    let value = reader.value(entries[0].value, as: wanted)
    #expect(reader.diagnostics == [])
    return value
  }
}
