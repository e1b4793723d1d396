import Encodings

/// The spelling of the steps of JSONPaths.
extension JSONPath {
  /// The normalized path of steps from the root (RFC 9535, section 2.7).
  ///
  /// - Parameter components: The steps.
  /// - Returns: The path, as `$['a'][0]`.
  public static func normalized(_ components: [Component]) -> String {
    components.reduce(into: "$") { $0 += $1.segment(isShort: false) }
  }

  /// Steps as people write them, without `$`: names behind a dot where they are plain, `.a[0]['b c']`.
  public static func shortened(_ components: [Component]) -> String {
    components.reduce(into: "") { $0 += $1.segment(isShort: true) }
  }

  /// A coding path as a JSONPath, names in brackets unless they are plain.
  ///
  /// - Parameter codingPath: from the top.
  /// - Returns: such as `$.items[2]['a b']`.
  public static func text(of codingPath: [any CodingKey]) -> String {
    "$"
      + shortened(
        codingPath.map { key in
          key.intValue.map { Component.index($0) } ?? .name(key.stringValue)
        }
      )
  }
}

extension JSONPath.Component {
  /// The segment that selects it: a name in brackets, unless it may be short and is plain.
  fileprivate func segment(isShort: Bool) -> String {
    switch self {
    case .index(let index): "[\(index)]"
    case .name(let name): isShort && name.isPlainName ? ".\(name)" : "['\(Self.escaped(name))']"
    }
  }

  private static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\u{08}": text += "\\b"
      case "\u{09}": text += "\\t"
      case "\u{0A}": text += "\\n"
      case "\u{0C}": text += "\\f"
      case "\u{0D}": text += "\\r"
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\u{00}"..<"\u{20}":
        text += "\\u" + Hex.text(UInt64(scalar.value), width: 4)
      default:
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension String {
  /// Whether a JSONPath may have this after a dot (RFC 9535 section 2.5.1.1), of ASCII alone.
  public var isPlainName: Bool {
    guard let first = utf8.first, !first.isASCIIDigit else { return false }
    return utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
  }
}
