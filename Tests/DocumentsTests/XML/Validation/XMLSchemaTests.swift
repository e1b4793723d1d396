import Documents
import Glibc
import Testing

private func document(_ text: String) throws -> MarkupDocument {
  .xml(try XMLDocument(parsing: Array(text.utf8)))
}

@Suite(.timeLimit(.minutes(5))) struct XMLSchemaTests {
  static let order = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="order">
        <xs:complexType>
          <xs:sequence>
            <xs:element name="line" maxOccurs="unbounded" type="xs:positiveInteger"/>
          </xs:sequence>
          <xs:attribute name="id" type="xs:int" use="required"/>
        </xs:complexType>
      </xs:element>
    </xs:schema>
    """

  @Test
  func `a valid document has no problems`() throws {
    let schema = try XMLSchema(Array(Self.order.utf8))
    #expect(try schema.validate(document("<order id='1'><line>2</line></order>")).isEmpty)
  }

  @Test(arguments: [
    ("<order id='1'/>", 1, "/order"), ("<order><line>1</line></order>", 1, "/order"),
    ("<order id='1'>\n<line>0</line></order>", 2, "/order/line"),
    ("<order id='1'>\n<line>1</line>\n<item/></order>", 3, "/order/item"), ("<x/>", 1, "/x"),
    ("<order id='x'><line>1</line></order>", 1, "/order"),
  ])
  func `a problem has a line and a path`(text: String, line: Int, path: String) throws {
    let problems = try XMLSchema(Array(Self.order.utf8)).validate(document(text))
    #expect(problems.first?.line == line)
    #expect(problems.first?.path == path)
    #expect(problems.first?.message.isEmpty == false)
  }

  @Test(arguments: [
    "<order/>", "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:nope/></xs:schema>",
    "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='a' type='b'/></xs:schema>",
  ])
  func `what is no schema is an error`(text: String) {
    let error = #expect(throws: XMLDocumentError.self) { try XMLSchema(Array(text.utf8)) }
    #expect(error?.code == .invalidSchema)
    #expect(error?.problem.message.isEmpty == false)
  }

  @Test(arguments: [
    "http://127.0.0.1:1/a.xsd", "ftp://127.0.0.1:1/a.xsd", "https://127.0.0.1:1/a.xsd", "a.xsd",
    "/etc/passwd", "file:///etc/passwd",
  ])
  func `without a path a schema refers to nothing`(place: String) {
    for element in ["include", "import namespace='urn:x'"] {
      let text = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:\(element) \
        schemaLocation="\(place)"/><xs:element name="a"/></xs:schema>
        """
      let error = #expect(throws: XMLDocumentError.self) { try XMLSchema(Array(text.utf8)) }
      #expect(error?.problem.message.contains(place) == true)
    }
  }

  @Test
  func `a schema with a path includes the files beside it`() throws {
    let folder = try TemporaryFolder()
    let part = """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:simpleType name="small"><xs:restriction base="xs:int"><xs:maxInclusive value="9"/>
      </xs:restriction></xs:simpleType></xs:schema>
      """
    try folder.write(part, to: "part one.xsd")
    let main = """
      <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:include schemaLocation="part%20one.xsd"/><xs:element name="a" type="small"/></xs:schema>
      """
    let schema = try XMLSchema(Array(main.utf8), path: folder.path + "/main.xsd")
    #expect(try schema.validate(document("<a>9</a>")).isEmpty)
    #expect(try schema.validate(document("<a>10</a>")).count >= 1)
    let error = #expect(throws: XMLDocumentError.self) {
      try XMLSchema(
        Array(main.replacing("part%20one", with: "none").utf8),
        path: folder.path + "/main.xsd"
      )
    }
    #expect(error?.problem.message.contains("none.xsd") == true)
    #expect(throws: XMLDocumentError.self) {
      try XMLSchema(
        Array(main.replacing("part%20one.xsd", with: "/dev/zero").utf8),
        path: folder.path + "/main.xsd"
      )
    }
    #expect(throws: XMLDocumentError.self) {
      try XMLSchema(
        Array(main.replacing("part%20one.xsd", with: "http://127.0.0.1:1/x").utf8),
        path: folder.path + "/main.xsd"
      )
    }
  }

  @Test
  func `many tasks may use one schema`() async throws {
    let schema = try XMLSchema(Array(Self.order.utf8))
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<16 {
        group.addTask {
          try schema.validate(document("<order id='1'><line>\(index)</line></order>")).count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.count { $0 > 0 } == 1)
  }
}

/// A new folder that goes away with its last use.
final class TemporaryFolder: Sendable {
  let path: String

  struct Failure: Error {}

  init() throws {
    var template = Array("/tmp/curlew-documents-XXXXXX".utf8CString)
    guard let name = unsafe mkdtemp(&template) else { throw Failure() }
    path = unsafe String(cString: name)
  }

  func write(_ text: String, to name: String) throws {
    guard let file = unsafe fopen(path + "/" + name, "w") else { throw Failure() }
    defer { unsafe fclose(file) }
    guard unsafe fputs(text, file) >= 0 else { throw Failure() }
  }

  deinit {
    if let folder = unsafe opendir(path) {
      while let entry = unsafe readdir(folder) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
          unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) {
            unsafe String(cString: $0)
          }
        }
        unsafe unlink(path + "/" + name)
      }
      unsafe closedir(folder)
    }
    unsafe rmdir(path)
  }
}
