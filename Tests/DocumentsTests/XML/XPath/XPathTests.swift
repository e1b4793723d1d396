import Documents
import TestSupport
import Testing

private let order = """
  <?xml version="1.0"?>
  <o:order xmlns:o="urn:o" xmlns="urn:d" id="7">
    <line sku="a">1</line><line sku="b">2</line>
    <note>hi <b>there</b></note><!--c--><?go now?>
  </o:order>
  """

private func document(_ text: String = order) throws -> XMLDocument {
  try XMLDocument(parsing: Array(text.utf8))
}

/// 50 001 elements, the root with a long `xml:lang`, and 200 000 bytes of text.
private let wide = Result {
  let language = String(repeating: "x", count: 16_000)
  let elements = String(repeating: "<b>abcd</b>", count: 50_000)
  return try document("<r xml:lang='\(language)'>\(elements)</r>")
}

private func list(_ part: String, count: Int, separator: String) -> String {
  Array(repeating: part, count: count).joined(separator: separator)
}

@Suite(.timeLimit(.minutes(5))) struct XPathTests {
  @Test(arguments: [
    ("count(/o:order/_:line)", XPathResult.number(2)),
    ("string(//_:line[@sku='b'])", .string("2")),
    ("boolean(//_:nope)", .boolean(false)),
    ("sum(//_:line) div 2", .number(1.5)),
    ("/o:order/@id = 7", .boolean(true)),
    ("normalize-space(//_:note)", .string("hi there")),
    ("//nope", .nodes([])),
    ("local-name(/*)", .string("order")),
    ("xml", .nodes([])),
    ("2 * 3 mod 4 - -1", .number(3)),
    ("'a' and 'b' or (div)", .boolean(true)),
    ("string(id('x'))", .string("")),
    ("//_:line = //_:line/@sku", .boolean(false)),
    ("//_:line[1] = //_:b", .boolean(false)),
    ("//_:line != //_:line", .boolean(true)),
  ])
  func `a query gives what XPath 1.0 says`(path: String, expected: XPathResult) throws {
    #expect(try document().evaluate(XPath(parsing: path)) == expected)
  }

  @Test(arguments: [
    ("//_:line", ["/o:order/_:line[1]", "/o:order/_:line[2]"]),
    ("//@sku", ["/o:order/_:line[1]/@sku", "/o:order/_:line[2]/@sku"]),
    ("//_:b/text()", ["/o:order/_:note/_:b/text()"]),
    ("//comment()", ["/o:order/comment()"]),
    ("//processing-instruction()", ["/o:order/processing-instruction('go')"]),
    ("/", ["/"]),
    ("/*/_:line[2] | /*/_:line[1]", ["/o:order/_:line[1]", "/o:order/_:line[2]"]),
  ])
  func `a node's path finds the node again`(query: String, paths: [String]) throws {
    let document = try document()
    guard case .nodes(let nodes) = try document.evaluate(XPath(parsing: query)) else {
      Issue.record("expected nodes")
      return
    }
    #expect(nodes.map(\.path) == paths)
    for node in nodes {
      #expect(try document.evaluate(XPath(parsing: node.path)) == .nodes([node]))
    }
  }

  @Test
  func `a node has its kind, name, text and line`() throws {
    guard
      case .nodes(let nodes) = try document().evaluate(XPath(parsing: "//_:note | /o:order/@id"))
    else { return }
    #expect(nodes.map(\.kind) == [.attribute, .element])
    #expect(nodes.map(\.name) == ["id", "note"])
    #expect(nodes.map(\.text) == ["7", "hi there"])
    #expect(nodes.map(\.line) == [2, 4])
  }

  @Test
  func `a prefix of the caller stands over the root's`() throws {
    let path = try XPath(parsing: "count(//o:line)")
    #expect(try document().evaluate(path, namespaces: ["o": "urn:d"]) == .number(2))
  }

  @Test
  func `an undefined prefix is named with those that are known`() throws {
    let error = #expect(throws: XPathError.self) {
      try document().evaluate(XPath(parsing: "/o:order/q:line"))
    }
    #expect(error?.code == .undefinedPrefix)
    #expect(error?.offset == 9)
    #expect(
      error?.message == "the prefix 'q' stands for no namespace (known are '_', 'o')"
    )
  }

  @Test(arguments: [
    ("/a[", XPathError.Code.syntax), ("//", .syntax), ("", .syntax), ("a b", .syntax),
    ("'abc", .syntax), ("$x", .unknownVariable), ("frob(1)", .unknownFunction),
    ("p:f()", .unknownFunction), ("count(", .syntax), ("a\u{0}b", .syntax), (")", .syntax),
    ("/a[@b='1']]", .syntax), ("foo::bar", .syntax), ("1 +", .syntax),
  ])
  func `what is no expression is refused when it is read`(text: String, code: XPathError.Code) {
    let error = #expect(throws: XPathError.self) { try XPath(parsing: text) }
    #expect(error?.code == code)
  }

  @Test(arguments: ["count('a')", "string(1, 2)", "not()"])
  func `what cannot be evaluated is an error`(text: String) throws {
    let error = #expect(throws: XPathError.self) {
      try document().evaluate(XPath(parsing: text))
    }
    #expect(error?.message.isEmpty == false)
  }

  @Test
  func `the place of an error is told`() {
    let error = #expect(throws: XPathError.self) { try XPath(parsing: "/é/frob(1)") }
    #expect(
      error?.description == "XPath 1.0 has no function 'frob' at character 4 of /é/frob(1)"
    )
  }

  @Test(arguments: [
    String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000),
    String(repeating: "a[", count: 5000) + "1" + String(repeating: "]", count: 5000),
    "1" + String(repeating: "+1", count: 20_000), "a" + String(repeating: "[1]", count: 10_000),
  ])
  func `an expression is bounded in length and depth`(text: String) {
    let error = #expect(throws: XPathError.self) { try XPath(parsing: text) }
    #expect(error?.code == .limit)
  }

  @Test(arguments: [
    "1" + String(repeating: "+1", count: 8000), String(repeating: "-", count: 16_000) + "1",
    "a" + String(repeating: "/a", count: 8000), "a" + String(repeating: "[a]", count: 5000),
    String(repeating: "not(", count: 64) + "1" + String(repeating: ")", count: 64),
  ])
  func `a long expression does not overflow the stack`(text: String) throws {
    let document = try document()
    let result = Result { try document.evaluate(XPath(parsing: text)) }
    if case .failure(let error) = result { #expect(error is XPathError) }
  }

  @Test
  func `a query that would take too long is stopped`() throws {
    let text = String(repeating: "x", count: 400_000)
    let document = try document("<a>\(text)\(String(repeating: "<b/>", count: 1000))</a>")
    let error = #expect(throws: XPathError.self) {
      try document.evaluate(XPath(parsing: "//b[/a = count(preceding::b)]"))
    }
    #expect(error?.message == "the query takes too long")
  }

  @Test(arguments: ["following-sibling", "preceding-sibling"])
  func `siblings that match nothing count as work`(axis: String) throws {
    let document = try document("<a>\(String(repeating: "<b/>", count: 7000))</a>")
    let path = try XPath(parsing: "count(//b[\(axis)::c])")
    let error = #expect(throws: XPathError.self) { try document.evaluate(path) }
    #expect(error?.message == "the query takes too long")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "//*//*//*", "//b/following::b", "//b = //b", "//b/preceding-sibling::b",
      "count(//b | //* | //text())",
      "string-length(" + String(repeating: "concat(/, /, ", count: 60) + "/"
        + String(repeating: ")", count: 61),
    ]
  )
  func `no query takes more than a bounded time`(text: String) throws {
    let document = try document("<a>\(String(repeating: "<b>abcd</b>", count: 5_000))</a>")
    let path = try XPath(parsing: text)
    let time = ProcessorTime.measure { _ = try? document.evaluate(path) }
    #expect(time < .seconds(10))
  }

  @Test(arguments: [
    "count(//*[count(//*) > 5])", "//b[not(. = following-sibling::b)]",
    "//b[translate(/, /, /) = /]", "//b" + String(repeating: "[1]", count: 5000),
    "//b" + String(repeating: "[not(.)]", count: 1900),
    "//*[//*[" + String(repeating: "x", count: 16_000) + "]]",
    "//*[//*[lang('" + String(repeating: "x", count: 15_000) + "')]]",
    "count(" + list("//b", count: 3000, separator: "|") + ")",
  ])
  func `a query is given up soon after its limit is over`(text: String) throws {
    let document = try wide.get()
    let path = try XPath(parsing: text)
    let start = ContinuousClock.now
    let limit = WorkLimit { ContinuousClock.now - start > .milliseconds(200) }
    var error: XPathError?
    let time = ProcessorTime.measure {
      error = WorkLimit.$current.withValue(limit) {
        #expect(throws: XPathError.self) { try document.evaluate(path) }
      }
    }
    #expect(time < .seconds(4))
    #expect(error?.code == .limit)
    // A fast machine may come to the bound of the work before.
    let message =
      limit.hasCut
      ? "the query was not finished: it was given up before its end" : "the query takes too long"
    #expect(error?.message == message)
  }

  @Test(
    arguments: [
      ("count(//*//*//*//*)", .number(0)), ("count(//b | //text())", .number(100_000)),
      ("//b != //b", .boolean(false)), ("count(//text()/..)", .number(50_000)),
      ("count(//b/following::b)", .number(49_999)),
      (
        "count(" + String(repeating: "(", count: 63) + "//b" + String(repeating: ")", count: 64),
        .number(50_000)
      ),
    ] as [(String, XPathResult)]
  )
  func `sets of many nodes are joined and compared in time`(
    text: String,
    expected: XPathResult
  ) throws {
    let document = try wide.get()
    let path = try XPath(parsing: text)
    var result: XPathResult?
    let time = try ProcessorTime.measure { result = try document.evaluate(path) }
    #expect(result == expected)
    // libxml2's own evaluator takes more than 10 s for several of these.
    #expect(time < .seconds(8))
  }

  @Test(arguments: [
    "string-length(concat(" + list("/", count: 500, separator: ",") + "))",
    "string-length(translate(concat(" + list("/", count: 60, separator: ",")
      + "), 'abcd', '\u{1F600}\u{1F600}\u{1F600}\u{1F600}'))",
  ])
  func `a text of many megabytes is not made`(text: String) throws {
    let error = #expect(throws: XPathError.self) { try wide.get().evaluate(XPath(parsing: text)) }
    #expect(error?.code == .limit && error?.message == "a text is longer than 16 MiB")
  }

  @Test(arguments: ["-", " - ", "1e3", "+1", "1.2.3", "0x10", ""])
  func `a text that is no number equals none`(text: String) throws {
    let document = try document("<a>\(text)</a>")
    for path in ["/a = 0", "/a <= 0", "/a >= 0", "/a = 1000", "sum(/a) = 0", "number(/a) = /a"] {
      #expect(try document.evaluate(XPath(parsing: path)) == .boolean(false), "\(path)")
    }
  }

  @Test func `names are compared by code points`() throws {
    let document = try document("<r><\u{E9}/><?\u{E9} x?></r>")
    for (name, count) in [("\u{E9}", 1.0), ("e\u{301}", 0)] {
      let elements = try XPath(parsing: "count(/r/\(name))")
      #expect(try document.evaluate(elements) == .number(count))
      let instructions = try XPath(parsing: "count(//processing-instruction('\(name)'))")
      #expect(try document.evaluate(instructions) == .number(count))
    }
  }

  @Test(arguments: [
    ("//line[2]/@sku", ["b"]), ("(//line)[last()]/@sku", ["c"]),
    ("//line[@n > 1]/@sku", ["b", "c"]),
    ("//line[last()]/preceding-sibling::*[1]/@sku", ["b"]),
    ("//line[1]/following-sibling::line/@sku", ["b", "c"]), ("//d/ancestor::*/@sku", ["c"]),
    ("//line/following-sibling::line/@sku", ["b", "c"]),
    ("//line/preceding-sibling::line/@sku", ["a", "b"]),
    ("//@sku/../@n", ["1", "2", "3"]), ("//d/preceding::line/@n", ["1", "2"]),
    ("//line[1]/following::d", ["deep"]), ("//*[self::d or self::e]", ["deep", ""]),
    ("//line[position() mod 2 = 1]/@n", ["1", "3"]), ("id('i')/@sku", ["b"]),
    ("//e[lang('de')]/@x", ["y"]), ("/descendant::d/parent::*/@n", ["3"]),
    ("//line[not(@sku = following-sibling::line/@sku)][1]/@n", ["1"]),
    ("//line[.//d]/@n", ["3"]), ("/r/*[name() = 'e']/@x", ["y"]),
    ("//line/@*[2]", ["1", "2", "3"]),
    ("//text()[normalize-space()]", ["deep"]), ("/r/node()[self::comment()]", ["c"]),
  ])
  func `axes, predicates and positions`(text: String, expected: [String]) throws {
    let document = try document(
      "<r><line sku='a' n='1'/><line xml:id='i' sku='b' n='2'/><!--c-->"
        .replacing("xml:id='i' sku='b' n='2'", with: "sku='b' n='2' xml:id='i'")
        + "<line sku='c' n='3'><d>deep</d></line><e xml:lang='de-AT' x='y'/></r>"
    )
    guard case .nodes(let nodes) = try document.evaluate(XPath(parsing: text)) else {
      Issue.record("expected nodes")
      return
    }
    #expect(nodes.map(\.text) == expected)
  }

  @Test(
    arguments: [
      ("substring('12345', 1.5, 2.6)", .string("234")), ("substring('12345', 0, 3)", .string("12")),
      ("substring('12345', 0 div 0, 3)", .string("")), ("substring('größe', 3, 2)", .string("öß")),
      ("substring('12345', -42, 1 div 0)", .string("12345")), ("round(-2.5)", .number(-2)),
      ("translate('--aaa--', 'abc-', 'ABC')", .string("AAA")), ("round(2.5)", .number(3)),
      ("string(1 div 0)", .string("Infinity")), ("string(100000000000)", .string("100000000000")),
      ("string(0.000001)", .string("0.000001")), ("string(-1.5)", .string("-1.5")),
      ("number(' 12.50 ')", .number(12.5)), ("number('1e3') = number('1e3')", .boolean(false)),
      ("substring-before('1999/04/01', '/')", .string("1999")), ("2 > 1 > 0", .boolean(true)),
      ("substring-after('1999/04/01', '/')", .string("04/01")), ("-7 mod 3", .number(-1)),
      ("5 < true()", .boolean(false)), ("//b = 'abc'", .boolean(false)),
      ("not(//b)", .boolean(true)),
      ("- - 2", .number(2)), ("'a' = 'a' = true()", .boolean(true)),
      ("1 = 1 != 2", .boolean(false)),
      ("normalize-space('  a \n b ')", .string("a b")), ("contains('abc', '')", .boolean(true)),
      ("string-length('größe')", .number(5)), ("concat(1, true(), 'x')", .string("1truex")),
    ] as [(String, XPathResult)]
  )
  func `functions and operators give what XPath 1.0 says`(text: String, value: XPathResult) throws {
    #expect(try document("<a/>").evaluate(XPath(parsing: text)) == value)
  }

  @Test func `the axis of namespaces is followed in small documents`() throws {
    let count = try document("<a xmlns:p='urn:p'/>").evaluate(
      XPath(parsing: "count(/a/namespace::*)")
    )
    #expect(count == .number(2))
    let large = try document("<a>\(String(repeating: "<b/>", count: 3000))</a>")
    let error = #expect(throws: XPathError.self) {
      try large.evaluate(XPath(parsing: "//namespace::*"))
    }
    #expect(error?.code == .limit)
  }

  @Test(arguments: [
    ("//_:note", #"<note>hi <b>there</b></note>"#), ("//@sku", #"sku="a""#),
    ("//comment()", "<!--c-->"),
    ("//processing-instruction()", "<?go now?>"), ("//_:b/text()", "there"),
  ])
  func `the markup of what a query finds can be shown`(path: String, markup: String) throws {
    #expect(try document().markup(of: XPath(parsing: path)).first == markup)
    #expect(try document().markup(of: XPath(parsing: path), limit: 0).isEmpty)
  }

  @Test
  func `many siblings have paths in linear time`() throws {
    let document = try document("<a>\(String(repeating: "<b/>", count: 50_000))</a>")
    guard case .nodes(let nodes) = try document.evaluate(XPath(parsing: "//b")) else { return }
    #expect(nodes.last?.path == "/a/b[50000]")
  }
}
