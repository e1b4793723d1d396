import Encodings

/// The bytes of a query under construction.
struct QueryOutput {
  private var bytes: [UInt8] = []
  private let encodesSpacesAsPlus: Bool

  init(encodesSpacesAsPlus: Bool) { self.encodesSpacesAsPlus = encodesSpacesAsPlus }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(key: String, value: String?) {
    if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
    appendEscaped(key)
    guard let value else { return }
    bytes.append(UInt8(ascii: "="))
    appendEscaped(value)
  }

  mutating func appendEscaped(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case _ where PercentEncoding.isUnreserved(byte), UInt8(ascii: "?"), UInt8(ascii: "/"):
        bytes.append(byte)
      case UInt8(ascii: " ") where encodesSpacesAsPlus:
        bytes.append(UInt8(ascii: "+"))
      case _:
        bytes.append(percentEncoding: byte)
      }
    }
  }
}
