import Testing

/// The numbers that test names carry: `row 12: …`, `rows 03, 04: …`, `row 92 (1 to 8): …`.
struct AcceptanceRows {
  /// The rows of the session core, each of which is at least one test.
  static let all = Set(1...106)
  /// Rows that have no test yet; whoever adds one takes it out.
  static let missing: Set<Int> = []

  /// The numbers of a test's name; none if it carries none.
  static func rows(ofName name: Substring) -> [Int] {
    guard name.hasPrefix("row "), let colon = name.firstIndex(of: ":") else {
      return name.hasPrefix("rows ") ? list(name.dropFirst(5)) : []
    }
    let number = name[..<colon].dropFirst(4).prefix { $0 != " " }
    return Int(number).map { [$0] } ?? []
  }

  private static func list(_ name: Substring) -> [Int] {
    name.prefix { $0 != ":" }.split(separator: ",").compactMap { part in
      Int(part.drop { $0 == " " })
    }
  }

  /// The names of all tests in a text.
  static func names(in text: String) -> [Substring] {
    text.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "func `") else { return nil }
      return line[start.upperBound...].prefix { $0 != "`" }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct AcceptanceRowTests {
  private var names: [Substring] {
    SourceTree.files.filter { ["HTTPMessagesTests", "SessionCoreTests"].contains($0.target) }
      .flatMap { AcceptanceRows.names(in: $0.text) }
  }

  @Test func `every acceptance row of the session core is a test`() {
    let found = Set(names.flatMap(AcceptanceRows.rows(ofName:)))
    #expect(AcceptanceRows.all.subtracting(found).sorted() == AcceptanceRows.missing.sorted())
    #expect(found.subtracting(AcceptanceRows.all).sorted() == [])
  }

  @Test func `a name that begins with a row carries it in the one notation`() {
    let odd = names.filter { name in
      name.hasPrefix("row") && AcceptanceRows.rows(ofName: name).isEmpty
    }
    #expect(odd == [])
  }

  @Test func `numbers are read from names`() {
    #expect(AcceptanceRows.rows(ofName: "row 05: a") == [5])
    #expect(AcceptanceRows.rows(ofName: "row 92 (1 to 8): a") == [92])
    #expect(AcceptanceRows.rows(ofName: "rows 03, 04, 11: a") == [3, 4, 11])
    #expect(AcceptanceRows.rows(ofName: "rows of a table") == [])
    #expect(AcceptanceRows.rows(ofName: "a row 5: b") == [])
  }
}
