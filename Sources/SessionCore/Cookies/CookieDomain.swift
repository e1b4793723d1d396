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
  /// Without the public suffix list at hand, these are single labels and the most common suffixes
  /// of two labels.
  static func isPublicSuffix(_ domain: String) -> Bool {
    !domain.utf8.contains(UInt8(ascii: ".")) || longSuffixes.contains(domain)
  }

  /// Whether a host is this machine, which is as private as TLS.
  static func isThisMachine(_ host: String) -> Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || host.hasPrefix("127.") && IPAddress.isIPv4(host)
  }

  private static let longSuffixes: Set<String> = [
    "ac.at", "ac.jp", "ac.nz", "ac.uk", "ac.za", "appspot.com", "asn.au", "azurewebsites.net",
    "blogspot.com", "cloudfront.net", "co.at", "co.id", "co.il", "co.in", "co.jp", "co.ke", "co.kr",
    "co.nz", "co.th", "co.uk", "co.za", "com.ar", "com.au", "com.br", "com.cn", "com.co", "com.eg",
    "com.hk", "com.mx", "com.my", "com.ng", "com.pe", "com.ph", "com.pk", "com.pl", "com.pt",
    "com.sg", "com.tr", "com.tw", "com.ua", "com.ve", "com.vn", "edu.au", "edu.cn", "edu.pl",
    "firebaseapp.com", "fly.dev", "github.io", "gitlab.io", "go.jp", "gov.au", "gov.br", "gov.cn",
    "gov.in", "gov.uk", "gv.at", "herokuapp.com", "id.au", "ltd.uk", "me.uk", "ne.jp", "net.au",
    "net.br", "net.cn", "net.nz", "net.pl", "net.uk", "netlify.app", "nhs.uk", "onrender.com",
    "or.at", "or.jp", "org.au", "org.br", "org.cn", "org.nz", "org.pl", "org.uk", "pages.dev",
    "plc.uk", "s3.amazonaws.com", "sch.uk", "vercel.app", "web.app", "workers.dev",
  ]
}
