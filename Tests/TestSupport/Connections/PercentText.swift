import Encodings

/// Percent-encoded text (RFC 3986, section 2.1), read as servers do: what is no escape stays.
enum PercentText {
  static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
    let bytes = PercentEncoding.decodeLeniently(text, plusIsSpace: plusIsSpace)
    return String(decoding: bytes, as: UTF8.self)
  }
}
