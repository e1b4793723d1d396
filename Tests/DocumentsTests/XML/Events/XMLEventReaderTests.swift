import Documents
import Testing

private func events(_ text: String, charset: String? = nil) throws -> [XMLEvent] {
  let reader = XMLEventReader(Array(text.utf8), charset: charset)
  var events: [XMLEvent] = []
  while let event = try reader.next() { events.append(event) }
  return events
}

@Suite(.timeLimit(.minutes(5))) struct XMLEventReaderTests {
  @Test
  func `an empty document is an error of its own`() {
    let error = #expect(throws: XMLDocumentError.self) { try events("") }
    #expect(error?.code == .empty)
    #expect(error?.problem.message == "the document is empty")
  }

  @Test
  func `pieces come in order`() throws {
    let text = """
      <!DOCTYPE a [<!ENTITY e "E">]><a xmlns="urn:d" xmlns:p="urn:p" x="1" p:y="&e;">t<p:b/><!--c-->\
      <?go now?><![CDATA[<]]>&e;&lt;</a>
      """
    let all = try events(text)
    #expect(
      all.prefix(9) == [
        .documentType(name: "a"),
        .startElement(
          name: "a",
          namespace: "urn:d",
          attributes: [
            .init(name: "x", value: "1"), .init(name: "p:y", namespace: "urn:p", value: "E"),
          ]
        ),
        .text("t"), .startElement(name: "p:b", namespace: "urn:p", attributes: []),
        .endElement(name: "p:b", namespace: "urn:p"), .comment("c"),
        .processingInstruction(target: "go", data: "now"), .cdata("<"), .text("E<"),
      ]
    )
    #expect(all.last == .endElement(name: "a", namespace: "urn:d"))
  }

  @Test
  func `nothing is parsed before the first piece is asked for`() throws {
    let reader = XMLEventReader(Array("<foo".utf8))
    #expect(reader.line == 0)
    let error = #expect(throws: XMLDocumentError.self) { try reader.next() }
    #expect(error?.problem.line == 1)
    let again = #expect(throws: XMLDocumentError.self) { try reader.next() }
    #expect(again == error)
  }

  @Test
  func `pieces before a mistake are given`() throws {
    // The parser looks ahead some hundred bytes.
    let filling = String(repeating: "<x/>", count: 1000)
    let reader = XMLEventReader(Array("<a>\(filling)\n<b></a>".utf8))
    #expect(try reader.next() == .startElement(name: "a", namespace: nil, attributes: []))
    let error = #expect(throws: XMLDocumentError.self) {
      while try reader.next() != nil {}
    }
    #expect(error?.problem.line == 2)
  }

  @Test
  func `the end stays the end`() throws {
    let reader = XMLEventReader(Array("<a/>".utf8))
    while try reader.next() != nil {}
    #expect(try reader.next() == nil)
  }

  @Test(arguments: ["", "<foo", "<p:a/>", "<a>&nope;</a>", "<a/><b/>"])
  func `what is not well-formed is an error`(text: String) {
    #expect(throws: XMLDocumentError.self) { try events(text) }
  }

  @Test
  func `an external entity is neither read nor looked for`() throws {
    let text = """
      <!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY y SYSTEM "http://127.0.0.1:1/">]>\
      <a>[&x;&y;]</a>
      """
    let text2 = try events(text).compactMap { event -> String? in
      if case .text(let text) = event { text } else { nil }
    }
    #expect(text2.joined() == "[]")
  }

  @Test
  func `entities that would grow without bound are refused`() {
    var text = "<!DOCTYPE a [<!ENTITY l0 \"lollollollol\">"
    for level in 1...12 {
      text += "<!ENTITY l\(level) \"\(String(repeating: "&l\(level - 1);", count: 10))\">"
    }
    let error = #expect(throws: XMLDocumentError.self) { try events(text + "]><a>&l12;</a>") }
    #expect(error?.code == .limit)
  }

  @Test
  func `nesting is bounded`() {
    let error = #expect(throws: XMLDocumentError.self) {
      try events(String(repeating: "<a>", count: 100_000))
    }
    #expect(error?.code == .limit)
  }

  @Test
  func `the charset of the header counts`() throws {
    let reader = XMLEventReader(
      [0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E],
      charset: "latin1"
    )
    _ = try reader.next()
    #expect(try reader.next() == .text("é"))
  }

  @Test
  func `a reader may be left half-way`() throws {
    let reader = XMLEventReader(Array("<a><b>x</b></a>".utf8))
    #expect(try reader.next() != nil)
  }
}
