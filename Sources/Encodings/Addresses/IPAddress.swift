import Glibc

/// Tells addresses from names by their spelling alone.
public enum IPAddress: Sendable {
  /// Whether a text is a dotted IPv4 address of four decimal numbers from 0 to 255.
  ///
  /// - Parameters:
  ///   - text: nothing may stand around the address.
  ///   - allowsLeadingZeros: whether a number may begin with zeros, which `IPv4address` of RFC 3986
  ///     forbids and resolvers take.
  /// - Returns: `false` for a name.
  public static func isIPv4(
    _ text: some StringProtocol,
    allowsLeadingZeros: Bool = false
  ) -> Bool {
    guard text.utf8.count <= 15 else { return false }
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        (1...3).contains(part.count) && part.allSatisfy(\.isASCIIDigit)
          && (allowsLeadingZeros || part.count == 1 || part.first != UInt8(ascii: "0"))
          && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 255
      }
  }

  /// Whether a text is an IPv6 address (RFC 4291 section 2.2), without brackets, without zone.
  ///
  /// - Parameter text: the last 32 bits may be written as IPv4, without leading zeros.
  /// - Returns: `false` for a name.
  public static func isIPv6(_ text: some StringProtocol) -> Bool {
    // The function reads up to a zero byte.
    guard text.utf8.count <= 45, !text.utf8.contains(0) else { return false }
    var address = in6_addr()
    return unsafe inet_pton(AF_INET6, String(text), &address) == 1
  }

  /// Whether a URI's host is an address: dotted IPv4, perhaps with leading zeros, or in brackets.
  public static func isAddress(host: String) -> Bool {
    host.utf8.first == UInt8(ascii: "[") || isIPv4(host, allowsLeadingZeros: true)
  }
}
