internal import Documents
internal import Encodings

/// Where a known deviation is, as `$.lines[*].total`, `status`, `headers.Location` or `request`.
struct DeviationPattern {
  private enum Segment: Equatable {
    case name(String)
    case index(Int)
    case any
  }

  private let text: String
  private let segments: [Segment]?

  /// Reads a place.
  init(_ text: String) {
    self.text = String(text.trimmingBlanks)
    segments = text.hasPrefix("$") ? Self.segments(of: self.text) : nil
  }

  /// Whether a violation can be there.
  var isPlace: Bool {
    if text.hasPrefix("$") { return segments != nil }
    if text.hasPrefix("headers.") { return text.utf8.count > "headers.".utf8.count }
    return ["status", "content-type", "request"].contains(text)
  }

  /// Whether a violation is at the place or below it.
  func fits(at: String, path: String?, isOfResponse: Bool) -> Bool {
    if !isOfResponse { return text == "request" || text == at }
    guard text.hasPrefix("$") else {
      // Names of header fields have no case; a violation in a list of values is below its field.
      let (wanted, found) = (text.lowercased(), at.lowercased())
      return wanted == found || found.hasPrefix(wanted + "[") || found.hasPrefix(wanted + ".")
    }
    // A body that is missing is missing whole.
    if at == "body" { return segments?.isEmpty == true }
    guard let path, at.hasPrefix("$") else { return false }
    guard let segments, let found = Self.segments(of: path) else { return text == path }
    guard found.count >= segments.count else { return false }
    return zip(segments, found).allSatisfy { $0 == .any || $0 == $1 }
  }

  /// The steps of a JSONPath without filters, slices and descendants; nil for others.
  private static func segments(of path: String) -> [Segment]? {
    let bytes = Array(path.utf8)
    var segments: [Segment] = []
    var position = 1
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: ".") {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "."),
          bytes[position] != UInt8(ascii: "[")
        {
          position += 1
        }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard !name.isEmpty else { return nil }
        segments.append(name == "*" ? .any : .name(name))
      } else if bytes[position] == UInt8(ascii: "[") {
        position += 1
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
          guard let name = quoted(bytes, &position, quote) else { return nil }
          segments.append(.name(name))
        } else {
          let start = position
          while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
          let inner = String(decoding: bytes[start..<position], as: UTF8.self)
          if inner == "*" {
            segments.append(.any)
          } else {
            guard let index = Int(inner), index >= 0 else { return nil }
            segments.append(.index(index))
          }
        }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "]") else { return nil }
        position += 1
      } else {
        return nil
      }
    }
    return segments
  }

  private static func quoted(_ bytes: [UInt8], _ position: inout Int, _ quote: UInt8) -> String? {
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != quote {
      if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else { return nil }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }
}

extension ContractRules.Deviation {
  /// Whether ``at`` is a place where a violation can be: a path of names, indices and `*` in the
  /// body of the response, `status`, `content-type`, `headers.NAME` or `request`.
  public var isPlace: Bool { DeviationPattern(at).isPlace }
}
