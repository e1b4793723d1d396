/// Why and where a text is not the JSON that was asked for.
public struct JSONParserError: Error, Sendable, Hashable {
  /// What kind of mistake it is.
  public enum Code: Sendable, Hashable {
    /// The text breaks the grammar of RFC 8259.
    case syntax
    /// The bytes are not text in the encoding that they seem to have.
    case encoding
    /// Arrays and objects are nested deeper than allowed.
    case depth
    /// The document is a lone string, number, boolean or null, and that was not allowed.
    case fragment
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String
  /// Where, in bytes of the text as UTF-8, a byte order mark not counted.
  public var offset: Int
  /// The line from 1.
  public var line: Int
  /// The column from 1, in code points.
  public var column: Int

  /// A mistake at a place of a text.
  init(_ code: Code, _ message: String, at offset: Int, in bytes: [UInt8]) {
    let place = TextPlace(of: offset, in: bytes)
    self.code = code
    self.message = message
    self.offset = offset
    line = place.line
    column = place.column
  }
}

extension JSONParserError: CustomStringConvertible {
  /// The message with line and column.
  public var description: String { "\(message) at line \(line), column \(column)" }
}
