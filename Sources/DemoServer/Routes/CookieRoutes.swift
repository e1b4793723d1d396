import Documents
import HTTPMessages

/// Cookies: echoed, set with any attributes, ended.
enum CookieRoutes {
  static let all = [
    Route("GET", "/cookies", "The cookies that were sent") { call in
      .json(["cookies": .grouped(call.cookies)])
    },
    Route("GET", "/cookies/set", "Sets a cookie: ?name=&value=&path=&max-age=&http-only=…", set),
    Route("GET", "/cookies/expire", "Ends a cookie: ?name=&path=", expire),
  ]

  @Sendable private static func set(_ call: Call) throws(Problem) -> HTTPResponse {
    let name = try name(call)
    var cookie = "\(name)=\(try attribute("value", call) ?? "")"
    cookie += "; Path=\(try attribute("path", call) ?? "/")"
    let attributes = [
      ("domain", "Domain"), ("max-age", "Max-Age"), ("expires", "Expires"),
      ("same-site", "SameSite"),
    ]
    for (parameter, attributeName) in attributes {
      if let value = try attribute(parameter, call) { cookie += "; \(attributeName)=\(value)" }
    }
    if call.query("secure") == "true" { cookie += "; Secure" }
    if call.query("http-only") == "true" { cookie += "; HttpOnly" }
    return .json(["set": .string(name)]).with("Set-Cookie", cookie)
  }

  @Sendable private static func expire(_ call: Call) throws(Problem) -> HTTPResponse {
    let name = try name(call)
    let path = try attribute("path", call) ?? "/"
    return .json(["expired": .string(name)]).with("Set-Cookie", expiring(name, path: path))
  }

  /// A cookie that ends at once.
  static func expiring(_ name: String, path: String) -> String {
    "\(name)=; Path=\(path); Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT"
  }

  private static func name(_ call: Call) throws(Problem) -> String {
    let name = call.query("name") ?? ""
    guard HTTPHeaders.isName(name) else {
      throw .invalid("name", "expected a cookie's name")
    }
    return name
  }

  private static func attribute(_ name: String, _ call: Call) throws(Problem) -> String? {
    guard let value = call.query(name) else { return nil }
    guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x3B && $0 != 0x7F }) else {
      throw .invalid(name, "neither a semicolon nor a control character is allowed")
    }
    return value
  }
}
