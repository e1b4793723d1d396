import Encodings

/// The text of URLs: percent escapes and pairs.
enum URLText {
  /// The text without its percent escapes; a broken escape stays as it is, invalid UTF-8 is repaired.
  ///
  /// - Parameters:
  ///   - text: as it stands in a URL or form.
  ///   - plusIsSpace: whether `+` stands for a blank, as in forms.
  /// - Returns: the text that was meant.
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let bytes = PercentEncoding.decodeLeniently(text, plusIsSpace: plusIsSpace)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The pairs of a query or a urlencoded form, in their order.
  static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let mark = pair.firstIndex(of: "=") ?? pair.endIndex
      let name = decode(pair[..<mark], plusIsSpace: true)
      return (name, decode(pair[mark...].dropFirst(), plusIsSpace: true))
    }
  }
}
