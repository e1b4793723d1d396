import Documents
import Testing

@Suite(.timeLimit(.minutes(5))) struct XMLValidationBoundsTests {
  private let known = "the document cannot be checked within 5 s and 512 MiB"

  private func document(_ text: String) throws -> MarkupDocument {
    .xml(try XMLDocument(parsing: Array(text.utf8)))
  }

  @Test
  func `a pattern that takes too long for a value is a problem, not a hang`() throws {
    let schema = try XMLSchema(
      Array(
        """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a">
        <xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a|aa)+b"/>
        </xs:restriction></xs:simpleType></xs:element></xs:schema>
        """.utf8
      )
    )
    #expect(try schema.validate(document("<a>aaab</a>")).isEmpty)
    #expect(try schema.validate(document("<a>aaa</a>")).first?.line == 1)
    let long = try document("<a>\(String(repeating: "a", count: 100_000))</a>")
    let problems = schema.validate(long)
    #expect(problems.count == 1)
    #expect(problems.first?.message.hasPrefix(known) == true)
  }

  @Test
  func `a pattern of a schema in UTF-16 is bounded too`() throws {
    let text = """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a">
      <xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="(a|aa)+b"/>
      </xs:restriction></xs:simpleType></xs:element></xs:schema>
      """
    let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let schema = try XMLSchema([0xFF, 0xFE] + utf16)
    let long = try document("<a>\(String(repeating: "a", count: 100_000))</a>")
    #expect(schema.validate(long).first?.message.hasPrefix(known) == true)
  }

  @Test
  func `a schema that takes too long to compile is refused, not a crash`() throws {
    func nested(_ count: Int) -> [UInt8] {
      let open = String(repeating: "<oneOrMore>", count: count)
      let close = String(repeating: "</oneOrMore>", count: count)
      let inner = "<element name=\"b\"><empty/></element>"
      return Array(
        """
        <element name="a" xmlns="http://relaxng.org/ns/structure/1.0">\(open)\(inner)\(close)</element>
        """.utf8
      )
    }
    #expect(try XMLSchema(nested(6), isRelaxNG: true).validate(document("<a><b/></a>")).isEmpty)
    let refusal = #expect(throws: XMLDocumentError.self) {
      try XMLSchema(nested(30), isRelaxNG: true)
    }
    #expect(refusal?.code == .limit)
    #expect(refusal?.problem.message.hasPrefix("the schema cannot be compiled within 5 s") == true)
  }

  @Test
  func `a document that can be read in too many ways is a problem, not a crash`() throws {
    let schema = try XMLSchema(
      Array(
        """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0"><start><ref name="a"/></start>
        <define name="a"><element name="a"><choice><attribute name="x"/><ref name="a"/>
        <group><ref name="a"/><empty/></group></choice></element></define></grammar>
        """.utf8
      ),
      isRelaxNG: true
    )
    #expect(try schema.validate(document("<a><a x='1'/></a>")).isEmpty)
    let open = String(repeating: "<a>", count: 40)
    let problems = try schema.validate(document(open + String(repeating: "</a>", count: 40)))
    #expect(problems.count == 1)
    #expect(problems.first?.message.hasPrefix(known) == true)
  }
}
