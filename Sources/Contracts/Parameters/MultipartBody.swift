/// The parts of a multipart body (RFC 2046, section 5.1; RFC 7578).
struct MultipartBody: Sendable {
  /// One part.
  struct Part: Sendable {
    /// The fields, their names in lower case.
    var headers: [(name: String, value: String)] = []
    var bytes: ArraySlice<UInt8>

    /// The value of a field.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The name in the field `Content-Disposition`.
    var name: String? { disposition?.parameters["name"] }

    /// Whether a file name is given.
    var isFile: Bool { disposition?.parameters["filename"] != nil }

    private var disposition: MediaTypeName? {
      // The field has the syntax of a media type but for the slash.
      header("content-disposition").flatMap { MediaTypeName("disposition/" + $0) }
    }
  }

  private static let mostParts = 100_000

  var parts: [Part] = []

  /// Takes a body apart; nil when it does not have the form.
  init?(_ bytes: [UInt8], boundary: String) {
    let delimiter = Array(("--" + boundary).utf8)
    guard !boundary.isEmpty else { return nil }
    var position: Int
    if bytes.starts(with: delimiter) {
      position = delimiter.count
    } else if let first = Self.find(Array("\r\n".utf8) + delimiter, in: bytes, from: 0) {
      position = first + 2 + delimiter.count
    } else {
      return nil
    }
    let inner = Array("\r\n".utf8) + delimiter
    while true {
      if bytes[position...].starts(with: "--".utf8) { return }
      while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
        position += 1
      }
      guard bytes[position...].starts(with: "\r\n".utf8), parts.count < Self.mostParts,
        let end = Self.find(inner, in: bytes, from: position)
      else { return nil }
      // A part without fields and content is only the line break of the delimiter.
      let content = min(position + 2, end)..<end
      guard let part = Self.part(bytes[content]) else { return nil }
      parts.append(part)
      position = end + inner.count
    }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    var part = Part(bytes: [])
    var rest = bytes
    while !rest.isEmpty {
      if rest.starts(with: "\r\n".utf8) {
        part.bytes = rest.dropFirst(2)
        return part
      }
      guard let end = find([0x0D, 0x0A], in: rest) else {
        // Fields without the empty line behind them: the part has no content.
        part.bytes = []
        return part.headers.isEmpty ? nil : part
      }
      let line = rest[rest.startIndex..<end]
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      part.headers.append(
        (
          String(decoding: line[..<colon], as: UTF8.self).lowercased(),
          String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingSpaces
        )
      )
      rest = rest[(end + 2)...]
    }
    return part
  }

  private static func find(_ needle: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    find(needle, in: bytes[min(start, bytes.count)...])
  }

  private static func find(_ needle: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = needle.first, bytes.count >= needle.count else { return nil }
    var position = bytes.startIndex
    let last = bytes.endIndex - needle.count
    while position <= last {
      if bytes[position] == first, bytes[position...].starts(with: needle) { return position }
      position += 1
    }
    return nil
  }
}
