extension FixtureRoutes {
  /// The stock routes; an unknown path gives 404.
  ///
  /// `/echo`, `/status/N`, `/json`, `/xml`, `/html`, `/png`, `/plist`, `/gzip`, `/etag`, `/range`,
  /// `/bytes/N` (with `Range`, `?etag=TAG`, `?cut=BYTES`), `/stream/N`, `/delay/MS`, `/upload`,
  /// `/redirect/N`, `/redirect-to?url=…&status=…`, `/cookies`, `/cookies/set?…`,
  /// `/basic-auth/USER/PASSWORD`, `/digest-auth/USER/PASSWORD`, `/early/STATUS`, `/fault/NAME`.
  public static var standard: Self {
    let digest = DigestRoute()
    return Self(
      answersEarly: { request in
        let parts = request.pathParts
        guard parts.count == 2 else { return false }
        return parts[0] == "early"
          || parts[0] == "fault" && FixtureFault(rawValue: parts[1])?.isEarly == true
      },
      answer: { request in
        standardAnswer(request, digest) ?? .text("no such route: \(request.path)\n", status: 404)
      }
    )
  }
}

private func standardAnswer(
  _ request: FixtureRequest,
  _ digest: DigestRoute
) -> FixtureResponse? {
  let parts = request.pathParts
  let number = parts.count > 1 ? Int(parts[1]).flatMap { $0 < 0 ? nil : $0 } : nil
  switch parts.first {
  case "echo": return .json(JSONText.describe(request))
  case "status", "early": return number.map { .status($0) }
  case "bytes":
    guard let whole = number.map({ ContentRoutes.pattern(count: $0, request) }) else { return nil }
    return request.queryValue("cut").flatMap(Int.init).map(whole.cut) ?? whole
  case "range": return ContentRoutes.pattern(count: 10_000, request)
  case "etag": return ContentRoutes.entityTag(request)
  case "json", "xml", "html", "png", "plist", "gzip": return ContentRoutes.sample(parts[0])
  case "redirect": return number.map { redirect($0) }
  case "redirect-to":
    let status = request.queryValue("status").flatMap(Int.init) ?? 302
    return request.queryValue("url").map { .redirect($0, status: status) }
  case "cookies": return cookies(request, sets: parts.count > 1)
  case "basic-auth": return parts.count == 3 ? basic(request, parts[1], parts[2]) : nil
  case "digest-auth":
    return parts.count >= 3 ? digest.answer(request, user: parts[1], password: parts[2]) : nil
  case "delay": return number.map { .json(#"{"late": true}"#).after([.wait(milliseconds: $0)]) }
  case "stream":
    let pieces = number.map { (0..<$0).map { Array("line \($0)\n".utf8) } }
    return pieces.map {
      FixtureResponse(
        200,
        headers: [("Content-Type", "text/plain")],
        body: .pieces($0),
        framing: .chunked
      )
    }
  case "upload":
    return .json(#"{"length": \#(request.bodyLength), "sha256": "\#(request.bodySHA256)"}"#)
  case "fault":
    return parts.count == 2 ? FixtureFault(rawValue: parts[1]).map { .fault($0) } : nil
  default: return nil
  }
}

private func redirect(_ count: Int) -> FixtureResponse {
  count == 0 ? .json(#"{"arrived": true}"#) : .redirect("/redirect/\(count - 1)")
}

private func cookies(_ request: FixtureRequest, sets: Bool) -> FixtureResponse {
  guard !sets else {
    var response = FixtureResponse.redirect("/cookies")
    for item in request.queryItems {
      response = response.adding("Set-Cookie", "\(item.name)=\(item.value); Path=/")
    }
    return response
  }
  let pairs = (request.header("Cookie") ?? "").split(separator: ";").map { pair in
    let parts = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
    return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
  }
  return .json("{\"cookies\": \(JSONText.object(pairs))}")
}

private func basic(
  _ request: FixtureRequest,
  _ user: String,
  _ password: String
) -> FixtureResponse {
  guard request.header("Authorization") == BasicCredential.value(user, password) else {
    return .text("who are you\n", status: 401)
      .adding("WWW-Authenticate", #"Basic realm="fixture", charset="UTF-8""#)
  }
  return .json("{\"authenticated\": true, \"user\": \(JSONText.string(user))}")
}
