import Documents

/// Redirects and statuses.
enum RedirectRoutes {
  static let all = [
    Route("*", "/redirects/loop", "Redirects to itself") { _ in
      redirect(to: "/redirects/loop", status: 302)
    },
    Route("*", "/redirects/{count}", "Redirects so many times: ?status=302", chain),
    Route("*", "/redirect-to", "Redirects to ?url=&status=302", redirectTo),
    Route("*", "/status/{code}", "Answers with that status, 200 to 599", status),
  ]

  @Sendable private static func chain(_ call: Call) throws(Problem) -> HTTPResponse {
    let count = try call.pathInteger("count", in: 0...100)
    let status = try call.integer("status", default: 302, in: 300...399)
    guard count > 0 else {
      return .json(["redirects": "done", "method": .string(call.request.method)])
    }
    let query = call.request.query.map { "?\($0)" } ?? ""
    return redirect(to: "/redirects/\(count - 1)\(query)", status: status)
  }

  @Sendable private static func redirectTo(_ call: Call) throws(Problem) -> HTTPResponse {
    let status = try call.integer("status", default: 302, in: 300...399)
    guard let url = call.query("url") else {
      throw .invalid("url", "required")
    }
    return redirect(to: url, status: status)
  }

  @Sendable private static func status(_ call: Call) throws(Problem) -> HTTPResponse {
    let status = try call.pathInteger("code", in: 200...599)
    if status == 204 || status == 304 { return .empty(status) }
    let response = HTTPResponse.json(["status": .integer(status)], status: status)
    switch status {
    case 300..<400: return response.with("Location", "/")
    case 401: return response.with("WWW-Authenticate", "Basic realm=\"curlew demo\"")
    case 429, 503: return response.with("Retry-After", "0")
    default: return response
    }
  }

  private static func redirect(to url: String, status: Int) -> HTTPResponse {
    HTTPResponse.text("see \(url)\n", status: status).with("Location", url)
  }
}
