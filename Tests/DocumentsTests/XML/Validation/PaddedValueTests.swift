import Documents
import Testing

/// White space around values of types that collapse it is no mistake.
@Suite(.timeLimit(.minutes(5))) struct PaddedValueTests {
  private func problems(_ types: String, _ element: String, _ document: String) throws -> [String] {
    let schema = try XMLSchema(
      Array(
        """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">\(types)
        <xs:element name="a">\(element)</xs:element></xs:schema>
        """.utf8
      )
    )
    return try schema.validate(.xml(XMLDocument(parsing: Array(document.utf8)))).map(\.message)
  }

  private func simple(_ type: String) -> String {
    "<xs:complexType><xs:simpleContent><xs:extension base='\(type)'>"
      + "<xs:attribute name='n' type='\(type)'/></xs:extension></xs:simpleContent></xs:complexType>"
  }

  @Test(arguments: [
    ("xs:int", "5"), ("xs:integer", "-7"), ("xs:unsignedByte", "255"), ("xs:date", "2020-01-31"),
    ("xs:dateTime", "2020-01-31T00:00:00Z"), ("xs:time", "10:00:00"), ("xs:gYear", "2020"),
    ("xs:duration", "P1D"), ("xs:boolean", "true"), ("xs:decimal", "1.5"), ("xs:double", "1e5"),
    ("xs:anyURI", "http://a/"), ("xs:token", "a"), ("xs:hexBinary", "00FF"),
  ])
  func `values of built-in types may have white space around them`(
    type: String,
    value: String
  ) throws {
    let document = "<a n=' \(value)\t'>\n  \(value)<!-- c -->\n</a>"
    #expect(try problems("", simple(type), document) == [])
    #expect(
      try problems("", simple(type), "<a n=' \(value) x '> \(value) x </a>").isEmpty
        == ["xs:token", "xs:anyURI"].contains(type)
    )
  }

  @Test func `a type of one's own takes away white space as its base does`() throws {
    let small =
      "<xs:simpleType name='small'><xs:restriction base='xs:int'><xs:maxInclusive value='9'/>"
      + "</xs:restriction></xs:simpleType>"
    #expect(try problems(small, simple("small"), "<a n=' 7 '> 8 </a>") == [])
    let bad = try problems(small, simple("small"), "<a n=' 70 '> 8 </a>")
    #expect(bad.contains { $0.contains("'70'") || $0.contains("maxInclusive") }, "\(bad)")
    #expect(!bad.contains { $0.contains(" 8 ") })
  }

  @Test func `white space of texts stays`() throws {
    let letter =
      "<xs:simpleType name='letter'><xs:restriction base='xs:string'><xs:enumeration value='A'/>"
      + "</xs:restriction></xs:simpleType>"
    #expect(try problems(letter, simple("letter"), "<a n='A'>A</a>") == [])
    #expect(try !problems(letter, simple("letter"), "<a n='A'> A </a>").isEmpty)
    #expect(try !problems(letter, simple("letter"), "<a n=' A '>A</a>").isEmpty)
  }

  @Test func `the document is as before, however many values there are`() throws {
    let schema = try XMLSchema(
      Array(
        """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a">
        <xs:complexType><xs:sequence><xs:element name="b" type="xs:int" maxOccurs="unbounded"/>
        </xs:sequence></xs:complexType></xs:element></xs:schema>
        """.utf8
      )
    )
    let text = "<a>" + (0..<500).map { "<b> \($0) </b>" }.joined() + "</a>"
    let document = try XMLDocument(parsing: Array(text.utf8))
    #expect(schema.validate(.xml(document)).isEmpty)
    #expect(try document.evaluate(XPath(parsing: "string(/a/b[8])")) == .string(" 7 "))
    let bad = try XMLDocument(parsing: Array(text.replacing("<b> 8 ", with: "<b> x ").utf8))
    #expect(schema.validate(.xml(bad)).count == 1)
  }
}
