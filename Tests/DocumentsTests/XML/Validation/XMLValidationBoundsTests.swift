import Documents
import Testing

struct XMLValidationBoundsTests {
  private let known = "the document cannot be checked within 5 s and 512 MiB"

  private func document(_ text: String) throws -> XMLDocument {
    try XMLDocument(parsing: Array(text.utf8))
  }

  @Test
  func `a pattern that takes too long for a value is a problem, not a hang`() throws {
    let schema = try XMLSchema(
      xsd: Array(
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
}
