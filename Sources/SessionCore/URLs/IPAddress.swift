/// Tells addresses from names by their spelling alone.
enum IPAddress {
  /// Whether the text is a dotted IPv4 address of four decimal numbers.
  static func isIPv4(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) }
          && UInt8(part) != nil
      }
  }

  /// Whether the text is an IPv6 address (RFC 4291 section 2.2), without brackets, without zone.
  static func isIPv6(_ text: some StringProtocol) -> Bool {
    guard text.utf8.count >= 2, text.utf8.count <= 45 else { return false }
    var groups = String(text).split(separator: ":", omittingEmptySubsequences: false)
      .map { String($0) }
    guard groups.count >= 3 else { return false }
    var needed = 8
    if let last = groups.last, last.utf8.contains(UInt8(ascii: ".")) {
      guard isIPv4(last) else { return false }
      groups.removeLast()
      needed = 6
      if groups.last?.isEmpty == true { groups.append("") }
    }
    // "::" at either end leaves two empty groups there, inside the address one.
    if groups.first?.isEmpty == true {
      guard groups.count > 1, groups[1].isEmpty else { return false }
      groups.removeFirst()
    }
    if groups.last?.isEmpty == true {
      guard groups.count > 1, groups[groups.count - 2].isEmpty else { return false }
      groups.removeLast()
    }
    let empties = groups.count { $0.isEmpty }
    let filled = groups.filter { !$0.isEmpty }
    guard
      filled.allSatisfy({ $0.utf8.count <= 4 && UInt16($0, radix: 16) != nil && $0.first != "+" })
    else { return false }
    return switch empties {
    case 0: filled.count == needed
    case 1: filled.count < needed
    case _: false
    }
  }

  /// Whether a URI's host is an address: dotted IPv4, or IPv6 in brackets.
  static func isAddress(host: String) -> Bool {
    host.utf8.first == UInt8(ascii: "[") || isIPv4(host)
  }
}
