/// Hosts, addresses and mailboxes.
enum HostFormats {
  /// Whether a text is a host name (RFC 1123, section 2.1, with the A-labels of RFC 5890).
  static func isHostname(_ text: String) -> Bool {
    guard text.utf8.count <= 253, text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { isLabel($0.utf8) && InternationalHost.isLabel($0, allLabels: [$0]) }
  }

  /// Whether bytes are letters, digits and inner hyphens, at most 63.
  static func isLabel(_ label: some Collection<UInt8>) -> Bool {
    guard (1...63).contains(label.count) else { return false }
    var last = UInt8(ascii: "-")
    for byte in label {
      let isHyphen = byte == UInt8(ascii: "-")
      guard isAlphanumeric(byte) || isHyphen && last != 0 else { return false }
      if isHyphen, byte == last, label.first == UInt8(ascii: "-") { return false }
      last = byte
    }
    return last != UInt8(ascii: "-") && label.first != UInt8(ascii: "-")
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }

  /// Whether bytes are four decimal numbers without leading zeros.
  static func isIPv4(_ bytes: some Collection<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return false }
    return parts.allSatisfy { part in
      guard (1...3).contains(part.count), part.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
        part.count == 1 || part.first != UInt8(ascii: "0")
      else { return false }
      return part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } < 256
    }
  }

  /// Whether a text is an IPv6 address (RFC 4291, section 2.2).
  static func isIPv6(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    let colon = UInt8(ascii: ":")
    var groups = 0
    var hasGap = false
    var place = 0
    while place < bytes.count {
      if bytes[place] == colon {
        guard place + 1 < bytes.count, bytes[place + 1] == colon, !hasGap else { return false }
        hasGap = true
        groups += 1
        place += 2
        continue
      }
      let start = place
      while place < bytes.count, Unicode.Scalar(bytes[place]).hexadecimalValue != nil { place += 1 }
      if place < bytes.count, bytes[place] == UInt8(ascii: ".") {
        guard isIPv4(bytes[start...]) else { return false }
        groups += 2
        place = bytes.count
        break
      }
      guard (1...4).contains(place - start) else { return false }
      groups += 1
      guard place < bytes.count else { break }
      guard bytes[place] == colon, place + 1 < bytes.count else { return false }
      if bytes[place + 1] != colon { place += 1 }
    }
    return hasGap ? groups <= 8 : groups == 8
  }

  /// Whether a text is a mailbox (RFC 5321, section 4.1.2; RFC 6531 when international).
  static func isEmail(_ text: String, isInternational: Bool) -> Bool {
    guard let at = text.unicodeScalars.lastIndex(of: "@") else { return false }
    let local = text.unicodeScalars[..<at]
    let domain = String(text.unicodeScalars[text.unicodeScalars.index(after: at)...])
    guard isLocalPart(local, isInternational: isInternational) else { return false }
    if domain.hasPrefix("["), domain.hasSuffix("]") {
      let address = domain.dropFirst().dropLast()
      if address.lowercased().hasPrefix("ipv6:") { return isIPv6(address.dropFirst(5)) }
      return isIPv4(address.utf8)
    }
    return isInternational ? InternationalHost.isHostname(domain) : isHostname(domain)
  }

  private static func isLocalPart(
    _ local: Substring.UnicodeScalarView,
    isInternational: Bool
  ) -> Bool {
    guard !local.isEmpty, String(local).utf8.count <= 64 else { return false }
    if local.first == "\"" { return isQuoted(local, isInternational: isInternational) }
    let atoms = local.split(separator: ".", omittingEmptySubsequences: false)
    return atoms.allSatisfy { atom in
      !atom.isEmpty
        && atom.allSatisfy { scalar in
          scalar.isASCII
            ? isAlphanumeric(UInt8(scalar.value))
              || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
            : isInternational
        }
    }
  }

  private static func isQuoted(
    _ local: Substring.UnicodeScalarView,
    isInternational: Bool
  ) -> Bool {
    var scalars = local.dropFirst().makeIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": return scalars.next() == nil
      case "\\":
        guard let escaped = scalars.next(), (0x20...0x7E).contains(escaped.value) else {
          return false
        }
      default:
        guard (0x20...0x7E).contains(scalar.value) || !scalar.isASCII && isInternational else {
          return false
        }
      }
    }
    return false
  }
}
