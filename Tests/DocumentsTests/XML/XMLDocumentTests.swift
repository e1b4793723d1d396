import Documents
import Testing

private func parse(_ text: String) throws(XMLDocumentError) -> XMLDocument {
  try XMLDocument(parsing: Array(text.utf8))
}

private func string(_ document: XMLDocument, _ path: String) throws -> String {
  guard case .string(let text) = try document.evaluate(XPath(parsing: "string(\(path))")) else {
    return "no string"
  }
  return text
}

@Suite(.timeLimit(.minutes(5))) struct XMLDocumentTests {
  @Test(arguments: [
    ("<foo", 1), ("<a><b></a>", 1), ("<a>\n<b>\n</a>", 3), ("text", 1), ("<a/><b/>", 1),
    ("<a>&nope;</a>", 1), ("<a b='1' b='2'/>", 1), ("\u{1}", 1), ("<p:a/>", 1), ("<a p:b=''/>", 1),
    ("<a>\u{1}</a>", 1), ("<?xml version='1.0' encoding='x-unknown'?><a/>", 1),
  ])
  func `what is not well-formed is an error with a line`(text: String, line: Int) {
    let error = #expect(throws: XMLDocumentError.self) { try parse(text) }
    #expect(error?.problem.line == line)
    #expect(error?.problem.message.isEmpty == false)
    #expect(error?.problem.message.contains("\n") == false)
    #expect(error?.code == .malformed)
  }

  @Test
  func `an empty body is an error of its own`() {
    let error = #expect(throws: XMLDocumentError.self) { try XMLDocument(parsing: []) }
    #expect(error?.code == .empty)
    #expect(error?.description == "line 1, column 1: the document is empty")
  }

  @Test
  func `all problems are told, the first one first`() throws {
    let error = #expect(throws: XMLDocumentError.self) { try parse("<a>\n<b c=1></b>\n</x>") }
    #expect(error?.problem.line == 2)
    #expect((error?.problems.count ?? 0) >= 2)
  }

  @Test
  func `an external entity is neither read nor looked for`() throws {
    let document = try parse(
      """
      <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "http://127.0.0.1:1/">
      <!ENTITY % p SYSTEM "http://127.0.0.1:1/p"> %p;]><a>[&x;&y;]</a>
      """
    )
    #expect(try string(document, "/a") == "[]")
  }

  @Test
  func `an external DTD is not read`() throws {
    let document = try parse(#"<!DOCTYPE a SYSTEM "file:///etc/hostname"><a>x</a>"#)
    #expect(try string(document, "/a") == "x")
  }

  @Test(arguments: [
    ("a &x; c", "a b c"), ("&x;", "b"), ("&x;&x;", "bb"), ("&y;", "b<e>1</e>b"), ("&empty;", ""),
    ("1&empty;2", "12"), ("<i>&x;</i>&y;<i/>", "<i>b</i>b<e>1</e>b<i/>"),
    ("&x; t &y; u &z;", "b t b<e>1</e>b u <q>b</q>"), ("&z;&empty;&z;", "<q>b</q><q>b</q>"),
  ])
  func `internal entities are put in`(content: String, expected: String) throws {
    let document = try parse(
      """
      <!DOCTYPE a [<!ENTITY x "b"><!ENTITY y "&x;<e>1</e>&x;"><!ENTITY z "<q>&x;</q>">
      <!ENTITY empty "">]><a k="-&x;&empty;-">\(content)</a>
      """
    )
    let plain = try parse("<a k=\"-b-\">\(expected)</a>")
    #expect(document.markup() == plain.markup())
    let texts = try XPath(parsing: "count(//text())")
    #expect(try document.evaluate(texts) == plain.evaluate(texts))
    #expect(try string(document, "/a/@k") == "-b-")
  }

  @Test(arguments: [1, 2, 3])
  func `entities that would grow without bound are refused`(kind: Int) {
    var text = "<!DOCTYPE a [<!ENTITY l0 \"lollollollol\">"
    switch kind {
    case 1:
      for level in 1...12 {
        let reference = String(repeating: "&l\(level - 1);", count: 10)
        text += "<!ENTITY l\(level) \"\(reference)\">"
      }
      text += "]><a>&l12;</a>"
    case 2:
      text += "<!ENTITY b \"\(String(repeating: "x", count: 10_000))\">]><a>"
      text += String(repeating: "&b;", count: 2000) + "</a>"
    default:
      text += "<!ENTITY b \"\(String(repeating: "<x/>", count: 1000))\">]><a>"
      text += String(repeating: "&b;", count: 1000) + "</a>"
    }
    let error = #expect(throws: XMLDocumentError.self) { try parse(text) }
    #expect(error?.code == .limit)
  }

  @Test
  func `entities in an attribute are bounded too`() {
    var text = "<!DOCTYPE a [<!ENTITY l0 \"lollollollol\">"
    for level in 1...9 {
      text += "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
    }
    let error = #expect(throws: XMLDocumentError.self) { try parse(text + "]><a b='&l9;'/>") }
    #expect(error?.code == .limit)
  }

  @Test
  func `an entity that holds itself is refused`() {
    #expect(throws: XMLDocumentError.self) {
      try parse(#"<!DOCTYPE a [<!ENTITY x "&y;"><!ENTITY y "&x;">]><a>&x;</a>"#)
    }
  }

  @Test(arguments: [(250, true), (300, false), (100_000, false)])
  func `nesting is bounded`(depth: Int, isAllowed: Bool) {
    let text =
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    if isAllowed {
      #expect(throws: Never.self) { try parse(text) }
    } else {
      let error = #expect(throws: XMLDocumentError.self) { try parse(text) }
      #expect(error?.code == .limit)
    }
  }

  @Test
  func `entities cannot nest deeper than elements may`() {
    var text = "<!DOCTYPE a [<!ENTITY l0 \"x\">"
    let open = String(repeating: "<a>", count: 100)
    let close = String(repeating: "</a>", count: 100)
    for level in 1...8 { text += "<!ENTITY l\(level) \"\(open)&l\(level - 1);\(close)\">" }
    let error = #expect(throws: XMLDocumentError.self) { try parse(text + "]><a>&l8;</a>") }
    #expect(error?.code == .limit)
  }

  @Test(arguments: [
    ([0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], "iso-8859-1"),
    ([0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], "windows-1252"),
    ([0xEF, 0xBB, 0xBF, 0x3C, 0x61, 0x3E, 0xC3, 0xA9, 0x3C, 0x2F, 0x61, 0x3E], "iso-8859-1"),
    ([0x3C, 0x61, 0x3E, 0xC3, 0xA9, 0x3C, 0x2F, 0x61, 0x3E], nil),
    ([0x3C, 0x61, 0x3E, 0xC3, 0xA9, 0x3C, 0x2F, 0x61, 0x3E], "no-such"),
    ([0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], " x-cp1252 "),
    ([0xFF, 0xFE, 0x3C, 0, 0x61, 0, 0x3E, 0, 0xE9, 0, 0x3C, 0, 0x2F, 0, 0x61, 0, 0x3E, 0], nil),
  ])
  func `the charset is that of the mark, the header or the text`(
    bytes: [UInt8],
    charset: String?
  ) throws {
    let document = try XMLDocument(parsing: bytes, charset: charset)
    #expect(try string(document, "/a") == "é")
  }

  @Test
  func `a declaration's encoding counts when the header names none`() throws {
    let head = Array("<?xml version='1.0' encoding='koi8-r'?><a>".utf8)
    let document = try XMLDocument(parsing: head + [0xC1] + Array("</a>".utf8))
    #expect(try string(document, "/a") == "а")
  }

  @Test
  func `bytes that are not of the encoding are an error`() {
    #expect(throws: XMLDocumentError.self) {
      try XMLDocument(parsing: Array("<a>".utf8) + [0xE9] + Array("</a>".utf8))
    }
  }

  @Test
  func `every beginning of a document fails without a crash`() {
    let bytes = Array(
      """
      <?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "y"><!ELEMENT a ANY>]><a xmlns:p="u" p:q="&x;">
      <![CDATA[z]]><!-- c --><?i d?>&#65;&x;</a>
      """.utf8
    )
    for length in 0..<bytes.count {
      #expect(throws: XMLDocumentError.self) { try XMLDocument(parsing: Array(bytes[..<length])) }
    }
    #expect(throws: Never.self) { try XMLDocument(parsing: bytes) }
  }

  @Test
  func `many tasks may ask one document`() async throws {
    let document = try parse("<a>\((0..<200).map { "<b>\($0)</b>" }.joined())</a>")
    let path = try XPath(parsing: "sum(//b)")
    let sums = try await withThrowingTaskGroup(of: XPathResult.self) { group in
      for _ in 0..<16 { group.addTask { try document.evaluate(path) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums == Array(repeating: .number(19_900), count: 16))
  }
}
