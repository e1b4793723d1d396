/// Why a text cannot be decoded without replacing anything.
public struct TextDecodingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong: a fragment in lower case, without full stop.
  public let message: String

  /// The byte of the whole text that is not right, from 0; `nil` where the charset is the trouble.
  public let offset: Int?

  public var description: String { message }

  /// The error of a charset that is unknown.
  public init(unknown label: String) {
    let shown = label.utf8.count > 60 ? "\(label.prefix(40))…" : label
    message = "the charset \"\(shown)\" is unknown"
    offset = nil
  }

  init(
    _ fault: TextEncoding.Fault,
    in bytes: [UInt8],
    encoding: TextEncoding,
    isNamed: Bool
  ) {
    switch fault {
    case .unsupported:
      message = "texts of the charset \(encoding.name) cannot be decoded"
      offset = nil
    case .byte(let index):
      let digits = String(bytes[index], radix: 16, uppercase: true)
      let byte = digits.count < 2 ? "0\(digits)" : digits
      let start = "the text is no \(encoding.name): byte \(index), 0x\(byte), cannot be decoded"
      message = isNamed ? start : "\(start), and nothing names another charset"
      offset = index
    }
  }
}
