import Encodings

extension HTTPHeaders {
  /// All fields but those of one connection or proxy, which are not kept (RFC 9111 section 3.1).
  package var withoutConnectionFields: HTTPHeaders {
    var dropped: Set<String> = [
      "connection", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
      "proxy-connection",
    ]
    for value in values("Connection") {
      for name in value.split(separator: ",") { dropped.insert(name.trimmingBlanks.lowercased()) }
    }
    guard contains(where: { dropped.contains($0.name.lowercased()) }) else { return self }
    return HTTPHeaders(filter { !dropped.contains($0.name.lowercased()) })
  }
}
