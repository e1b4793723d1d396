extension CookieJar {
  /// The jar as a cookie file that curl and wget read.
  ///
  /// A line has seven fields: domain, whether its hosts get it, path, secure, end in seconds since
  /// 1970 (0 for the session), name, value. HTTP-only cookies are marked as curl does. `SameSite`
  /// has no place in this format.
  public var netscapeText: String {
    var text = "# Netscape HTTP Cookie File\n"
    for cookie in cookies {
      let fields = [
        (cookie.isHTTPOnly ? "#HttpOnly_" : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
        cookie.isHostOnly ? "FALSE" : "TRUE",
        cookie.path,
        cookie.isSecure ? "TRUE" : "FALSE",
        String(Int64(max(0, min(cookie.expires ?? 0, 253_402_300_799)))),
        cookie.name,
        cookie.value,
      ]
      // A tab cannot be told from the end of a field.
      if fields.contains(where: { $0.utf8.contains { $0 < 0x20 } }) { continue }
      text += fields.joined(separator: "\t") + "\n"
    }
    return text
  }

  /// Reads a cookie file; lines that are none are passed over, ended cookies left out.
  public init(netscapeText: String, now: Double) {
    self.init()
    for line in netscapeText.split(whereSeparator: \.isNewline) {
      var line = line
      let isHTTPOnly = line.hasPrefix("#HttpOnly_")
      if isHTTPOnly {
        line = line.dropFirst("#HttpOnly_".count)
      } else if line.hasPrefix("#") {
        continue
      }
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 7, let end = Int64(fields[4]), !fields[5].isEmpty,
        fields[2].hasPrefix("/")
      else { continue }
      let domain = fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0]
      if domain.isEmpty { continue }
      let cookie = Cookie(
        name: fields[5],
        value: fields[6],
        domain: domain,
        isHostOnly: fields[1].uppercased() != "TRUE",
        path: fields[2],
        expires: end > 0 ? Double(end) : nil,
        isSecure: fields[3].uppercased() == "TRUE",
        isHTTPOnly: isHTTPOnly
      )
      set(cookie, now: now)
    }
  }
}
