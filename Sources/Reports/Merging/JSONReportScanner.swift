import Documents
import Encodings

/// Finds the members of a report and the scenarios in it, without keeping the document.
///
/// It looks at brackets and strings only; what lies between is parsed piece by piece.
struct JSONReportScanner {
  private static let depthLimit = 512

  private let file: JSONReportFile
  private(set) var offset = 0

  init(_ file: JSONReportFile) {
    self.file = file
  }

  /// The next byte that is no white space, without passing it.
  mutating func peek() throws(JSONReportError) -> UInt8 {
    while let byte = try file.byte(at: offset) {
      guard [0x20, 0x0A, 0x0D, 0x09].contains(byte) else { return byte }
      offset += 1
    }
    throw file.error(
      at: offset,
      "the report ends before its end",
      hint: "it was cut short, or is still being written"
    )
  }

  /// Passes a sign that must come next.
  mutating func pass(_ sign: Unicode.Scalar) throws(JSONReportError) {
    guard try passed(sign) else {
      throw file.error(at: offset, "expected \"\(sign)\" of a JSON report")
    }
  }

  /// Passes a sign when it comes next.
  mutating func passed(_ sign: Unicode.Scalar) throws(JSONReportError) -> Bool {
    guard try peek() == UInt8(ascii: sign) else { return false }
    offset += 1
    return true
  }

  /// Passes the name of a member and its colon.
  mutating func key() throws(JSONReportError) -> String {
    guard try peek() == UInt8(ascii: "\"") else {
      throw file.error(at: offset, "expected the name of a member")
    }
    let extent = try value()
    guard extent.count < 1_000, case .string(let name) = try parse(extent) else {
      throw file.error(at: extent.offset, "expected the name of a member")
    }
    try pass(":")
    return name
  }

  /// Passes a value.
  ///
  /// - Returns: where it stands.
  mutating func value() throws(JSONReportError) -> ReportSpool.Extent {
    _ = try peek()
    let start = offset
    var depth = 0
    repeat {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
        guard depth <= Self.depthLimit else {
          throw file.error(at: offset, "values are nested too deeply for a report")
        }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0 else {
          throw file.error(at: offset, "expected a value")
        }
        depth -= 1
        offset += 1
      case UInt8(ascii: "\""): try skipString()
      case UInt8(ascii: ","), UInt8(ascii: ":"):
        guard depth > 0 else { throw file.error(at: offset, "expected a value") }
        offset += 1
      case _: try skipWord()
      }
    } while depth > 0
    return ReportSpool.Extent(offset: start, count: offset - start)
  }

  /// Makes sure that nothing follows.
  func end() throws(JSONReportError) {
    var offset = offset
    while let byte = try file.byte(at: offset) {
      guard [0x20, 0x0A, 0x0D, 0x09].contains(byte) else {
        throw file.error(at: offset, "something stands behind the end of the report")
      }
      offset += 1
    }
  }

  /// The value of a stretch.
  func parse(_ extent: ReportSpool.Extent) throws(JSONReportError) -> JSONValue {
    guard extent.count <= Self.sizeLimit else {
      throw file.error(at: extent.offset, "a value of more than 256 MiB")
    }
    let bytes = try file.bytes(extent)
    do throws(JSONParserError) {
      return try JSONParser().parse(bytes)
    } catch {
      throw file.error(at: extent.offset + error.offset, error.message)
    }
  }

  private static let sizeLimit = 256 << 20

  private mutating func skipString() throws(JSONReportError) {
    let start = offset
    offset += 1
    while let byte = try file.byte(at: offset) {
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return
      case UInt8(ascii: "\\"): offset += 1
      case _: continue
      }
    }
    throw file.error(
      at: start,
      "the report ends inside a text",
      hint: "it was cut short, or is still being written"
    )
  }

  private mutating func skipWord() throws(JSONReportError) {
    let start = offset
    while let byte = try file.byte(at: offset), Self.isWord(byte) { offset += 1 }
    guard offset > start else { throw file.error(at: start, "expected a value") }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-+.".utf8.contains(byte)
  }
}
