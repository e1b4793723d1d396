public import Encodings

/// A part of a multipart body (RFC 2046, section 5.1; RFC 7578).
public struct BodyPart: Sendable {
  /// The fields, their names in lower case.
  public private(set) var headers: [(name: String, value: String)] = []
  /// What stands below the fields.
  public private(set) var bytes: ArraySlice<UInt8> = []

  /// The value of a field, by its name in lower case.
  public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

  /// The field `Content-Disposition`.
  public var disposition: HeaderParameters? {
    header("content-disposition").map { HeaderParameters($0) }
  }

  /// The name in the field `Content-Disposition`.
  public var name: String? { disposition?["name"] }

  /// The file name there.
  public var fileName: String? { disposition?["filename"] }

  private static let mostParts = 100_000

  /// Takes a body apart.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - boundary: What stands between the parts, as the content type has it.
  /// - Returns: The parts; nil when the body does not have the form.
  public static func parts(of body: [UInt8], boundary: String) -> [BodyPart]? {
    let delimiter = Array("\r\n--\(boundary)".utf8)
    guard !boundary.isEmpty else { return nil }
    var rest: ArraySlice<UInt8>
    if body.starts(with: delimiter.dropFirst(2)) {
      rest = body.dropFirst(delimiter.count - 2)
    } else if let start = find(delimiter, in: body[...]) {
      // What stands before is a preamble.
      rest = body[(start + delimiter.count)...]
    } else {
      return nil
    }
    var parts: [BodyPart] = []
    while !rest.starts(with: "--".utf8) {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
      guard rest.starts(with: "\r\n".utf8), parts.count < mostParts,
        let end = find(delimiter, in: rest),
        // A part without fields and content is only the line break of the delimiter.
        let part = BodyPart(rest[..<end].dropFirst(2))
      else { return nil }
      parts.append(part)
      rest = rest[(end + delimiter.count)...]
    }
    return parts
  }

  /// Reads the fields and what stands below them; nil for a line that is no field.
  private init?(_ part: ArraySlice<UInt8>) {
    var rest = part
    while !rest.isEmpty {
      if rest.starts(with: "\r\n".utf8) {
        bytes = rest.dropFirst(2)
        return
      }
      guard let end = Self.find([0x0D, 0x0A], in: rest) else {
        // Fields without the empty line behind them: the part has no content.
        if headers.isEmpty { return nil }
        return
      }
      let line = rest[..<end]
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let value = String(decoding: line[(colon + 1)...], as: UTF8.self)
      headers.append(
        (
          String(decoding: line[..<colon], as: UTF8.self).lowercased(),
          String(value.trimmingBlanks)
        )
      )
      rest = rest[(end + 2)...]
    }
  }

  private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var rest = bytes
    while let start = rest.firstIndex(of: needle[0]) {
      if rest[start...].starts(with: needle) { return start }
      rest = rest[(start + 1)...]
    }
    return nil
  }
}
