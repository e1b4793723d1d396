/// A table of text as RFC 4180 has it: rows of as many fields each, the first one mostly a header.
///
/// Fields may be quoted, quotes in them doubled; lines end with CRLF, LF or CR. A row with more or fewer fields than the first one is an error; a
/// byte order mark at the start is passed over. A table keeps the text and where its rows begin; a row is read when it is asked for, so that a
/// long table costs little more than its text.
public struct CSVTable: Sendable {
  /// Why a text is not such a table.
  public struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    public var message: String
    /// The line, from 1.
    public var line: Int
    /// Whether the table is larger than is allowed.
    public var isLimit = false
  }

  /// How a table is written.
  public struct Dialect: Sendable {
    /// What stands between fields, in UTF-8: one character, neither a quote nor the end of a line.
    public var separator: [UInt8] = [UInt8(ascii: ",")]
    /// Whether the first row has the names of the columns.
    public var hasHeader = true
    /// Whether the columns are names of variables.
    ///
    /// Each has one then, and a lone one with a semicolon or tab in it shows another separator. An empty line, which people leave in such
    /// files, is passed over there; elsewhere it is a row of one empty field.
    public var namesVariables = false
    /// How many fields there may be in all.
    public var mostFields = Int.max

    /// RFC 4180 with a header.
    public init() {}

    /// The data rows of a scenario.
    public static var dataRows: Dialect {
      var dialect = Dialect()
      dialect.namesVariables = true
      return dialect
    }

    /// The same dialect with another separator.
    ///
    /// - Parameter written: one character or `tab`, as the option of ``BodyFormat/csv`` has it; nothing leaves the dialect as it is.
    /// - Returns: the dialect.
    public func separated(by written: String?) -> Dialect {
      var dialect = self
      dialect.separator = written.flatMap(Self.separator) ?? separator
      return dialect
    }

    /// What a text says that stands between fields; `nil` where it says nothing such.
    static func separator(_ text: String) -> [UInt8]? {
      if text == "tab" { return [UInt8(ascii: "\t")] }
      guard text.unicodeScalars.count == 1, let first = text.utf8.first,
        !(0x30...0x39).contains(first), !(0x41...0x5A).contains(first & 0xDF),
        !"\"\r\n".utf8.contains(first)
      else { return nil }
      return Array(text.utf8)
    }
  }

  /// The names of the columns; empty without a header.
  public let header: [String]
  private let bytes: [UInt8]
  private let dialect: Dialect
  /// Where each row begins.
  private let starts: [Int]

  /// How many rows there are, the header not counted.
  public var count: Int { starts.count }

  /// The fields of a row.
  ///
  /// - Parameter index: from 0, below ``count``.
  /// - Returns: a text for each column.
  public func row(_ index: Int) -> [String] {
    var scanner = Scanner(bytes, dialect, at: starts[index])
    return (try? scanner.row()) ?? []
  }

  /// Where a row begins.
  ///
  /// - Parameter index: from 0.
  /// - Returns: a byte of the text; `nil` where there is no such row.
  func start(ofRow index: Int) -> Int? {
    starts.indices.contains(index) ? starts[index] : nil
  }

  /// Where a row stands.
  ///
  /// - Parameter index: from 0, below ``count``.
  /// - Returns: the bytes from its start up to that of the next one.
  public func range(ofRow index: Int) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] : bytes.count)
  }

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - dialect: how it is written.
  /// - Throws: ``ParsingError`` with the line.
  public init(parsing bytes: [UInt8], _ dialect: Dialect = Dialect()) throws(ParsingError) {
    try Self.checkEncoding(bytes)
    var scanner = Scanner(bytes, dialect)
    let header = dialect.hasHeader ? try Self.header(&scanner, dialect) : nil
    var width = header?.count
    var fields = 0
    var starts: [Int] = []
    while true {
      if dialect.namesVariables { scanner.skipEmptyLines() }
      let (line, start) = (scanner.line, scanner.position)
      guard let count = try scanner.passRow() else { break }
      fields += count
      try Self.checkCount(fields, dialect, line: line)
      guard starts.count & 0xFFF != 0 || !WorkLimit.endsNow() else {
        throw ParsingError(message: WorkLimit.message, line: line, isLimit: true)
      }
      if let width, count != width {
        let first = dialect.hasHeader ? "the header" : "the first row"
        throw ParsingError(
          message: "expected \(width) field\(width == 1 ? "" : "s") as in \(first), got \(count)",
          line: line
        )
      }
      width = count
      starts.append(start)
    }
    self.header = header ?? []
    self.bytes = bytes
    self.dialect = dialect
    self.starts = starts
  }

  /// The names of the columns, without a look at the rows.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - dialect: how the table is written.
  /// - Returns: a name for each column.
  /// - Throws: ``ParsingError``, always of line 1.
  public static func header(
    of bytes: [UInt8],
    _ dialect: Dialect
  ) throws(ParsingError) -> [String] {
    var scanner = Scanner(bytes, dialect)
    return try header(&scanner, dialect)
  }

  /// The bytes of a table in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: the table.
  ///   - charset: that of the table; without one the bytes stay as they are.
  /// - Returns: the same text in UTF-8.
  /// - Throws: ``ParsingError`` for bytes that the charset does not have.
  public static func utf8(_ bytes: [UInt8], charset: String?) throws(ParsingError) -> [UInt8] {
    guard let charset else { return bytes }
    do throws(TextDecodingError) {
      let decoded = try TextDecoder.decodeStrictly(bytes, contentTypeCharset: charset, kind: .text)
      return Array(decoded.text.utf8)
    } catch {
      let line = error.offset.map { Self.line(ofByte: $0, in: bytes, charset: charset) }
      throw ParsingError(message: error.message, line: line ?? 1)
    }
  }

  /// The line of a byte that cannot be decoded.
  static func line(ofByte offset: Int, in bytes: [UInt8], charset: String?) -> Int {
    let before = TextDecoder.decode(
      Array(bytes[..<offset]),
      contentTypeCharset: charset,
      kind: .text
    )
    return before.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
  }

  private static func header(
    _ scanner: inout Scanner,
    _ dialect: Dialect
  ) throws(ParsingError) -> [String] {
    let namesVariables = dialect.namesVariables
    if namesVariables { scanner.skipEmptyLines() }
    var ahead = Scanner(scanner.bytes, dialect, at: scanner.position)
    ahead.line = scanner.line
    try checkCount(try ahead.passRow() ?? 0, dialect, line: 1)
    guard let header = try scanner.row() else {
      throw ParsingError(
        message: "the file is empty: a header row with the names is needed",
        line: 1
      )
    }
    if namesVariables, header.count == 1,
      let mark = header[0].first(where: { $0 == ";" || $0 == "\t" || $0 == "," })
    {
      let word = mark == "\t" ? "tab" : "\"\(mark)\""
      let advice = mark == "," ? "leave separator out" : "write separator: \(word)"
      let expected = name(of: Character(String(decoding: dialect.separator, as: UTF8.self)))
      throw ParsingError(
        message: "the columns are separated by \(name(of: mark)), expected \(expected): \(advice)",
        line: 1
      )
    }
    // By bytes: texts that only look the same are names of their own.
    var seen: Set<[UInt8]> = []
    for name in header {
      guard !namesVariables || !name.isEmpty else {
        throw ParsingError(message: "a column has no name", line: 1)
      }
      guard seen.insert(Array(name.utf8)).inserted else {
        throw ParsingError(message: "the column \"\(name.prefix(60))\" comes twice", line: 1)
      }
    }
    return header
  }

  private static func name(of separator: Character) -> String {
    switch separator {
    case ",": "commas"
    case ";": "semicolons"
    case "\t": "tabs"
    case _: "\"\(separator)\""
    }
  }

  private static func checkCount(
    _ fields: Int,
    _ dialect: Dialect,
    line: Int
  ) throws(ParsingError) {
    guard fields > dialect.mostFields else { return }
    throw ParsingError(
      message: "it has more than \(dialect.mostFields) fields",
      line: line,
      isLimit: true
    )
  }

  /// Text in another encoding would be read as something else without a word.
  private static func checkEncoding(_ bytes: [UInt8]) throws(ParsingError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ParsingError(message: "the file is in UTF-16, expected UTF-8", line: 1)
    }
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      let offset = error.byteOffsets.lowerBound
      let line = bytes[..<min(offset, bytes.count)].count { $0 == UInt8(ascii: "\n") }
      throw ParsingError(message: "the file is not UTF-8 here", line: line + 1)
    }
  }

  private struct Scanner: ~Copyable {
    let bytes: [UInt8]
    let separator: [UInt8]
    var position: Int
    var line = 1
    private let first: UInt8

    /// Begins behind a byte order mark unless it is said where.
    init(_ bytes: [UInt8], _ dialect: Dialect, at position: Int? = nil) {
      self.bytes = bytes
      separator = dialect.separator
      first = separator[0]
      self.position = position ?? (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    }

    /// Passes over a row.
    ///
    /// - Returns: how many fields it has; `nil` at the end of the file.
    mutating func passRow() throws(ParsingError) -> Int? {
      guard position < bytes.count else { return nil }
      var count = 0
      while true {
        _ = try span()
        count += 1
        guard goesOn() else { return count }
      }
    }

    mutating func row() throws(ParsingError) -> [String]? {
      guard position < bytes.count else { return nil }
      var fields: [String] = []
      while true {
        let (span, isQuoted) = try span()
        fields.append(isQuoted ? unquoted(span) : String(decoding: bytes[span], as: UTF8.self))
        guard goesOn() else { return fields }
      }
    }

    /// Passes over what stands behind a field: whether another one follows in its row.
    private mutating func goesOn() -> Bool {
      guard position < bytes.count else { return false }
      if isSeparator(at: position) {
        position += separator.count
        return true
      }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n") {
        position += 1
      }
      line += 1
      return false
    }

    private func unquoted(_ span: Range<Int>) -> String {
      var text: [UInt8] = []
      text.reserveCapacity(span.count)
      var isSecond = false
      for byte in bytes[span] {
        isSecond = byte == UInt8(ascii: "\"") && !isSecond
        if !isSecond { text.append(byte) }
      }
      return String(decoding: text, as: UTF8.self)
    }

    mutating func skipEmptyLines() {
      while position < bytes.count,
        bytes[position] == UInt8(ascii: "\n") || bytes[position] == UInt8(ascii: "\r")
      {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
    }

    /// Passes over a field.
    ///
    /// - Returns: where its text is, quotes around it left out, and whether there were any.
    private mutating func span() throws(ParsingError) -> (Range<Int>, isQuoted: Bool) {
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
        let start = position
        while position < bytes.count, !endsField(at: position) {
          if bytes[position] == UInt8(ascii: "\"") {
            throw ParsingError(
              message: "a quote inside a field: quote the whole field and double the quote",
              line: line
            )
          }
          position += 1
        }
        return (start..<position, false)
      }
      let opening = line
      position += 1
      let start = position
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        guard byte == UInt8(ascii: "\"") else {
          if byte == UInt8(ascii: "\n") { line += 1 }
          continue
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
          position += 1
          continue
        }
        guard position == bytes.count || endsField(at: position) else {
          throw ParsingError(message: "text behind a closing quote", line: line)
        }
        return (start..<(position - 1), true)
      }
      throw ParsingError(message: "a quoted field is not closed", line: opening)
    }

    private func endsField(at place: Int) -> Bool {
      bytes[place] == UInt8(ascii: "\n") || bytes[place] == UInt8(ascii: "\r")
        || isSeparator(at: place)
    }

    private func isSeparator(at place: Int) -> Bool {
      bytes[place] == first
        && (separator.count == 1 || bytes[place...].starts(with: separator))
    }
  }
}
