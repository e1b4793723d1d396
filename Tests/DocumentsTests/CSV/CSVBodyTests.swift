import Testing

@testable import Documents

/// Comma-separated values as bodies.
@Suite(.timeLimit(.minutes(5))) struct CSVBodyTests {
  private func value(
    _ bytes: [UInt8],
    _ options: [String: String] = [:],
    type: String = "text/csv",
    charset: String? = nil
  ) throws(BodyFormat.Failure) -> JSONValue? {
    let source = BodyFormat.Source(bytes, mediaType: type, charset: charset, options: options)
    guard case .tree(let value) = try BodyFormat.csv.decode(source).content else { return nil }
    return value
  }

  private func value(
    _ text: String,
    _ options: [String: String] = [:],
    type: String = "text/csv"
  ) throws(BodyFormat.Failure) -> JSONValue? {
    try value(Array(text.utf8), options, type: type)
  }

  @Test func `rows are objects by the header, in its order`() throws {
    let rows = try #require(
      try value("sku,name,price\r\nABC-1,\"Mug, \"\"blue\"\"\",9.990\r\n,,\r\n")
    )
    #expect(
      rows.description
        == #"[{"sku":"ABC-1","name":"Mug, \"blue\"","price":"9.990"},{"sku":"","name":"","price":""}]"#
    )
  }

  @Test(
    arguments: [
      ("a,b\n1,2", ["header": "false"], [["a", "b"], ["1", "2"]]),
      ("1;2\n3;4\n", ["header": "false", "separator": ";"], [["1", "2"], ["3", "4"]]),
      ("a\tb\n1\t2\n", ["separator": "tab"], [["a": "1", "b": "2"]]),
      ("a\tb\n1\t2\n", ["separator": "\t"], [["a": "1", "b": "2"]]),
      ("a·b\n1·2\n", ["separator": "·"], [["a": "1", "b": "2"]]),
      ("a b\n1 \"2 3\"\n", ["separator": " "], [["a": "1", "b": "2 3"]]),
      ("a,b\n", [:], []), ("a", [:], []), ("a\n\n", [:], [["a": ""]]),
      ("a\r1\r2", [:], [["a": "1"], ["a": "2"]]), ("\u{FEFF}a\n1", [:], [["a": "1"]]),
      (",b\n1,2\n", [:], [["": "1", "b": "2"]]),
      ("a,b\n\"\",\"x\ny\"\n", [:], [["a": "", "b": "x\ny"]]),
      ("\n", ["header": "false"], [[""]]), ("1,\n", ["header": "false"], [["1", ""]]),
      ("é,e\u{301}\n1,2\n", [:], [["é": "1", "e\u{301}": "2"]]),
    ] as [(String, [String: String], JSONValue)]
  )
  func `a table is what RFC 4180 has`(
    text: String,
    options: [String: String],
    rows: JSONValue
  ) throws {
    #expect(try value(text, options) == rows)
  }

  @Test func `tab-separated values say so by their media type`() throws {
    let rows: JSONValue = [["a": "1", "b": "x,y"]]
    #expect(try value("a\tb\n1\tx,y\n", type: "text/tab-separated-values") == rows)
    #expect(
      try value("a;b\n1;x,y\n", ["separator": ";"], type: "text/tab-separated-values") == rows
    )
  }

  @Test func `the charset is that of the option, else of the response, and a mark is stronger`()
    throws
  {
    let latin: [UInt8] = [0x61, 0x0A, 0xFC]
    #expect(try value(latin, charset: "iso-8859-1") == [["a": "ü"]])
    #expect(try value(latin, ["charset": "windows-1252"]) == [["a": "ü"]])
    #expect(try value(latin, ["charset": "iso-8859-1"], charset: "utf-8") == [["a": "ü"]])
    let wide: [UInt8] = [0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0xFC, 0x00]
    #expect(try value(wide) == [["a": "ü"]])
    #expect(try value(wide, ["charset": "windows-1252"]) == [["a": "ü"]])
  }

  @Test(
    arguments: [
      ("a,b\n1,2\n1\n", [:], "line 3: expected 2 fields as in the header, got 1"),
      ("a,b\n1,2,3\n", [:], "line 2: expected 2 fields as in the header, got 3"),
      ("a,b\n1,2\n\n", [:], "line 3: expected 2 fields as in the header, got 1"),
      ("a\n1,2\n", [:], "line 2: expected 1 field as in the header, got 2"),
      (
        "1,2\n\"x\ny\",2\n3\n", ["header": "false"],
        "line 4: expected 2 fields as in the first row, got 1"
      ),
      ("a\n\"x\ny", [:], "line 2: a quoted field is not closed"),
      ("\"a", [:], "line 1: a quoted field is not closed"),
      ("a\n\"x\"y\n", [:], "line 2: text behind a closing quote"),
      (
        "a\nx\"y\n", [:],
        "line 2: a quote inside a field: quote the whole field and double the quote"
      ),
      ("a,b,a\n", [:], "line 1: the column \"a\" comes twice"),
    ] as [(String, [String: String], String)]
  )
  func `a malformed row is a failure with its line`(
    text: String,
    options: [String: String],
    message: String
  ) throws {
    let error = try #require(throws: BodyFormat.Failure.self) { try value(text, options) }
    #expect(error.message(of: .csv) == "the body is not CSV: \(message)")
    #expect(!error.isLimit)
    let parts = message.split(separator: ": ", maxSplits: 1)
    #expect(error.message(ofFile: "x.csv") == "x.csv:\(parts[0].dropFirst(5)): \(parts[1])")
  }

  @Test(
    arguments: [
      (
        [0x61, 0x0A, 0x62, 0x0A, 0xE9, 0x0A], nil,
        "line 3: the text is no utf-8: byte 4, 0xE9, cannot be decoded"
      ),
      ([0x61, 0x0A, 0xFF, 0x0A], "shift_jis", "line 2: the text is no shift_jis: byte 2, 0xFF"),
      (
        [0x61, 0x00, 0x0A, 0x0A, 0x0A, 0x00, 0x00, 0xDC], "utf-16le",
        "line 2: the text is no utf-16le: byte 6"
      ),
      ([0x61], "klingon", "the charset \"klingon\" is unknown"),
    ] as [([UInt8], String?, String)]
  )
  func `a byte that the charset does not have is a failure with its line`(
    bytes: [UInt8],
    charset: String?,
    message: String
  ) throws {
    let error = try #require(throws: BodyFormat.Failure.self) {
      try value(bytes, charset: charset)
    }
    #expect(
      error.message(of: .csv).hasPrefix("the body is not CSV: \(message)"),
      "\(error.message(of: .csv))"
    )
  }

  @Test func `nothing is no table`() throws {
    for bytes in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
      let error = try #require(throws: BodyFormat.Failure.self) { try value(bytes) }
      #expect(error.message(of: .csv) == "the body is empty, expected CSV")
    }
  }

  @Test func `a table of too many fields is a limit`() throws {
    let error = try #require(throws: BodyFormat.Failure.self) {
      try value(Array(repeating: UInt8(ascii: ","), count: 8_000_001))
    }
    #expect(error.isLimit)
    #expect(error.message(of: .csv).contains("more than 8000000 fields"))
  }

  @Test(arguments: [
    (true, "a,b,c,d", 1), (true, "a\n1\n2\n3\n4\n", 5), (false, ",,,", 1),
    (false, "a\n\n\n\n", 4),
  ])
  func `fields are counted wherever they stand`(hasHeader: Bool, text: String, line: Int) throws {
    var dialect = CSVTable.Dialect()
    dialect.hasHeader = hasHeader
    dialect.mostFields = 4
    #expect(throws: Never.self) { try CSVTable(parsing: Array(text.utf8), dialect) }
    dialect.mostFields = 3
    let error = try #require(throws: CSVTable.ParsingError.self) {
      try CSVTable(parsing: Array(text.utf8), dialect)
    }
    #expect(error.isLimit)
    #expect(error.line == line)
    #expect(error.message == "it has more than 3 fields")
  }

  @Test func `work that ends before its time is a limit`() throws {
    let limit = WorkLimit { true }
    let error = try #require(throws: BodyFormat.Failure.self) {
      try WorkLimit.$current.withValue(limit) { try value("a\n1\n") }
    }
    #expect(error.isLimit)
    #expect(limit.hasCut)
  }

  @Test(arguments: [
    ("separator", ";", true), ("separator", "tab", true), ("separator", "\t", true),
    ("separator", "·", true), ("separator", "", false), ("separator", "\"", false),
    ("separator", "\n", false), ("separator", ";;", false), ("separator", "x", false),
    ("separator", "7", false), ("charset", "latin1", true), ("charset", "klingon", false),
    ("header", "false", true), ("header", "no", false),
  ])
  func `an option takes what it says`(name: String, text: String, isTaken: Bool) throws {
    let option = try #require(BodyFormat.csv.options.first { $0.name == name })
    #expect(option.accepts(text) == isTaken)
  }
}
