/// A header value with parameters, as `form-data; name="a"`.
public struct HeaderParameters: Sendable {
  /// What stands before the parameters, in lower case.
  public let value: String
  /// The parameters by their names in lower case; of two equal names the first counts.
  public private(set) var parameters: [String: String] = [:]

  /// A parameter's value, by its name in lower case.
  public subscript(_ name: String) -> String? { parameters[name] }

  /// Reads leniently: what is not a parameter is passed over.
  public init(_ text: String) {
    let separator = UInt8(ascii: ";")
    let bytes = Array(text.utf8)
    let head = bytes.prefix { $0 != separator }
    value = Self.text(head).lowercased()
    var rest = bytes[head.endIndex...]
    // The separator before each parameter.
    while rest.popFirst() != nil {
      let name = rest.prefix { $0 != separator && $0 != UInt8(ascii: "=") }
      rest = rest[name.endIndex...]
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: Self.isBlank)
      let value = Self.quoted(&rest) ?? Self.text(rest.prefix { $0 != separator })
      rest = rest.drop { $0 != separator }
      let key = Self.text(name).lowercased()
      parameters[key] = parameters[key] ?? value
    }
  }

  /// Takes a text in quotes, with its escapes resolved; nil when none comes next.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.first == UInt8(ascii: "\"") else { return nil }
    rest.removeFirst()
    var text: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      text.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of bytes without blanks at its ends.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(String(decoding: bytes, as: UTF8.self).trimmingBlanks)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
