/// The values of JSON Lines: a JSON text on each line, as NDJSON has it too.
///
/// Lines end with LF or CRLF. Those with nothing but space are passed over, as the specification of NDJSON allows; the others are each read as
/// ``JSONParser`` reads a document.
public struct JSONLines: Sendable {
  /// Why a text is no JSON Lines.
  public struct ParsingError: Error, Sendable, Hashable {
    /// What is wrong, a fragment in lower case.
    public var message: String
    /// The line, from 1; lines that are passed over count.
    public var line: Int
    /// The column from 1, in code points.
    public var column: Int
    /// Whether the text is more than is read.
    public var isLimit = false
  }

  /// The values, one of each line that is not passed over.
  public private(set) var values: [JSONValue] = []
  /// The keys that objects have more than once, with paths from the list of all values and places in the whole text.
  private(set) var duplicateKeys: [JSONParser.DuplicateKey] = []
  /// How many keys were repeats of an earlier one of their object.
  private(set) var duplicateKeyCount = 0

  /// Reads a text.
  ///
  /// - Parameter bytes: UTF-8.
  /// - Throws: ``ParsingError`` for the first line that is no JSON.
  public init(parsing bytes: [UInt8]) throws(ParsingError) {
    let parser = JSONParser()
    var lines = Lines(of: bytes)
    while let (number, range) = lines.next() {
      guard values.count & 0xFF != 0 || !WorkLimit.endsNow() else {
        throw ParsingError(message: WorkLimit.message, line: number, column: 1, isLimit: true)
      }
      do throws(JSONParserError) {
        let result = try parser.parseReportingDuplicates(Array(bytes[range]))
        for var key in result.duplicateKeys
        where duplicateKeys.count < JSONParser.Result.describedDuplicates {
          key.path = JSONPath.normalized([.index(values.count)]) + key.path.dropFirst()
          key.line = number
          duplicateKeys.append(key)
        }
        duplicateKeyCount += result.duplicateKeyCount
        values.append(result.value)
      } catch {
        throw ParsingError(
          message: error.message,
          line: number,
          column: error.column,
          isLimit: error.code == .depth
        )
      }
    }
  }

  /// Where the text of a value stands.
  ///
  /// - Parameters:
  ///   - index: from 0.
  ///   - bytes: the whole text.
  /// - Returns: the bytes of its line; `nil` where there is no such value.
  static func line(ofValue index: Int, in bytes: [UInt8]) -> Range<Int>? {
    var lines = Lines(of: bytes)
    var left = index
    while let (_, range) = lines.next() {
      if left == 0 { return range }
      left -= 1
    }
    return nil
  }

  /// The lines with more than space in them.
  private struct Lines {
    private let bytes: [UInt8]
    private var position = 0
    private var number = 0

    init(of bytes: [UInt8]) { self.bytes = bytes }

    /// The next one: its number from 1, and its bytes.
    mutating func next() -> (number: Int, range: Range<Int>)? {
      while position < bytes.count {
        let start = position
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        position = end + 1
        number += 1
        if bytes[start..<end].contains(where: { !Self.isSpace($0) }) {
          return (number, start..<end)
        }
      }
      return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
  }
}
