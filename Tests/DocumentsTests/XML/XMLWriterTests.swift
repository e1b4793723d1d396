import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct XMLWriterTests {
  @Test
  func `elements are laid out and texts are not touched`() {
    var writer = XMLWriter()
    writer.element("suite", attributes: [("name", "a < b & \"c\""), ("skipped", nil)]) { writer in
      writer.element("case")
      writer.element("case", text: "x > y & \"z\"")
    }
    #expect(
      String(decoding: writer.finish(), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <suite name="a &lt; b &amp; &quot;c&quot;">
          <case/>
          <case>x &gt; y &amp; "z"</case>
        </suite>

        """
    )
  }

  @Test(arguments: [
    ("\u{0}\u{1B}[31m", "\u{FFFD}\u{FFFD}[31m"), ("\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}"),
    ("a\r\nb\tc", "a\r\nb\tc"), ("]]>", "]]>"), ("<![CDATA[", "<![CDATA["),
    ("\u{1F600}", "\u{1F600}"),
    ("]]]]>>", "]]]]>>"), ("&amp;", "&amp;"), ("'\"", "'\""),
  ])
  func `any text comes back from a parser`(text: String, expected: String) throws {
    var writer = XMLWriter()
    writer.element("r", attributes: [("a", text)]) { writer in
      writer.element("t", text: text)
    }
    let document = try XMLDocument(parsing: writer.finish())
    #expect(try document.evaluate(XPath(parsing: "string(/r/@a)")) == .string(expected))
    #expect(try document.evaluate(XPath(parsing: "string(/r/t)")) == .string(expected))
  }

  @Test
  func `what has been written can be taken piece by piece`() {
    var writer = XMLWriter()
    writer.start("r")
    var pieces: [[UInt8]] = []
    for _ in 0..<5000 {
      writer.element("line", text: "some text of a line")
      if writer.isLarge { pieces.append(writer.take()) }
    }
    pieces.append(writer.finish())
    #expect(pieces.count >= 2)
    #expect(pieces.allSatisfy { $0.count < 1 << 17 })
    let whole = String(decoding: pieces.joined(), as: UTF8.self)
    #expect(whole.hasSuffix("</line>\n</r>\n"))
    #expect(whole.split(separator: "\n").count == 5003)
  }
}
