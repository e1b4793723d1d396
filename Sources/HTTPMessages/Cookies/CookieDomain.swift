import CPSL
import Encodings

/// Which hosts belong to a cookie's domain.
enum CookieDomain {
  /// Domain-match of RFC 6265 section 5.1.3; both in lower case.
  static func matches(host: String, domain: String) -> Bool {
    if host == domain { return true }
    let host = host.utf8
    let domain = domain.utf8
    guard host.count > domain.count, host.suffix(domain.count).elementsEqual(domain),
      host.dropLast(domain.count).last == UInt8(ascii: ".")
    else { return false }
    return !IPAddress.isAddress(host: String(Substring(host[...])))
  }

  /// Whether anybody can have a name directly under the domain, so that no cookie may span it.
  ///
  /// What the public suffix list that libpsl holds says, its private part included (`github.io`); a
  /// single label always is one.
  ///
  /// - Parameter domain: in lower case and in ASCII, as hosts of URLs are.
  /// - Returns: whether it is on the list.
  static func isPublicSuffix(_ domain: String) -> Bool {
    guard domain.utf8.contains(UInt8(ascii: ".")) else { return true }
    // Without a list of its own libpsl has none to give.
    guard let list = unsafe psl_builtin() else { return false }
    return unsafe psl_is_public_suffix(list, domain) != 0
  }

  /// Whether a host is this machine, which is as private as TLS.
  static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.") && IPAddress.isIPv4(host, allowsLeadingZeros: true)
  }
}
