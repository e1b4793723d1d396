import CIDN2

/// Host names beyond ASCII, by libidn2.
///
/// The library sees only the labels that need it: those with characters beyond ASCII and, where a
/// name is checked, those that begin with `xn--`.
public enum InternationalHost: Sendable {
  /// Why a name cannot be written in ASCII.
  public struct Failure: Error, Sendable {
    /// A lowercase fragment of a sentence that quotes nothing of the name.
    public var reason: String
  }

  /// The characters of a name on the wire (RFC 1034, section 3.1), without the dot at its end.
  private static let longestName = 253
  /// The characters of a label on the wire.
  private static let longestLabel = 63
  /// The bytes that so many characters take at most in UTF-8; longer texts never reach the library.
  private static let mostBytes = 4 * longestName

  /// The name as it is sent (UTS 46, not transitional, like browsers and libcurl).
  ///
  /// - Parameter name: A host name. Its labels of ASCII become lower case and are not decoded.
  /// - Returns: The labels joined by dots, those beyond ASCII in their `xn--` form.
  /// - Throws: ``Failure`` for a text that is no host name.
  public static func ascii(_ name: String) throws(Failure) -> String {
    guard name.utf8.count <= mostBytes else { throw tooLong }
    let labels = labels(of: name)
    var text = ""
    for (index, label) in labels.enumerated() {
      let isLast = index == labels.count - 1
      let encoded = label.utf8.allSatisfy { $0 < 0x80 } ? label.lowercased() : try sent(label)
      guard !encoded.isEmpty || index > 0 && isLast else {
        throw Failure(reason: "a part of the host is empty")
      }
      guard encoded.utf8.allSatisfy(isOfLabel) else { throw unsuitable }
      guard encoded.utf8.count <= longestLabel else { throw tooLongLabel }
      text += encoded + (isLast ? "" : ".")
    }
    guard text.utf8.count <= longestName + (text.hasSuffix(".") ? 1 : 0) else { throw tooLong }
    return text
  }

  /// Whether a text is a host name of IDNA 2008 (RFC 5890 to 5893).
  ///
  /// - Parameter text: The name, whose labels are ASCII, `xn--` forms or characters of any script.
  /// - Returns: Whether each label may be registered and all fit together.
  public static func isHostname(_ text: String) -> Bool {
    guard text.utf8.count <= mostBytes else { return false }
    var length = -1
    var readable: [String] = []
    for label in labels(of: text) {
      guard let registered = registered(label) else { return false }
      length += registered.ascii.utf8.count + 1
      readable.append(registered.readable)
    }
    return length <= longestName && isReadInOneDirection(readable)
  }

  /// Whether a text is one label of IDNA 2008.
  static func isLabel(_ text: String) -> Bool {
    guard let label = registered(text) else { return false }
    return isReadInOneDirection([label.readable])
  }

  /// The parts between the full stops, ideographic ones among them (UTS 46, section 2.3).
  private static func labels(of name: String) -> [String] {
    name.unicodeScalars
      .split(omittingEmptySubsequences: false) {
        ".\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0)
      }
      .map { String($0) }
  }

  /// The bytes of labels in ASCII; underscores are in use though no host has them.
  private static func isOfLabel(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    case _: false
    }
  }
}

extension InternationalHost {
  private static let tooLong = Failure(reason: "the host has more than 253 characters")
  private static let tooLongLabel = Failure(
    reason: "a part of the host has more than 63 characters"
  )
  private static let unsuitable = Failure(
    reason: "the host has a character that cannot stand in one"
  )

  /// A label beyond ASCII as it is sent.
  private static func sent(_ label: String) throws(Failure) -> String {
    var (code, text) = looked(label, flags: IDN2_NONTRANSITIONAL)
    // The library refuses symbols, which UTS 46 allows and IDNA 2008 does not, unless it is asked for
    // the transitional form. That differs only for sharp s, final sigma and the two joiners.
    if code == IDN2_DISALLOWED || code == IDN2_UNASSIGNED,
      !label.unicodeScalars.contains(where: { "ßς\u{200C}\u{200D}".unicodeScalars.contains($0) })
    {
      (code, text) = looked(label, flags: IDN2_TRANSITIONAL)
    }
    if let text { return text }
    switch code {
    case IDN2_PUNYCODE_BIG_OUTPUT, IDN2_TOO_BIG_LABEL, IDN2_TOO_BIG_DOMAIN: throw tooLongLabel
    case IDN2_LEADING_COMBINING:
      throw Failure(reason: "a part of the host begins with a combining mark")
    case IDN2_HYPHEN_STARTEND:
      throw Failure(reason: "a part of the host begins or ends with a hyphen")
    case IDN2_2HYPHEN:
      throw Failure(reason: "a part of the host has \"--\" as its third and fourth characters")
    case IDN2_BIDI:
      throw Failure(reason: "a part of the host breaks the rule for right-to-left text (RFC 5893)")
    case _: throw unsuitable
    }
  }

