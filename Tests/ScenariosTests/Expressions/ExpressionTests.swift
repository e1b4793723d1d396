import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ExpressionTests {
  private let scope = TestScope(
    variables: [
      "price": 19.98, "quantity": 2, "name": "Ada", "none": nil, "flag": true,
      "order": ["id": 7, "lines": [["sku": "A", "n": 1], ["sku": "B", "n": 2]], "a b": "c"],
    ],
    environment: ["HOME": "/root"]
  )

  @Test(
    arguments: [
      ("1 + 2 * 3", 7), ("(1 + 2) * 3", 9), ("0.1 + 0.2", 0.3), ("10 / 4", 2.5), ("7 % 4", 3),
      ("-quantity", -2), ("- -1", 1), ("2 - 3 - 4", -5), ("price * quantity", 39.96),
      ("9007199254740993 - 1", 9_007_199_254_740_992), ("1e2 + 1", 101),
    ] as [(String, JSONValue)]
  )
  func `numbers are exact decimals`(text: String, value: JSONValue) throws {
    #expect(try evaluate(text) == value)
  }

  @Test func `division gives 34 digits`() throws {
    #expect(try evaluate("1 / 3").number?.literal == "0." + String(repeating: "3", count: 34))
  }

  @Test(arguments: [
    ("1 < 2", true), ("2 <= 2", true), ("'a' < 'b'", true), ("1 == 1.0", true), ("1 == '1'", false),
    ("1 != 2 && 3 > 2", true), ("false || true", true), ("!flag", false), ("!(1 == 2)", true),
    ("true || none.a.b == 1", true), ("false && missing", false), ("'a' == \"a\"", true),
    ("[1, 2] == [1, 2.0]", true), ("order.id == 7 && name == 'Ada'", true),
  ])
  func `comparisons and logic`(text: String, value: Bool) throws {
    #expect(try Expression(parsing: text).evaluate(in: scopeWithMissing) == .bool(value))
  }

  private var scopeWithMissing: TestScope {
    var scope = scope
    scope.variables["missing"] = true
    return scope
  }

  @Test(
    arguments: [
      ("order.lines[0].sku", "A"), ("order.lines[-1].sku", "B"), ("order['a b']", "c"),
      ("order[\"id\"]", 7), ("env.HOME", "/root"), ("env['HOME']", "/root"),
      ("env.NOPE ?? 'x'", "x"), ("none ?? 1", 1), ("none.a ?? 1", 1), ("order.nope.deep ?? 2", 2),
      ("order.lines[9].sku ?? 3", 3), ("env.A ?? env.B ?? 4", 4), ("order.id ?? 5", 7),
      ("null", nil), ("'it\\'s'", "it's"), ("'\\d'", "\\d"), ("if(flag, 1, 1 / 0)", 1),
      ("if(false, env.A, 'b')", "b"), ("name | upper", "ADA"),
      ("name | replace('A', 'a') | upper()", "ADA"), ("name.first ?? 6", 6),
      ("order.id.part[0] ?? 7", 7), ("flag['a'] ?? 8", 8), ("order.nope == null", true),
      ("null != order.nope.deep", false), ("none == null", true), ("order.id != null", true),
      ("env.NOPE == null && name.first == null", true),
      ("env.A ?? 'x' | upper", "X"), ("[1, 'a', [true]]", [1, "a", [true]]),
    ] as [(String, JSONValue)]
  )
  func `members, defaults and pipes`(text: String, value: JSONValue) throws {
    #expect(try evaluate(text) == value)
  }

  @Test(
    arguments: [
      ("nmae", "unknown name \"nmae\"", "name", "nmae"),
      ("1 + order.idd", "order has no member idd", "id", "order.idd"),
      ("order['idd']", "order has no member idd", "id", "order['idd']"),
      ("order.lines[0].skus", "order.lines[0] has no member skus", "sku", "order.lines[0].skus"),
      ("order.lines[2]", "order.lines has no element 2", nil, "order.lines[2]"),
      (
        "order.nope.deep", "order has no member nope; it has id, lines, a b", nil, "order.nope"
      ),
      ("none.a", "none is null, so it has no member a", nil, "none.a"),
      ("env.NOPE", "\"env.NOPE\" has no value", nil, "env.NOPE"),
      ("env", "\"env\" is no value by itself", nil, "env"),
      ("name + price", "\"+\" cannot take a text and a number", nil, "+"),
      ("name - 'x'", "\"-\" cannot take a text and a text", nil, "-"),
      ("1 < 'a'", "\"<\" cannot take a number and a text", nil, "<"),
      ("1 / 0", "division by zero", nil, "/"),
      ("name && true", "\"&&\" needs true or false, got \"Ada\"", nil, "name"),
      ("name.first", "a text has no members, so there is no \"first\"", nil, "first"),
      ("order.lines.sku", "a list has no members, so there is no \"sku\"", nil, "sku"),
      ("order.lines['a']", "expected a number as index of a list, got a text", nil, "'a'"),
      ("upper([1])", "upper wants a text, got a list", nil, "[1]"),
      ("first([])", "\"first([])\" has no value", nil, "first([])"),
      ("range(0, 1000000000)", "range makes more than 10 million numbers", nil, "1000000000"),
      ("1e10000 + 1", "the result has more than 10000 digits", nil, "+"),
      (
        "xpath('<a>', '/a')", "not XML: line 1, column 4: premature end of data in tag a line 1",
        nil, "'<a>'"
      ),
    ] as [(String, String, String?, String)]
  )
  func `a failure names the part to blame`(
    text: String,
    message: String,
    suggestion: String?,
    part: String
  ) throws {
    let expression = try Expression(parsing: text)
    let failure = #expect(throws: ExpressionFailure.self) { try expression.evaluate(in: scope) }
    #expect(failure?.message == message)
    #expect(failure?.suggestion == suggestion)
    #expect(failure?.range?.text == part)
  }

  @Test func `nothing is told apart from null`() throws {
    #expect(try Expression(parsing: "order.nope").evaluateAllowingNothing(in: scope) == nil)
    #expect(try Expression(parsing: "none").evaluateAllowingNothing(in: scope) == .null)
  }

  @Test func `references say what is used and whether it is guarded`() throws {
    let expression = try Expression(parsing: "a.b[0].c + f.g ?? upper(h['i'].j[k])")
    let found = expression.references.map {
      "\($0.name) \($0.path.joined(separator: ".")) \($0.isGuarded)"
    }
    #expect(found == ["a b true", "f g true", "h i.j false", "k  false"])
    let compared = try Expression(parsing: "a.b == null && null != c && d == e").references
    #expect(compared.map(\.isGuarded) == [true, true, false, false])
  }

  @Test func `a false condition shows the value of each part`() throws {
    let expression = try Expression(parsing: "order.id * 2 == price && missing")
    let parts = expression.explain(in: scope).map { "\($0.range.start.column) \($0.value)" }
    #expect(parts == ["1 7", "10 14", "14 false", "17 19.98"])
  }

  @Test func `deep and long expressions are refused, not recursed into`() {
    for text in [
      String(repeating: "(", count: 100_000), String(repeating: "!", count: 100_000),
      "1" + String(repeating: "+1", count: 100_000), "a" + String(repeating: ".b", count: 100_000),
      "a" + String(repeating: "|upper", count: 100_000), String(repeating: "[", count: 100_000),
    ] {
      #expect(throws: Diagnostic.self) { try Expression(parsing: text) }
    }
  }

  @Test func `any text is an expression or a mistake, and any expression has a value or a failure`()
  {
    var state: UInt64 = 7
    let words = [
      "a", "order", "env", ".", "[", "]", "(", ")", ",", "1", "0.5", "1e3", "'x'", "\"", "'", "-",
      "!",
      "*", "/", "%", "+", "<", ">=", "==", "!=", "&&", "||", "??", "|", "upper", "if", "range",
      "first",
      "true", "null", " ", "ü", "$", "{", "lines", "[0]", "id", "sort", "sum", "date", "int", "\\",
    ]
    for _ in 0..<5000 {
      var text = ""
      for _ in 0..<Int(state >> 60) + 1 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += words[Int((state >> 33) % UInt64(words.count))]
      }
      guard let expression = try? Expression(parsing: text) else { continue }
      _ = try? expression.evaluate(in: scope)
      _ = expression.explain(in: scope)
    }
  }

  private func evaluate(_ text: String) throws -> JSONValue {
    try Expression(parsing: text).evaluate(in: scope)
  }
}
