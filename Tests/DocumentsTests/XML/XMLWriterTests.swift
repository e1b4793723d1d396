import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct XMLWriterTests {
  @Test
  func `elements are laid out and texts are not touched`() {
    var writer = XMLWriter()
    writer.declaration()
    writer.element("suite", attributes: [("name", "a < b & \"c\""), ("skipped", nil)]) { writer in
      writer.element("case")
      writer.element("case", text: "x > y & z")
      writer.element("case") { writer in
        writer.text("mixed ")
        writer.element("b", text: "bold")
      }
      writer.comment("a--b-")
    }
    #expect(
      String(decoding: writer.finish(), as: UTF8.self) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <suite name="a &lt; b &amp; &quot;c&quot;">
          <case/>
          <case>x &gt; y &amp; z</case>
          <case>mixed <b>bold</b></case>
          <!--a- -b- -->
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
    var writer = XMLWriter(indentation: nil)
    writer.element("r", attributes: [("a", text)]) { writer in
      writer.element("t", text: text)
      writer.element("c") { $0.cdata(text) }
      writer.comment(text)
    }
    let document = try XMLDocument(parsing: writer.finish())
    #expect(try document.evaluate(XPath(parsing: "string(/r/@a)")) == .string(expected))
    #expect(try document.evaluate(XPath(parsing: "string(/r/t)")) == .string(expected))
    let unified = expected.replacing("\r\n", with: "\n")
    #expect(try document.evaluate(XPath(parsing: "string(/r/c)")) == .string(unified))
  }

  @Test(arguments: [("a b", "a_b"), ("1a", "_1a"), ("", "_"), ("é:x-1", "é:x-1"), ("<", "_")])
  func `names that cannot be are made so`(name: String, written: String) {
    var writer = XMLWriter(indentation: nil)
    writer.element(name)
    #expect(String(decoding: writer.finish(), as: UTF8.self) == "<\(written)/>")
  }

  @Test
  func `pieces go to the sink as they grow`() async {
    let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    var writer = XMLWriter { continuation.yield($0) }
    writer.start("r")
    for _ in 0..<5000 { writer.element("line", text: "some text of a line") }
    #expect(writer.finish().isEmpty)
    continuation.finish()
    var sizes: [Int] = []
    var whole: [UInt8] = []
    for await piece in pieces {
      sizes.append(piece.count)
      whole += piece
    }
    #expect(sizes.count >= 2)
    #expect(sizes.allSatisfy { $0 < 1 << 17 })
    #expect(String(decoding: whole, as: UTF8.self).hasSuffix("</line>\n</r>\n"))
  }
}
