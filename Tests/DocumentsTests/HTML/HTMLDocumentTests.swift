import Documents
import Testing

private func string(_ document: HTMLDocument, _ path: String) throws -> String {
  guard case .string(let text) = try document.evaluate(XPath(parsing: "string(\(path))")) else {
    return "no string"
  }
  return text
}

@Suite(.timeLimit(.minutes(5))) struct HTMLDocumentTests {
  @Test(arguments: [
    ("<p>one<p>two", "count(//p)", XPathResult.number(2)),
    ("<TITLE>a</title><b><i>x</b>y", "string(//title)", .string("a")),
    ("<ul><li>1<li>2</ul>", "string(//li[2])", .string("2")),
    ("<a href=x?a=1&b=2>l</a>", "string(//a/@href)", .string("x?a=1&b=2")),
    ("<input disabled>", "count(//input[@disabled])", .number(1)),
    ("plain text", "string(//body)", .string("plain text")),
    ("<p>a&nbsp;b&eacute;&bogus;", "string(//p)", .string("a\u{A0}bé&bogus;")),
    ("<script>if (a < b) {}</script>", "string(//script)", .string("if (a < b) {}")),
    ("</p></div>", "count(//p)", .number(0)),
    ("a\u{0}b", "string(//body)", .string("a\u{FFFD}b")),
    ("<svg:x>1</svg:x>", "count(//*[name()='svg:x' or name()='x'])", .number(1)),
  ])
  func `careless markup is understood`(html: String, path: String, expected: XPathResult) throws {
    let page = try HTMLDocument(parsing: Array(html.utf8))
    #expect(try page.evaluate(XPath(parsing: path)) == expected)
  }

  @Test
  func `a charset is that of the header, then of meta, then a guess`() throws {
    let latin: [UInt8] = Array("<meta charset=latin1><p>".utf8) + [0xE9, 0x80]
    let page = try HTMLDocument(parsing: latin)
    #expect(page.charset == "windows-1252")
    #expect(try string(page, "//p") == "é€")
    let cyrillic = try HTMLDocument(parsing: latin, charset: "koi8-r")
    #expect(cyrillic.charset == "koi8-r")
    #expect(try string(cyrillic, "//p") == "И─")
    let unknown = try HTMLDocument(parsing: Array("<p>é".utf8), charset: "no-such")
    #expect(unknown.charset == "utf-8")
    #expect(try string(unknown, "//p") == "é")
  }

  @Test
  func `nothing at all is an error`() {
    let error = #expect(throws: XMLDocumentError.self) { try HTMLDocument(parsing: []) }
    #expect(error?.code == .empty)
  }

  @Test
  func `bottomless nesting is an error and no crash`() {
    let html = Array(String(repeating: "<div>", count: 50_000).utf8)
    let error = #expect(throws: XMLDocumentError.self) { try HTMLDocument(parsing: html) }
    #expect(error?.code == .limit)
  }

  @Test
  func `every beginning of a page can be read`() throws {
    let bytes = Array(
      "<!DOCTYPE html><html lang=en><head><meta charset='utf-8'><!-- c --><title>é</title><body a='b\"c'>&amp;&#x41;<![CDATA[x]]><?php ?></body>"
        .utf8
    )
    for length in 1...bytes.count {
      #expect(throws: Never.self) { try HTMLDocument(parsing: Array(bytes[..<length])) }
    }
  }

  @Test
  func `markup is written the HTML way`() throws {
    let page = try HTMLDocument(parsing: Array("<p id=x>a<br>b".utf8))
    #expect(
      try page.markup(of: XPath(parsing: "//p | //@id")) == ["<p id=\"x\">a<br>b</p>", "id=\"x\""]
    )
  }

  @Test
  func `paths have positions`() throws {
    let page = try HTMLDocument(parsing: Array("<p>1<p id=x>2".utf8))
    guard case .nodes(let nodes) = try page.evaluate(XPath(parsing: "//@id")) else { return }
    #expect(nodes.map(\.path) == ["/html/body/p[2]/@id"])
  }
}
