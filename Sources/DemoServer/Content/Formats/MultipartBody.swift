/// The parts of a `multipart/form-data` body (RFC 7578).
enum MultipartBody {
  struct Part {
    var name: String
    var filename: String?
    var type: String?
    var content: ArraySlice<UInt8>
  }

  /// The most parts that are read.
  static let maximumParts = 10_000

  /// Reads all parts, or returns nil for a body that is not well-formed.
  static func parts(_ body: [UInt8], boundary: String) -> [Part]? {
    let delimiter = Array("--\(boundary)".utf8)
    // What stands before the first delimiter is a preamble.
    guard var position = start(of: delimiter, in: body, from: 0) else { return nil }
    position += delimiter.count
    var parts: [Part] = []
    while true {
      if body[position...].starts(with: [0x2D, 0x2D]) { return parts }
      guard parts.count < maximumParts, body[position...].starts(with: [0x0D, 0x0A]),
        let headEnd = start(of: [0x0D, 0x0A, 0x0D, 0x0A], in: body, from: position),
        let end = start(of: [0x0D, 0x0A] + delimiter, in: body, from: headEnd + 2),
        let part = part(head: body[position..<headEnd], content: body[min(headEnd + 4, end)..<end])
      else { return nil }
      parts.append(part)
      position = end + 2 + delimiter.count
    }
  }

  private static func part(head: ArraySlice<UInt8>, content: ArraySlice<UInt8>) -> Part? {
    var headers = HTTPHeaders()
    for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers.add(String(line[..<colon]), line[line.index(after: colon)...].trimmed)
    }
    let parameters = HeaderParameters.parse(headers["Content-Disposition"] ?? "")
    guard parameters.value == "form-data", let name = parameters["name"] else { return nil }
    return Part(
      name: name,
      filename: parameters["filename"],
      type: headers["Content-Type"],
      content: content
    )
  }

  private static func start(of needle: [UInt8], in bytes: [UInt8], from: Int) -> Int? {
    guard let first = needle.first else { return nil }
    var index = from
    while let candidate = bytes[index...].firstIndex(of: first) {
      if bytes[candidate...].starts(with: needle) { return candidate }
      index = candidate + 1
    }
    return nil
  }
}
