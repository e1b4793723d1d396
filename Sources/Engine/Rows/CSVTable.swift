/// A table of text with a header row, as RFC 4180 has it.
///
/// Fields may be quoted, quotes in them doubled; lines end with CRLF or LF. A row with more or fewer fields than the header is an error, an empty
/// line is passed over, a byte order mark at the start as well. A table keeps the file and where its rows begin; a row is read when it is asked
/// for, so that a long table costs little more than its file.
struct CSVTable: Sendable {
  /// Why a text is not such a table.
  struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    var message: String
    /// The line, from 1.
    var line: Int
  }

  /// The names of the columns.
  let header: [String]
  private let bytes: [UInt8]
  /// Where each row begins.
  private let starts: [Int]

  /// How many rows there are.
  var count: Int { starts.count }

  /// The fields of a row, as many as the header has.
  ///
  /// - Parameter index: from 0, below ``count``.
  /// - Returns: a text for each column.
  func row(_ index: Int) -> [String] {
    var scanner = Scanner(bytes: bytes, position: starts[index])
    return (try? scanner.row()) ?? []
  }

  /// Reads a table.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Throws: ``ParsingError`` with the line.
  init(parsing bytes: [UInt8]) throws(ParsingError) {
    try Self.checkEncoding(bytes)
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var scanner = Scanner(bytes: bytes, position: isMarked ? 3 : 0)
    guard let header = try scanner.row() else {
      throw ParsingError(
        message: "the file is empty: a header row with the names is needed",
        line: 1
      )
    }
    if header.count == 1, let mark = header[0].first(where: { $0 == ";" || $0 == "\t" }) {
      throw ParsingError(
        message: "the columns are separated by \(mark == ";" ? "semicolons" : "tabs"), "
          + "expected commas",
        line: 1
      )
    }
    var seen: Set<String> = []
    for name in header {
      guard !name.isEmpty else {
        throw ParsingError(message: "a column has no name", line: 1)
      }
      guard seen.insert(name).inserted else {
        throw ParsingError(message: "the column \"\(name)\" comes twice", line: 1)
      }
    }
    var starts: [Int] = []
    while true {
      scanner.skipEmptyLines()
      let (line, start) = (scanner.line, scanner.position)
      guard let count = try scanner.passRow() else { break }
      guard count == header.count else {
        throw ParsingError(
          message: "expected \(header.count) fields as in the header, got \(count)",
          line: line
        )
      }
      starts.append(start)
    }
    self.header = header
    self.bytes = bytes
    self.starts = starts
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

  private struct Scanner {
    let bytes: [UInt8]
    var position: Int
    var line = 1

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
      skipEmptyLines()
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
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ",") { return true }
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
        while position < bytes.count, !Self.endsField(bytes[position]) {
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
        guard position == bytes.count || Self.endsField(bytes[position]) else {
          throw ParsingError(message: "text behind a closing quote", line: line)
        }
        return (start..<(position - 1), true)
      }
      throw ParsingError(message: "a quoted field is not closed", line: opening)
    }

    private static func endsField(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
  }
}
