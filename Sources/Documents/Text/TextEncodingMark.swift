/// A byte order mark at the start of a text.
enum TextEncodingMark: Sendable, Hashable {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian

  /// Finds the mark of `bytes`, as the WHATWG Encoding Standard sniffs it.
  init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .utf8
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .utf16LittleEndian
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .utf16BigEndian
    } else {
      return nil
    }
  }

  /// How many bytes the mark has.
  var length: Int {
    switch self {
    case .utf8: 3
    case .utf16LittleEndian, .utf16BigEndian: 2
    }
  }

  /// The encoding that the mark stands for.
  var encoding: TextEncoding {
    switch self {
    case .utf8: .utf8
    case .utf16LittleEndian: .utf16LittleEndian
    case .utf16BigEndian: .utf16BigEndian
    }
  }
}
