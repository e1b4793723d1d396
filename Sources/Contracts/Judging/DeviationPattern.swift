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
    var rest = Array(path.utf8).dropFirst()
    var segments: [Segment] = []
    while let first = rest.popFirst() {
      if first == UInt8(ascii: ".") {
        let name = rest.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "[") }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        segments.append(name == [UInt8(ascii: "*")] ? .any : .name(text(of: name)))
        continue
      }
      guard first == UInt8(ascii: "["), let quote = rest.first else { return nil }
      if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
        rest.removeFirst()
        guard let name = quoted(&rest, quote) else { return nil }
        segments.append(.name(name))
      } else {
        let inner = text(of: rest.prefix { $0 != UInt8(ascii: "]") })
        rest = rest.drop { $0 != UInt8(ascii: "]") }
        if inner == "*" {
          segments.append(.any)
        } else {
          guard let index = Int(inner), index >= 0 else { return nil }
          segments.append(.index(index))
        }
      }
      guard rest.popFirst() == UInt8(ascii: "]") else { return nil }
    }
    return segments
  }

  /// Takes what stands before a quote, and the quote.
  private static func quoted(_ rest: inout ArraySlice<UInt8>, _ quote: UInt8) -> String? {
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote { return text(of: name) }
      name.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return nil
  }

  private static func text(of bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension ContractRules.Deviation {
  /// Whether ``at`` is a place where a violation can be: a path of names, indices and `*` in the
  /// body of the response, `status`, `content-type`, `headers.NAME` or `request`.
  public var isPlace: Bool { DeviationPattern(at).isPlace }
}
