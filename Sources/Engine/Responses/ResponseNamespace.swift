import CurlTransport
import Documents
import Scenarios
import SessionCore

/// `response` in an expression.
struct ResponseNamespace: ExpressionNamespace {
  let response: ResponseContext

  let memberNames = allNames

  private static let allNames =
    ([
      "attempts", "cookies", "headers", "hops", "http", "ip", "reason", "redirects", "size",
      "status",
      "text", "time", "url",
    ] + BodyFormat.all.filter { $0.response != nil }.map(\.name)).sorted()

  func member(_ name: String) throws(ExpressionFailure) -> ScopeValue? {
    switch name {
    case "status": .value(.number(JSONNumber(response.response.status)))
    case "reason": .value(.string(response.reason))
    case "http": .value(.string(response.response.version))
    case "url": .value(.string(response.response.url.text))
    case "headers": .namespace(HeadersNamespace(headers: response.response.headers))
    case "cookies": .namespace(CookiesNamespace(cookies: response.setCookies))
    case "text":
      .value(.string(try decoded(response.text(forExpression: true))))
    case "size": .value(.number(JSONNumber(response.bodyCount)))
    case "time": .value(.number(response.milliseconds))
    case "redirects": .value(.number(JSONNumber(response.metrics.redirectCount)))
    case "hops": .value(response.redirects)
    case "attempts": .value(.number(JSONNumber(response.attempt)))
    case "ip": response.address.map { .value(.string($0)) } ?? .nothing
    case _: try value(named: name).map { .value($0) }
    }
  }

  /// The body as a value of a format.
  private func value(named name: String) throws(ExpressionFailure) -> JSONValue? {
    guard let format = BodyFormat.named(name), format.response != nil else { return nil }
    guard case .tree(let value) = try decoded(response.decoded(as: format)).content else {
      return nil
    }
    return value
  }

  private func decoded<Value>(
    _ make: @autoclosure () throws(ResponseContext.DecodingFailure) -> Value
  ) throws(ExpressionFailure) -> Value {
    do throws(ResponseContext.DecodingFailure) {
      return try make()
    } catch {
      var failure = ExpressionFailure(error.message)
      failure.blamesResponse = !error.isLimit
      throw failure
    }
  }
}

/// `response.headers["X"]`: a field's value, or the values of a repeated one as a list.
struct HeadersNamespace: ExpressionNamespace {
  let headers: HTTPHeaders

  // Any name may be asked for.
  let memberNames: [String] = []

  func member(_ name: String) throws(ExpressionFailure) -> ScopeValue? {
    let values = headers.values(name)
    switch values.count {
    case 0: return .nothing
    case 1: return .value(.string(values[0]))
    case _: return .value(.array(values.map { .string($0) }))
    }
  }
}

/// `response.cookies["X"]`: the value of a cookie that the response sets.
struct CookiesNamespace: ExpressionNamespace {
  let cookies: [Cookie]

  // Any name may be asked for.
  let memberNames: [String] = []

  func member(_ name: String) throws(ExpressionFailure) -> ScopeValue? {
    cookies.last { $0.name == name }.map { .value(.string($0.value)) } ?? .nothing
  }
}

extension JSONNumber {
  /// A time in seconds as milliseconds with three decimals.
  static func milliseconds(_ seconds: Double) -> JSONNumber {
    JSONNumber((seconds * 1_000_000).rounded() / 1_000) ?? JSONNumber(0)
  }
}

extension ResponseContext {
  /// The reason phrase, or the registered one where the server gave none.
  var reason: String {
    response.reason.isEmpty ? response.statusPhrase : response.reason
  }

  /// The address of the server.
  var address: String? {
    if let address = response.remoteAddress { return address }
    let address = metrics.hops.last?.transfer.remoteAddress ?? ""
    return address.isEmpty ? nil : address
  }

  /// How long the attempt took, in milliseconds with three decimals.
  var milliseconds: JSONNumber { .milliseconds(duration) }

  /// The cookies that the response sets; one that it deletes is none.
  ///
  /// Redirects and challenges before the response set cookies of the session, not of the response.
  var setCookies: [Cookie] { cookieChanges.filter { !isDeletion($0) } }

  /// What the response last does to the cookie of each name: it sets or deletes it.
  var cookieChanges: [Cookie] {
    var changes: [Cookie] = []
    for cookie in cookieFields {
      changes.removeAll { $0.name == cookie.name }
      changes.append(cookie)
    }
    return changes
  }

  /// What its `Set-Cookie` fields say, each by itself; a field that is not accepted says nothing.
  var cookieFields: [Cookie] {
    response.headers.values("Set-Cookie").compactMap {
      Cookie(setCookie: $0, from: response.url, now: receivedAt)
    }
  }

  /// Whether a `Set-Cookie` deletes its cookie: it ended before it came.
  func isDeletion(_ cookie: Cookie) -> Bool { cookie.isExpired(at: receivedAt) }
}
