import Diagnostics
import Documents
import HTTPMessages
import RunEvents
import Scenarios

/// Puts the URL of a step together: each value is percent-encoded for the place where it stands.
///
/// A value is data of a path segment, of a name or value of the query, or of the fragment, so that it
/// can neither end its place nor begin another. What stands at the very start is URL text, and so is
/// `raw(…)`.
enum URLText {
  /// The URL.
  ///
  /// - Parameter pieces: of the template, evaluated.
  /// - Returns: the URL as text, still to be resolved against a base.
  /// - Throws: a fault of kind `request` for a value that is no text, or that cannot stand in the authority.
  static func make(_ pieces: [TextTemplate.Piece]) throws(StepFault) -> String {
    var text = ""
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let part):
        text += part
      case .value(let value, let range) where index == 0:
        if let kind = kind(ofJSON: value) {
          throw StepFault(
            .request,
            "expected the text of a URL, got \(kind)",
            at: range,
            hint: "take one value out of it, as ${links[0]}"
          )
        }
        text += value
      case .value(let value, let range):
        switch place(after: text, before: pieces[(index + 1)...]) {
        case .authority:
          guard value.utf8.allSatisfy(isOfAuthority) else {
            throw StepFault(
              .request,
              "\"\(value)\" cannot stand in the host or port of a URL",
              at: range,
              hint: "write raw(…) around a value that is a piece of a URL"
            )
          }
          text += value
        case .userInfo:
          text += segment(value)
        case .path:
          // Encoded letters or not, dots alone would be taken for steps up the path.
          let isDots = !value.isEmpty && value.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
          text += isDots ? value.replacing(".", with: "%2E") : segment(value)
        case .query, .fragment:
          text += QueryEncoder.escape(value)
        }
      }
    }
    // A path whose first segment is empty is not a host: `/.//x` resolves to the path `//x`.
    guard text.hasPrefix("//"), case .text(let start)? = pieces.first, !start.hasPrefix("//") else {
      return text
    }
    return "/." + text
  }

  /// What a text stands for that is a list or an object; a capture that can find several values gives a list.
  private static func kind(ofJSON text: String) -> String? {
    guard let first = text.utf8.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
    else { return nil }
    return switch try? JSONParser().parse(Array(text.utf8)) {
    case .array: "a list"
    case .object: "an object"
    case _: nil
    }
  }

  /// A part of a URL.
  private enum Place {
    case userInfo
    case authority
    case path
    case query
    case fragment
  }

  /// The place that follows a text.
  private static func place(
    after text: String,
    before rest: ArraySlice<TextTemplate.Piece>
  ) -> Place {
    if text.utf8.contains(UInt8(ascii: "#")) { return .fragment }
    if text.utf8.contains(UInt8(ascii: "?")) { return .query }
    guard let start = startOfAuthority(in: text) else { return .path }
    let authority = text[start...].utf8
    if authority.contains(UInt8(ascii: "/")) { return .path }
    if authority.contains(UInt8(ascii: "@")) { return .authority }
    for case .text(let part) in rest {
      guard let end = part.utf8.first(where: { "/?#@".utf8.contains($0) }) else { continue }
      return end == UInt8(ascii: "@") ? .userInfo : .authority
    }
    return .authority
  }

  /// What follows `//` of a URL with an authority.
  private static func startOfAuthority(in text: String) -> String.Index? {
    let slash = text.firstIndex { $0 == "/" } ?? text.endIndex
    guard text[slash...].hasPrefix("//") else { return nil }
    let scheme = text[..<slash]
    guard scheme.isEmpty || scheme.hasSuffix(":") else { return nil }
    return text.index(slash, offsetBy: 2)
  }

  /// Whether a byte may stand in a host or port (RFC 3986 section 3.2); letters beyond ASCII become `xn--`.
  private static func isOfAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    case _: "-._~!$&'()*+,;=:[]".utf8.contains(byte)
    }
  }

  /// A value with everything percent-encoded but letters, digits and `-._~`.
  private static func segment(_ value: String) -> String {
    QueryEncoder.escape(value).replacing("/", with: "%2F").replacing("?", with: "%3F")
  }
}
