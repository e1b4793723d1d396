import Testing

@testable import Scenarios

/// The names in the first line of comma-separated values.
@Suite(.timeLimit(.minutes(5))) struct DataColumnsTests {
  @Test(
    arguments: [
      ("user,age\n1,2", ["user", "age"]), ("\"full \"\"name\"\"\",b\n", ["full \"name\"", "b"]),
      ("\"a,b\",\"c\nd\"\r\n", ["a,b", "c\nd"]), ("\u{FEFF}a", ["a"]), ("a;b", nil),
      ("\"a", nil),
    ] as [(String, Set<String>?)]
  )
  func `a quoted name may hold commas, lines and quotes`(text: String, names: Set<String>?) {
    #expect(DataColumns.ofCSV(Array(text.utf8)) == names)
  }
}