  private static func looked(_ label: String, flags: idn2_flags) -> (idn2_rc, String?) {
    guard !label.utf8.contains(0) else { return (IDN2_DISALLOWED, nil) }
    var text: UnsafeMutablePointer<UInt8>?
    let flags = Int32(IDN2_NFC_INPUT.rawValue | flags.rawValue)
    let code = unsafe idn2_rc(idn2_lookup_u8(label, &text, flags))
    return (code, unsafe taken(text))
  }

  /// A label in ASCII and in the characters that it stands for; nil when nobody may register it.
  private static func registered(_ label: String) -> (ascii: String, readable: String)? {
    guard !label.utf8.contains(0) else { return nil }
    guard label.utf8.allSatisfy({ $0 < 0x80 }) else {
      var text: UnsafeMutablePointer<UInt8>?
      // Marks may stand beside their letters: what sends the name puts both together.
      unsafe idn2_register_u8(label, nil, &text, Int32(IDN2_NFC_INPUT.rawValue))
      return unsafe taken(text).map { ($0, label) }
    }
    let encoded = label.lowercased()
    guard encoded.hasPrefix("xn--") else {
      let hasHyphens = encoded.utf8.dropFirst(2).starts(with: "--".utf8)
      return HostFormats.isLabel(label.utf8) && !hasHyphens ? (encoded, encoded) : nil
    }
    // A longer one is no label, and the library's time grows with its square.
    guard encoded.utf8.count <= longestLabel else { return nil }
    var decoded: UnsafeMutablePointer<CChar>?
    unsafe idn2_to_unicode_8z8z(encoded, &decoded, 0)
    defer { unsafe idn2_free(decoded) }
    guard let characters = unsafe decoded else { return nil }
    // Both forms are checked, and against each other.
    var text: UnsafeMutablePointer<UInt8>?
    let readable = unsafe String(cString: characters)
    unsafe idn2_register_u8(readable, encoded, &text, 0)
    return unsafe taken(text).map { ($0, readable) }
  }

  /// The text that the library allocated, which is freed.
  private static func taken(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
    defer { unsafe idn2_free(text) }
    return unsafe text.map { unsafe String(cString: $0) }
  }
}

extension InternationalHost {
  /// Whether labels keep the rules of RFC 5893, section 2, that the library leaves out.
  ///
  /// It looks at labels with right-to-left characters alone, and there neither at a hyphen before
  /// marks at the end nor at how digits are mixed.
  private static func isReadInOneDirection(_ labels: [String]) -> Bool {
    guard labels.contains(where: { $0.unicodeScalars.contains(where: isRightToLeft) }) else {
      return true
    }
    return labels.allSatisfy { label in
      let scalars = label.unicodeScalars
      let end = scalars.last { $0.properties.generalCategory != .nonspacingMark }
      guard let first = scalars.first, let last = end else { return false }
      if scalars.contains(where: isRightToLeft) {
        let hasBoth =
          scalars.contains(where: isEuropeanDigit) && scalars.contains(where: isArabicDigit)
        return !hasBoth && (isRightToLeft(last) || isEuropeanDigit(last))
      }
      return isLeftToRight(first) && (isLeftToRight(last) || isEuropeanDigit(last))
    }
  }

  /// Whether a character of a host name is written from right to left: its block says so.
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      !isEuropeanDigit(scalar) && scalar.properties.generalCategory != .nonspacingMark
    case _: false
    }
  }

  private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
    let isDigit = scalar.properties.generalCategory == .decimalNumber
    return scalar.properties.isAlphabetic || isDigit && !isEuropeanDigit(scalar)
  }

  private static func isEuropeanDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || ("\u{6F0}"..."\u{6F9}").contains(scalar)
  }

  private static func isArabicDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("\u{660}"..."\u{669}").contains(scalar)
  }
}
