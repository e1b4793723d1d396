/// An encoding of the WHATWG Encoding Standard.
struct TextEncoding: Sendable, Hashable {
  /// Who turns the bytes into text.
  enum Decoding: Sendable, Hashable {
    case utf8
    case utf16(isBigEndian: Bool)
    case windows1252
    /// Not decoded at all, because its texts can hide markup: one U+FFFD.
    case replacement
    /// Bytes over 0x7F stand for U+F780 and up.
    case userDefined
    /// The name under which `iconv` knows it.
    case system(String)
  }

  /// The name in the standard, in lowercase.
  let name: String

  private let decoding: Decoding

  static let utf8 = Self(name: "utf-8", decoding: .utf8)
  static let utf16LittleEndian = Self(name: "utf-16le", decoding: .utf16(isBigEndian: false))
  static let utf16BigEndian = Self(name: "utf-16be", decoding: .utf16(isBigEndian: true))
  static let windows1252 = Self(name: "windows-1252", decoding: .windows1252)

  private init(name: String, decoding: Decoding) {
    self.name = name
    self.decoding = decoding
  }

  /// Finds the encoding of a label (Encoding Standard, "get an encoding").
  ///
  /// - Parameter label: of either case; white space around it does not count.
  init?(label: String) {
    let trimmed = label.utf8.drop(while: CharsetDeclaration.isSpace).reversed()
      .drop(while: CharsetDeclaration.isSpace).reversed()
    let key = String(decoding: Array(trimmed), as: UTF8.self).lowercased()
    guard let name = Self.namesByLabel[key] else { return nil }
    self.init(name: name, decoding: Self.decoding(of: name))
  }

  var isUTF16: Bool {
    if case .utf16 = decoding { true } else { false }
  }

  /// The name under which `iconv` writes it; `nil` for UTF-8 and for what is only read.
  var systemName: String? {
    switch decoding {
    case .utf8, .replacement, .userDefined: nil
    case .utf16(let isBigEndian): isBigEndian ? "UTF-16BE" : "UTF-16LE"
    case .windows1252: "CP1252"
    case .system(let name): name
    }
  }

  /// The text of `bytes`; each sequence that is not valid becomes U+FFFD.
  func decode(_ bytes: ArraySlice<UInt8>) -> String {
    switch decoding {
    case .utf8: return String(decoding: bytes, as: UTF8.self)
    case .utf16(let isBigEndian): return decodeUTF16(bytes, isBigEndian: isBigEndian)
    case .windows1252: return decodeBytes(bytes) { Self.windows1252Scalar(of: $0) }
    case .userDefined:
      return decodeBytes(bytes) { $0 < 0x80 ? UInt32($0) : 0xF700 + UInt32($0) }
    case .replacement: return bytes.isEmpty ? "" : "\u{FFFD}"
    case .system(let name):
      return SystemTextDecoder.decode(bytes, charset: name)
        ?? String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Where `bytes` stop being right.
  ///
  /// - Returns: the index of the first byte that ``decode(_:)`` would replace; `nil` where it
  ///   replaces none.
  func firstFault(in bytes: ArraySlice<UInt8>) -> Fault? {
    switch decoding {
    case .utf8: return Self.utf8Fault(in: bytes).map { .byte($0) }
    case .utf16(let isBigEndian):
      return Self.utf16Fault(in: bytes, isBigEndian: isBigEndian).map { .byte($0) }
    case .windows1252, .userDefined: return nil
    case .replacement: return bytes.isEmpty ? nil : .unsupported
    case .system(let name): return SystemTextDecoder.firstFault(in: bytes, charset: name)
    }
  }

  /// Why a text cannot be decoded.
  enum Fault: Sendable, Hashable {
    /// The byte at this index is not right.
    case byte(Int)
    /// Nothing of the charset can be decoded.
    case unsupported
  }

  private static func utf8Fault(in bytes: ArraySlice<UInt8>) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    var place = bytes.startIndex
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let scalar): place += scalar.count
      case .error: return place
      case .emptyInput: return nil
      }
    }
  }

  private static func utf16Fault(in bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> Int? {
    /// The index of a first half that waits for its second.
    var waiting: Int?
    var place = bytes.startIndex
    while place + 1 < bytes.endIndex {
      let unit = utf16Unit(at: place, in: bytes, isBigEndian)
      if UTF16.isTrailSurrogate(unit) {
        guard waiting != nil else { return place }
        waiting = nil
      } else if let waiting {
        return waiting
      } else if UTF16.isLeadSurrogate(unit) {
        waiting = place
      }
      place += 2
    }
    return waiting ?? (place < bytes.endIndex ? place : nil)
  }

  private static func utf16Unit(
    at place: Int,
    in bytes: ArraySlice<UInt8>,
    _ isBigEndian: Bool
  ) -> UInt16 {
    let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }

  private func decodeUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    var units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
      Self.utf16Unit(at: place, in: bytes, isBigEndian)
    }
    if !bytes.count.isMultiple(of: 2) { units.append(0xFFFD) }
    return String(decoding: units, as: UTF16.self)
  }

  private func decodeBytes(_ bytes: ArraySlice<UInt8>, scalar: (UInt8) -> UInt32) -> String {
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(scalar(byte)) ?? "\u{FFFD}") }
    return String(text)
  }

  private static func windows1252Scalar(of byte: UInt8) -> UInt32 {
    guard (0x80...0x9F).contains(byte) else { return UInt32(byte) }
    return windows1252Specials[Int(byte) - 0x80]
  }

  private static let windows1252Specials: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
