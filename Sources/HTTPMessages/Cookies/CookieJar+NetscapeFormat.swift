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
        String(Int64(max(0, min(cookie.expires ?? 0, Cookie.latestEnd)))),
        cookie.name,
        cookie.value,
      ]
      // A tab cannot be distinguished from the end of a field.
      if fields.contains(where: { $0.utf8.contains { $0 < 0x20 } }) { continue }
      text += fields.joined(separator: "\t") + "\n"
    }
    return text
  }

  /// Reads a cookie file; lines that are none are passed over, ended cookies left out.
  ///
  /// A line must have what a `Set-Cookie` may have: control characters, a `;` or more than 4096
  /// bytes of name and value are refused.
  public init(netscapeText: String, now: Double) {
    self.init()
    for line in Self.lines(of: netscapeText) {
      if let cookie = Self.cookie(inLine: line) { set(cookie, now: now) }
    }
  }

  /// The first line of a cookie file that is neither a cookie nor empty nor a comment.
  ///
  /// - Parameter text: the whole file.
  /// - Returns: its number from 1; `nil` when there is none.
  public static func firstUnreadableLine(inNetscapeText text: String) -> Int? {
    lines(of: text).firstIndex { line in
      let isComment = line.hasPrefix("#") && !line.hasPrefix(httpOnlyMark)
      return !isComment && !line.utf8.allSatisfy { $0 <= 0x20 } && cookie(inLine: line) == nil
    }.map { $0 + 1 }
  }

  private static let httpOnlyMark = "#HttpOnly_"

  /// The lines, split by bytes: Unicode knows more ends of lines, and those may stand in a value.
  private static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      Substring(line.last == 0x0D ? line.dropLast() : line)
    }
  }

  private static func cookie(inLine line: Substring) -> Cookie? {
    var line = line
    let isHTTPOnly = line.hasPrefix(httpOnlyMark)
    if isHTTPOnly {
      line = line.dropFirst(httpOnlyMark.count)
    } else if line.hasPrefix("#") {
      return nil
    }
    let fields = line.utf8.split(separator: 0x09, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard fields.count == 7, let end = Int64(fields[4]), canBeSent(fields[5], fields[6]),
      fields[2].utf8.first == UInt8(ascii: "/"),
      fields.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } })
    else { return nil }
    let domain = fields[0].hasPrefix(".") ? String(fields[0].dropFirst()) : fields[0]
    if domain.isEmpty { return nil }
    return Cookie(
      name: fields[5],
      value: fields[6],
      domain: domain,
      isHostOnly: fields[1].uppercased() != "TRUE",
      path: fields[2],
      expires: end > 0 ? min(Double(end), Cookie.latestEnd) : nil,
      isSecure: fields[3].uppercased() == "TRUE",
      isHTTPOnly: isHTTPOnly
    )
  }

  private static func canBeSent(_ name: String, _ value: String) -> Bool {
    !name.isEmpty && name.utf8.count + value.utf8.count <= 4096
      && !name.utf8.contains { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
      && !value.utf8.contains(UInt8(ascii: ";"))
  }
}
