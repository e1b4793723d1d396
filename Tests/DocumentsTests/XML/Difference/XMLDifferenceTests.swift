import Documents
import Testing

private func differences(
  _ expected: String,
  _ actual: String,
  ignoring: [String] = []
) throws -> [String] {
  try XMLDifference.between(
    expected: .xml(XMLDocument(parsing: Array(expected.utf8))),
    actual: .xml(XMLDocument(parsing: Array(actual.utf8))),
    ignoring: ignoring.map { try XPath(parsing: $0) }
  ).map(\.description)
}

@Suite(.timeLimit(.minutes(5))) struct XMLDifferenceTests {
  @Test(arguments: [
    ("<a x='1' y='2'/>", "<a y='2' x='1'></a>"), ("<p:a xmlns:p='u'/>", "<a xmlns='u'/>"),
    ("<a><b/><c/></a>", "<a>\n  <b/>\n  <c/>\n</a>"), ("<a>\n x\n</a>", "<a>\n x\n</a>"),
    ("<a>x&lt;</a>", "<a><![CDATA[x<]]></a>"), ("<a>xy</a>", "<a>x<!-- c -->y</a>"),
    ("<a/>", "<?go now?><a></a><!-- c -->"), ("<a><b/></a>", "<a> <!-- c --> <b/></a>"),
    ("<a p:x='1' xmlns:p='u'/>", "<a q:x='1' xmlns:q='u'/>"),
    ("<a>x <b>y</b> <c/> z</a>", "<a>x <b>y</b> <c/> z</a>"),
    ("<a><b/></a>", "<a><![CDATA[ ]]><b/></a>"),
  ])
  func `what means the same has no differences`(expected: String, actual: String) throws {
    #expect(try differences(expected, actual).isEmpty)
  }

  @Test(arguments: [
    ("<a x='1'/>", "<a x='2'/>", [#"/a/@x: expected "1", found "2""#]),
    ("<a x='1'/>", "<a/>", [#"/a/@x: missing "1""#]),
    ("<a/>", "<a x='1'/>", [#"/a/@x: unexpected "1""#]),
    ("<a/>", "<b/>", ["/b: expected <a>, found <b>"]),
    ("<a xmlns='u'/>", "<a/>", ["/a: expected <a> in namespace u, found <a> in no namespace"]),
    ("<a>1</a>", "<a>2</a>", [#"/a: expected "1", found "2""#]),
    ("<a><b/><c/></a>", "<a><c/></a>", ["/a/b: missing <b>"]),
    ("<a><c/></a>", "<a><b/><c/></a>", ["/a/b: unexpected <b>"]),
    ("<a><b/></a>", "<a><b/><b/></a>", ["/a/b[2]: unexpected <b>"]),
    (
      "<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b></a>",
      [#"/a/b[1]: expected "1", found "2""#, #"/a/b[2]: expected "2", found "1""#]
    ),
    ("<a>x</a>", "<a><b/></a>", [#"/a/b: expected "x", found <b>"#]),
    ("<a>x</a>", "<a> x</a>", [#"/a: expected "x", found " x""#]),
    ("<a/>", "<a> </a>", [#"/a: unexpected " ""#]),
    (
      "<a>x <b>y</b> z</a>", "<a>x<b>y</b>z</a>",
      [#"/a: expected "x ", found "x""#, #"/a: expected " z", found "z""#]
    ),
    ("<a>x<b/> <c/></a>", "<a>x<b/><c/></a>", [#"/a: missing " ""#]),
    ("<a>x y</a>", "<a>x  y</a>", [#"/a: expected "x y", found "x  y""#]),
    ("<a xml:space='preserve'> </a>", "<a xml:space='preserve'/>", [#"/a: missing " ""#]),
  ])
  func `a difference has a place and both sides`(
    expected: String,
    actual: String,
    messages: [String]
  ) throws {
    #expect(try differences(expected, actual) == messages)
  }

  @Test(arguments: [
    ("<a id='1'><b id='2'/></a>", "<a id='3'><b/></a>", ["//@id"]),
    ("<a><t>1</t><b/></a>", "<a><b/><t>2</t></a>", ["//t"]),
    ("<a>1</a>", "<a>2</a>", ["/a/text()"]), ("<a/>", "<b/>", ["/*"]),
    ("<n:a xmlns:n='u'><n:t>1</n:t></n:a>", "<a xmlns='u'><t>2</t></a>", ["//n:t", "//_:t"]),
    ("<n:a xmlns:n='u'><n:t>1</n:t></n:a>", "<a xmlns='u'><t>2</t></a>", ["//n:t"]),
    ("<n:a xmlns:n='u'><n:t>1</n:t></n:a>", "<a xmlns='u'><t>2</t></a>", ["//_:t"]),
    ("<n:a xmlns:n='v'><n:t>1</n:t></n:a>", "<m:a xmlns:m='v' xmlns:n='u'><m:t/></m:a>", ["//m:t"]),
  ])
  func `what is ignored makes no difference`(
    expected: String,
    actual: String,
    ignored: [String]
  ) throws {
    #expect(try differences(expected, actual, ignoring: ignored).isEmpty)
  }

  @Test
  func `a prefix that neither document declares is an error`() throws {
    #expect(throws: XPathError.self) {
      try differences("<a/>", "<a xmlns:n='u'/>", ignoring: ["//m:t"])
    }
  }

  @Test
  func `as many differences come as are asked for`() throws {
    let expected = "<a>\((0..<500).map { "<b>\($0)</b>" }.joined())</a>"
    let actual = expected.replacing("</b>", with: "x</b>")
    #expect(try differences(expected, actual).count == 100)
  }
}
