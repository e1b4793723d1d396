import Documents
import Encodings
// Canonical composition is not public in the standard library, and Foundation would load ICU.
@_spi(_Unicode) private import Swift

/// Names of hosts beyond ASCII, in the form that goes on the wire.
///
/// A small UTS 46, not transitional: letters in lower case, full-width forms in their plain one,
/// canonical composition, the ideographic full stops as dots; then each label is encoded as
/// Punycode (RFC 3492). Compatibility forms other than full-width ones are not mapped, and are
/// refused unless they are letters, digits, marks or symbols.
enum InternationalName {
  /// Why a name cannot be encoded.
  struct Failure: Error {
    var reason: String
  }

  /// The name in ASCII.
  ///
  /// - Parameter name: has at least one character beyond ASCII.
  /// - Returns: the labels in their `xn--` form, joined by dots.
  /// - Throws: `Failure` for what cannot be a name.
  static func ascii(_ name: String) throws(Failure) -> String {
    let mapped = map(name)
    var labels: [String] = []
    let pieces = mapped.split(separator: ".", omittingEmptySubsequences: false)
    for (index, piece) in pieces.enumerated() {
      if piece.isEmpty, index == pieces.count - 1 {
        labels.append("")
      } else {
        labels.append(try label(Array(piece)))
      }
    }
    let ascii = labels.joined(separator: ".")
    if ascii.utf8.count > 254 { throw Failure(reason: "the host has more than 253 characters") }
    return ascii
  }

  private static func map(_ name: String) -> [Unicode.Scalar] {
    var mapped = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x3002, 0xFF0E, 0xFF61: mapped.append(".")
      case 0xAD, 0x200B, 0x2060, 0xFEFF, 0xFE00...0xFE0F: continue
      case 0xFF01...0xFF5E:
        let plain = Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
        mapped.append(contentsOf: plain.properties.lowercaseMapping.unicodeScalars)
      case _: mapped.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    return Array(String(mapped)._nfc)
  }

  private static func label(_ scalars: [Unicode.Scalar]) throws(Failure) -> String {
    guard let first = scalars.first else { throw Failure(reason: "a part of the host is empty") }
    for scalar in scalars where !isAllowed(scalar) {
      throw Failure(reason: "the host has a character that cannot stand in one")
    }
    if isMark(first) { throw Failure(reason: "a part of the host begins with a combining mark") }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    var label = String(text)
    if !scalars.allSatisfy(\.isASCII) {
      guard let encoded = Punycode.encoded(scalars) else {
        throw Failure(reason: "a part of the host is too long")
      }
      label = "xn--" + encoded
    }
    guard label.utf8.count <= 63 else {
      throw Failure(reason: "a part of the host has more than 63 characters")
    }
    return label
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    case _: false
    }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      return byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte.isASCIIDigit
        || (0x61...0x7A).contains(byte)
    }
    // Joiners and middle dots matter in some scripts.
    if [0x200C, 0x200D, 0xB7, 0x30FB, 0x375, 0x5F3, 0x5F4].contains(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber, .letterNumber, .otherNumber, .otherSymbol, .modifierSymbol, .mathSymbol:
      return true
    case _:
      return false
    }
  }
}
