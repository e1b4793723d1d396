import Encodings

/// The text of URLs.
enum URLText {
  /// The pairs of a query or a urlencoded form, in their order.
  static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let mark = pair.firstIndex(of: "=") ?? pair.endIndex
      let sides = [pair[..<mark], pair[mark...].dropFirst()].map {
        PercentEncoding.decodeTextLeniently($0, plusIsSpace: true)
      }
      return (sides[0], sides[1])
    }
  }
}
