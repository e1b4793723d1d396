extension BodyFormat {
  /// Comma-separated values (RFC 4180) and tab-separated ones: rows as objects by the header, or as lists.
  public static let csv = BodyFormat(
    "csv",
    noun: "CSV",
    queries: .jsonPath,
    holdsTexts: true,
    mediaTypes: ["text/csv", tabbed],
    fileTypes: ["csv": "text/csv", "tsv": tabbed],
    options: [
      Option(
        name: "header",
        rule: nil,
        help: (
          "Whether the first row has the names of the columns; it has unless this is false. Without names rows are lists.",
          "header: false\n$[0][1]: Curlew mug"
        )
      ),
      Option(
        name: "separator",
        rule: Option.Rule(
          noun: "a separator",
          pattern: "^([^\"\\r\\n0-9A-Za-z]|tab)$",
          holds: { CSVTable.Dialect.separator($0) != nil }
        ),
        help: (
          "What stands between fields: one character, no quote, letter or digit, or the word tab. Without it a comma, in \(tabbed) a tab.",
          "separator: \";\""
        )
      ),
      Option(
        name: "charset",
        rule: Option.Rule(
          noun: "a charset",
          pattern: "^[A-Za-z0-9_.:()-]+$",
          holds: { TextEncoding(label: $0) != nil }
        ),
        help: (
          "The charset of the text. Without it that of the content type, else UTF-8; a byte order mark is stronger.",
          "charset: windows-1252"
        )
      ),
    ],
    expectation: (
      "The same over the rows of comma-separated values.",
      "csv: { \"$[0].sku\": ABC-1, \"$[*].price\": { count: 4 } }"
    ),
    capture: ("A JSONPath over the rows of comma-separated values.", "csv: $[0].sku"),
    response: ("The rows of comma-separated values.", "response.csv[0].sku"),
    about: """
      A row is an object by the names in the header, or a list with `header: false`. Every value is text, so a number compares by value: `$[0].price: \
      9.99` holds of `9.990`. A row with more or fewer fields than the first one, an empty line among several columns, a quote that is not closed or \
      stands inside a field, a name that two columns have and a byte that is not in the charset are failures with their line. A capture takes a JSONPath, \
      or a map of `path` and these options.
      """,
    locate: { path, source in
      var source = source
      source.charset = source.options["charset"] ?? source.charset
      let text = source.utf8
      guard case .index(let row)? = path.first,
        let table = try? CSVTable(parsing: text, dialect(of: source))
      else {
        return (text, 0)
      }
      return (text, table.start(ofRow: row) ?? 0)
    },
    read: { (source) throws(Failure) in
      let charset = source.options["charset"] ?? source.charset
      let text: String
      do throws(TextDecodingError) {
        text =
          try TextDecoder.decodeStrictly(source.bytes, contentTypeCharset: charset, kind: .text)
          .text
      } catch {
        guard let offset = error.offset else { throw Failure(error.message) }
        let line = CSVTable.line(ofByte: offset, in: source.bytes, charset: charset)
        throw .atLine(line, error.message)
      }
      guard !text.isEmpty else { return nil }
      do throws(CSVTable.ParsingError) {
        return DecodedBody(
          .tree(try CSVTable(parsing: Array(text.utf8), dialect(of: source)).value)
        )
      } catch {
        throw .atLine(error.line, error.message, kind: error.isLimit ? .limit : .malformed)
      }
    }
  )

  private static let tabbed = "text/tab-separated-values"

  /// As many fields as make values of the size that JSON of the largest body makes.
  private static let mostFields = 8_000_000

  private static func dialect(of source: Source) -> CSVTable.Dialect {
    var dialect = CSVTable.Dialect()
    dialect.hasHeader = source.options["header"] != "false"
    dialect.mostFields = mostFields
    let written = source.options["separator"] ?? (source.mediaType == tabbed ? "tab" : ",")
    return dialect.separated(by: written)
  }
}

extension BodyFormat.Failure {
  fileprivate static func atLine(_ line: Int, _ message: String, kind: Kind = .malformed) -> Self {
    Self("line \(line): \(message)", kind: kind, message: message, at: "\(line)")
  }
}

extension CSVTable {
  /// The rows: objects by the header, or lists without one.
  fileprivate var value: JSONValue {
    guard !header.isEmpty else {
      return .array((0..<count).map { .array(row($0).map { .string($0) }) })
    }
    // The index of the names is one for all rows.
    let index = JSONObject.KeyIndex(of: header.map { JSONObject.Entry(key: $0, value: .null) })
    return .array(
      (0..<count).map { place in
        let entries = zip(header, row(place)).map { JSONObject.Entry(key: $0, value: .string($1)) }
        return .object(JSONObject(entries: entries, index: index))
      }
    )
  }
}
