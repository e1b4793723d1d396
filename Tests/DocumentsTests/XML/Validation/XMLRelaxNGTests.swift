import Documents
import Testing

private func document(_ text: String) throws -> MarkupDocument {
  .xml(try XMLDocument(parsing: Array(text.utf8)))
}

@Suite(.timeLimit(.minutes(5))) struct XMLRelaxNGTests {
  static let order = """
    <element name="order" xmlns="http://relaxng.org/ns/structure/1.0"
        datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
      <attribute name="id"><data type="int"/></attribute>
      <oneOrMore><element name="line"><data type="positiveInteger"/></element></oneOrMore>
    </element>
    """

  @Test
  func `a valid document has no problems`() throws {
    let schema = try XMLSchema(Array(Self.order.utf8), isRelaxNG: true)
    #expect(try schema.validate(document("<order id='1'><line>2</line></order>")).isEmpty)
  }

  @Test(arguments: [
    "<order id='1'/>", "<order><line>1</line></order>", "<order id='1'>\n<line>0</line></order>",
    "<order id='1'>\n<line>1</line>\n<item/></order>", "<x/>",
  ])
  func `an invalid document has problems with lines`(text: String) throws {
    let problems = try XMLSchema(Array(Self.order.utf8), isRelaxNG: true).validate(document(text))
    #expect(problems.first.map { $0.line >= 1 } == true)
    #expect(problems.first?.message.isEmpty == false)
  }

  @Test(arguments: [
    "<order/>", "<element name='a' xmlns='http://relaxng.org/ns/structure/1.0'><nope/></element>",
    "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><start><ref name='x'/></start></grammar>",
  ])
  func `what is no schema is an error`(text: String) {
    let error = #expect(throws: XMLDocumentError.self) {
      try XMLSchema(Array(text.utf8), isRelaxNG: true)
    }
    #expect(error?.code == .invalidSchema)
  }

  @Test(arguments: ["http://127.0.0.1:1/a.rng", "a.rng", "/etc/passwd"])
  func `without a path a schema refers to nothing`(place: String) {
    let texts = [
      "<externalRef xmlns='http://relaxng.org/ns/structure/1.0' href='\(place)'/>",
      """
      <grammar xmlns='http://relaxng.org/ns/structure/1.0'><include href='\(place)'/><start>\
      <element name='a'><empty/></element></start></grammar>
      """,
    ]
    for text in texts {
      let error = #expect(throws: XMLDocumentError.self) {
        try XMLSchema(Array(text.utf8), isRelaxNG: true)
      }
      #expect(error?.problem.message.contains(place) == true)
    }
  }

  @Test
  func `a schema with a path includes the files beside it`() throws {
    let folder = try TemporaryFolder()
    let ns = "xmlns='http://relaxng.org/ns/structure/1.0'"
    try folder.write("<element name='b' \(ns)><text/></element>", to: "b.rng")
    let main = "<element name='a' \(ns)><externalRef href='b.rng'/></element>"
    let schema = try XMLSchema(Array(main.utf8), isRelaxNG: true, path: folder.path + "/a.rng")
    #expect(try schema.validate(document("<a><b>x</b></a>")).isEmpty)
    #expect(try !schema.validate(document("<a><c/></a>")).isEmpty)
  }

  @Test
  func `a schema that includes itself is an error`() throws {
    let folder = try TemporaryFolder()
    let text = """
      <grammar xmlns='http://relaxng.org/ns/structure/1.0'><include href='a.rng'/></grammar>
      """
    try folder.write(text, to: "a.rng")
    #expect(throws: XMLDocumentError.self) {
      try XMLSchema(Array(text.utf8), isRelaxNG: true, path: folder.path + "/a.rng")
    }
  }
}
