import Documents
import TestSupport
import Testing

/// Documents whose reading would take time that grows with the square of their size.
@Suite(.timeLimit(.minutes(5))) struct MarkupBoundsTests {
  private static func attributes(_ count: Int) -> String {
    (0..<count).map { " a\($0)=\"1\"" }.joined()
  }

  /// Declared attributes, which take libxml2 most of a minute.
  private static let slow: [UInt8] = {
    let list = (0..<200_000).map { "<!ATTLIST a b\($0) CDATA \"x\">" }.joined()
    return Array("<!DOCTYPE a [\(list)]><a/>".utf8)
  }()

  @Test func `an element with too many attributes is refused at once`() throws {
    let text = "<r>\n<a\(Self.attributes(60_000))/></r>"
    var (xml, html): (XMLDocumentError?, XMLDocumentError?)
    let time = ProcessorTime.measure {
      xml = #expect(throws: XMLDocumentError.self) { try XMLDocument(parsing: Array(text.utf8)) }
      html = #expect(throws: XMLDocumentError.self) {
        try HTMLDocument(parsing: Array("<p\n\(Self.attributes(60_000))>".utf8))
      }
    }
    #expect(time < .seconds(5))
    #expect(xml?.code == .limit && html?.code == .limit)
    #expect(xml?.problem.message == "an element has more than 10000 attributes")
    #expect(xml?.problem.line == 2 && html?.problem.line == 1)
  }

  @Test func `attributes are counted in UTF-16, without values and with quotes in values`() {
    let wide = Array("<a\(Self.attributes(20_000))/>".utf16).flatMap { [UInt8($0 & 255), 0] }
    let bare = (0..<30_000).map { " a\($0)" }.joined()
    let quoted = (0..<30_000).map { " a\($0) = '> \"'" }.joined()
    #expect(throws: XMLDocumentError.self) { try XMLDocument(parsing: [0xFF, 0xFE] + wide) }
    #expect(throws: XMLDocumentError.self) { try HTMLDocument(parsing: Array("<a\(bare)>".utf8)) }
    #expect(throws: XMLDocumentError.self) { try HTMLDocument(parsing: Array("<a\(quoted)>".utf8)) }
  }

  @Test func `what only looks like attributes is none`() throws {
    let words = String(repeating: "a=1 b ", count: 20_000)
    let xml = "<r><!-- <a \(words) --><![CDATA[<a \(words)]]><b c=\"\(words)\"/>&lt;a \(words)</r>"
    #expect(try XMLDocument(parsing: Array(xml.utf8)).rootName == "r")
    let html = "<script>if (i<n) {\(words)}</script><!-- <a \(words) --><p title='\(words)'>x</p>"
    let page = try HTMLDocument(parsing: Array(html.utf8))
    #expect(try page.evaluate(XPath(parsing: "string(//p)")) == .string("x"))
    let many = String(repeating: "<a\(Self.attributes(20))/>", count: 2_000)
    #expect(try XMLDocument(parsing: Array("<r>\(many)</r>".utf8)).rootName == "r")
  }

  @Test func `a document is given up when its limit is over`() {
    let clock = ContinuousClock.now
    let limit = WorkLimit { ContinuousClock.now - clock > .milliseconds(200) }
    var error: XMLDocumentError?
    let time = ProcessorTime.measure {
      error = WorkLimit.$current.withValue(limit) {
        #expect(throws: XMLDocumentError.self) { try XMLDocument(parsing: Self.slow) }
      }
    }
    #expect(time < .seconds(20))
    #expect(limit.hasCut)
    #expect(error?.code == .limit)
    #expect(error?.problem.message == "the document was not read: it was given up before its end")
  }

  @Test func `a limit that is not over changes nothing`() throws {
    let limit = WorkLimit { false }
    let text = "<a b='1'>" + String(repeating: "<c>x</c>", count: 20_000) + "</a>"
    let document = try WorkLimit.$current.withValue(limit) {
      try XMLDocument(parsing: Array(text.utf8))
    }
    #expect(try document.evaluate(XPath(parsing: "count(//c)")) == .number(20_000))
    #expect(!limit.hasCut)
  }

  @Test func `references in a long text do not cost its length each`() throws {
    let long = String(repeating: "long text ", count: 400_000)
    let references = String(repeating: "&e;", count: 10_000)
    let text =
      "<!DOCTYPE a [<!ENTITY e \"x\"><!ENTITY n \"\">]><a>\(long)\(references)&n;end<b/>&e;&e;</a>"
    var parsed: XMLDocument?
    let time = try ProcessorTime.measure { parsed = try XMLDocument(parsing: Array(text.utf8)) }
    #expect(time < .seconds(10))
    let document = try #require(parsed)
    let length = try document.evaluate(XPath(parsing: "string-length(/a)"))
    #expect(length == .number(Double(4_000_000 + 10_000 + 3 + 2)))
    #expect(try document.evaluate(XPath(parsing: "count(/a/text())")) == .number(2))
  }

  @Test func `a script ends at its own end tag, in letters of either case`() throws {
    let script = "<script></ABCDEF><a\(Self.attributes(20_000))></script><p>x</p>"
    let page = try HTMLDocument(parsing: Array(script.utf8))
    #expect(try page.evaluate(XPath(parsing: "string(//p)")) == .string("x"))
    let ended = "<script></SCRIPT><a\(Self.attributes(20_000))></a>"
    #expect(throws: XMLDocumentError.self) { try HTMLDocument(parsing: Array(ended.utf8)) }
  }
}
