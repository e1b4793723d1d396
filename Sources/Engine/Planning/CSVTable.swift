/// A table of text with a header row, as RFC 4180 has it.
///
/// Fields may be quoted, quotes in them doubled; lines end with CRLF or LF. A row with more or fewer fields than the header is an error, an empty
/// line is passed over, a byte order mark at the start as well.
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
  /// The fields of each row, as many as the header has.
  let rows: [[String]]

  /// Reads a table.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Throws: ``ParsingError`` with the line.
  init(parsing bytes: [UInt8]) throws(ParsingError) {
    var scanner = Scanner(bytes: bytes)
    guard let header = try scanner.row() else {
      throw ParsingError(
        message: "the file is empty: a header row with the names is needed",
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
    var rows: [[String]] = []
    while true {
      let line = scanner.line
      guard let row = try scanner.row() else { break }
      guard row.count == header.count else {
        throw ParsingError(
          message: "expected \(header.count) fields as in the header, got \(row.count)",
          line: line
        )
      }
      rows.append(row)
    }
    self.header = header
    self.rows = rows
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position: Int
    var line = 1

    init(bytes: [UInt8]) {
      self.bytes = bytes
      position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    mutating func row() throws(ParsingError) -> [String]? {
      skipEmptyLines()
      guard position < bytes.count else { return nil }
      var fields: [String] = []
      while true {
        fields.append(try field())
        guard position < bytes.count else { return fields }
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: ",") { continue }
        if byte == UInt8(ascii: "\r"), position < bytes.count, bytes[position] == UInt8(ascii: "\n")
        {
          position += 1
        }
        line += 1
        return fields
      }
    }

    private mutating func skipEmptyLines() {
      while position < bytes.count,
        bytes[position] == UInt8(ascii: "\n") || bytes[position] == UInt8(ascii: "\r")
      {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
      }
    }

    private mutating func field() throws(ParsingError) -> String {
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
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      let opening = line
      position += 1
      var text: [UInt8] = []
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        guard byte == UInt8(ascii: "\"") else {
          if byte == UInt8(ascii: "\n") { line += 1 }
          text.append(byte)
          continue
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
          text.append(byte)
          position += 1
          continue
        }
        guard position == bytes.count || Self.endsField(bytes[position]) else {
          throw ParsingError(message: "text behind a closing quote", line: line)
        }
        return String(decoding: text, as: UTF8.self)
      }
      throw ParsingError(message: "a quoted field is not closed", line: opening)
    }

    private static func endsField(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
  }
}
