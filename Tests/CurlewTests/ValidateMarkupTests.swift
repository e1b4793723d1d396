import TestSupport
import Testing

/// `curlew validate` with an XML Schema and a RELAX NG grammar.
@Suite(.timeLimit(.minutes(5))) struct ValidateMarkupTests {
  private static let files = [
    "order.xsd": """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="order" type="xs:int"/>
    </xs:schema>
    """,
    "order.rng": """
    <element name="order" xmlns="http://relaxng.org/ns/structure/1.0"
      datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"><data type="int"/></element>
    """,
    "broken.xsd": "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:elem/></xs:schema>",
    "broken.rng": "<element xmlns=\"http://relaxng.org/ns/structure/1.0\"/>",
    "good.xml": "<order>7</order>", "bad.xml": "<order>\n  seven\n</order>", "none.xml": "<order>",
  ]

  @Test(arguments: ["order.xsd", "order.rng"])
  func `a document of XML is valid, is not, or is none`(schema: String) async throws {
    let project = try CommandProject(Self.files)
    let good = try await project.run("validate", schema, "good.xml")
    #expect(good.status == 0 && good.all.isEmpty, "\(good.all)")
    let bad = try await project.run("validate", schema, "good.xml", "bad.xml")
    #expect(bad.status == 1 && bad.errors.isEmpty, "\(bad.all)")
    #expect(bad.output.hasPrefix("bad.xml: ") && bad.output.contains("line 1"), "\(bad.all)")
    let none = try await project.run("validate", schema, "none.xml", "bad.xml")
    #expect(none.status == 2, "\(none.all)")
    #expect(none.errors.hasPrefix("error: none.xml: "), "\(none.all)")
    #expect(none.output.hasPrefix("bad.xml: "), "\(none.all)")
  }

  @Test(arguments: ["broken.xsd", "broken.rng", "absent.xsd", "good.xml.rng"])
  func `a schema that is none is reported`(schema: String) async throws {
    let project = try CommandProject(Self.files)
    let ending = try await project.run("validate", schema, "good.xml")
    #expect(ending.status == 2 && ending.output.isEmpty, "\(ending.all)")
    #expect(ending.errors.hasPrefix("error: ") && ending.errors.contains(schema), "\(ending.all)")
  }
}
