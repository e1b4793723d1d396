import Testing

@testable import Engine

@Suite struct CSVTableTests {
  @Test func `quoted fields keep commas, quotes and line breaks`() throws {
    let table = try CSVTable(
      parsing: Array("\u{FEFF}a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n\r\n é ,\n".utf8)
    )
    #expect(table.header == ["a", "b"])
    #expect(table.rows == [["x, \"y\"\nz", "2"], [" é ", ""]])
  }

  @Test(arguments: [
    ("", 1, "empty"), ("a,a\n", 1, "comes twice"), ("a,\n1,2", 1, "no name"),
    ("a,b\n1,2\n1\n", 3, "expected 2 fields as in the header, got 1"),
    ("a\n\"x", 2, "not closed"), ("a\n\"x\"y", 2, "behind a closing quote"),
    ("a\nx\"y", 2, "quote inside"),
  ])
  func `a broken table is an error with its line`(text: String, line: Int, part: String) throws {
    let error = try #require(throws: CSVTable.ParsingError.self) {
      try CSVTable(parsing: Array(text.utf8))
    }
    #expect(error.line == line)
    #expect(error.message.contains(part))
  }
}
