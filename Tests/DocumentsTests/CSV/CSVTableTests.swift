import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct CSVTableTests {
  @Test func `quoted fields keep commas, quotes and line breaks`() throws {
    let table = try CSVTable(
      parsing: Array("\u{FEFF}a,b\r\n\"x, \"\"y\"\"\nz\",2\r\n\r\n é ,\n".utf8),
      .dataRows
    )
    #expect(table.header == ["a", "b"])
    #expect((0..<table.count).map(table.row) == [["x, \"y\"\nz", "2"], [" é ", ""]])
  }

  @Test(arguments: [
    ("", 1, "empty"), ("a,a\n", 1, "comes twice"), ("a,\n1,2", 1, "no name"),
    ("a,b\n1,2\n1\n", 3, "expected 2 fields as in the header, got 1"),
    ("a\n\"x", 2, "not closed"), ("a\n\"x\"y", 2, "behind a closing quote"),
    ("a\nx\"y", 2, "quote inside"), ("a;b\n1;2\n", 1, "separated by semicolons"),
    ("a\tb\n1\t2\n", 1, "separated by tabs"), ("\n\na,b\n1,2,3\n", 4, "got 3"),
    ("a,b\n\"x\ny\",2\n\n1\n", 5, "got 1"), ("\n\n\"x", 3, "not closed"),
  ])
  func `a broken table is an error with its line`(text: String, line: Int, part: String) throws {
    let error = try #require(throws: CSVTable.ParsingError.self) {
      try CSVTable(parsing: Array(text.utf8), .dataRows)
    }
    #expect(error.line == line)
    #expect(error.message.contains(part))
  }

  @Test(arguments: [
    ([0xFF, 0xFE, 0x61, 0x00] as [UInt8], 1, "UTF-16"),
    ([0x61, 0x0A, 0xE9, 0x0A], 2, "not UTF-8"),
  ])
  func `text in another encoding is refused`(bytes: [UInt8], line: Int, part: String) throws {
    let error = try #require(throws: CSVTable.ParsingError.self) {
      try CSVTable(parsing: bytes, .dataRows)
    }
    #expect(error.line == line)
    #expect(error.message.contains(part))
  }

  @Test func `the rows of a long table are the same in any order`() throws {
    let text = "n,square\r\n" + (0..<20_000).map { "\($0),\"\($0 * $0)\"\r\n" }.joined()
    let table = try CSVTable(parsing: Array(text.utf8))
    #expect(table.count == 20_000)
    for index in stride(from: 19_999, through: 0, by: -997) {
      #expect(table.row(index) == ["\(index)", "\(index * index)"])
    }
  }
}
