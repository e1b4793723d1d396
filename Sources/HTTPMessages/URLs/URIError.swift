import Encodings

/// Why a text is not a URI.
public struct URIError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, as a lowercase fragment that says where and quotes nothing.
  ///
  /// A piece of the text may be a piece of a secret, which nobody would know for one.
  public var reason: String
  /// The text that was given.
  public var text: String

  /// The reason with the text, which is whole but for the user information.
  ///
  /// All that stands between `//` and the last `@` counts as such, for a password with a `/` in it is
  /// just what may make a text no URI.
  public var description: String { "invalid URL \"\(displayText)\": \(reason)" }

  private var displayText: String {
    var shown = text[...]
    var start = ""
    if let slashes = shown.firstRange(of: "//"),
      let at = shown[slashes.upperBound...].lastIndex(of: "@")
    {
      start = shown[..<slashes.upperBound] + "…"
      shown = shown[at...]
    }
    return (start + shown).unicodeScalars.reduce(into: "") { $0 += Self.escaped($1) }
  }

  /// A character as it is shown: what cannot be seen as JSON would have it.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    guard [.control, .format].contains(scalar.properties.generalCategory) else {
      return String(scalar)
    }
    return switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _:
      String(scalar).utf16.map { "\\u" + Hex.text(UInt64($0), width: 4) }.joined()
    }
  }
}
