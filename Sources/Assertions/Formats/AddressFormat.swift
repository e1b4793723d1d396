/// Names and addresses of hosts and mailboxes.
enum AddressFormat: Sendable {
  /// Four numbers of 0 to 255 without leading zeros (RFC 3986, `IPv4address`).
  static func isIPv4(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count <= 15 else { return false }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return false }
    return parts.allSatisfy { part in
      guard (1...3).contains(part.count), part.allSatisfy(\.isDigit) else { return false }
      guard part.count == 1 || part.first != UInt8(ascii: "0") else { return false }
      return part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
    }
  }

  /// An address of RFC 4291, without zone; the last 32 bits may be written as IPv4.
  static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= 2, bytes.count <= 45 else { return false }
    let colon = UInt8(ascii: ":")
    var groups = bytes.split(separator: colon, omittingEmptySubsequences: false)
    var isShortened = false
    if let gap = groups.indices.dropFirst().dropLast().first(where: { groups[$0].isEmpty }) {
      isShortened = true
      groups.remove(at: gap)
      // `::` at an end leaves a second empty group there.
      if gap == 1, groups.first?.isEmpty == true { groups.removeFirst() }
      if gap == groups.count - 1 || groups.count == 1, groups.last?.isEmpty == true {
        groups.removeLast()
      }
    }
    var width = 0
    for (index, group) in groups.enumerated() {
      if index == groups.count - 1, bytes.last != colon, group.contains(UInt8(ascii: ".")) {
        guard isIPv4(group) else { return false }
        width += 2
      } else {
        guard (1...4).contains(group.count), group.allSatisfy(\.isHexadecimal) else {
          return false
        }
        width += 1
      }
    }
    return isShortened ? width <= 7 : width == 8
  }

  /// A name of RFC 1123 section 2.1: labels of letters, digits and inner hyphens.
  static func isHostname(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !bytes.isEmpty, bytes.count <= 253 else { return false }
    let hyphen = UInt8(ascii: "-")
    return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { label in
        (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
          && label.allSatisfy { $0.isLetter || $0.isDigit || $0 == hyphen }
      }
  }

  /// A mailbox of RFC 5321 section 4.1.2, with a dotted or quoted local part.
  static func isEmail(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count <= 254, let at = bytes.lastIndex(of: UInt8(ascii: "@")) else { return false }
    let local = bytes[..<at]
    let domain = bytes[(at + 1)...]
    guard !local.isEmpty, local.count <= 64, isLocalPart(local) else { return false }
    if domain.first == UInt8(ascii: "["), domain.last == UInt8(ascii: "]") {
      let literal = domain.dropFirst().dropLast()
      let tag = Array("IPv6:".utf8)
      return literal.starts(with: tag) ? isIPv6(literal.dropFirst(tag.count)) : isIPv4(literal)
    }
    return isHostname(domain)
  }

  private static func isLocalPart(_ bytes: ArraySlice<UInt8>) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard bytes.first == quote else {
      return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .allSatisfy { atom in
          !atom.isEmpty
            && atom.allSatisfy { $0.isLetter || $0.isDigit || atomCharacters.contains($0) }
        }
    }
    guard bytes.count >= 2, bytes.last == quote else { return false }
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
      guard (0x20...0x7E).contains(byte) else { return false }
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == quote {
        return false
      }
    }
    return !isEscaped
  }

  private static let atomCharacters = Set("!#$%&'*+-/=?^_`{|}~".utf8)
}
