import Documents
import Encodings
import RunEvents

/// An exchange as HAR 1.2 has it.
enum HAREntry {
  /// The entries of an attempt: the redirects that were followed, then the exchange itself.
  ///
  /// - Parameters:
  ///   - attempt: what was exchanged.
  ///   - page: the identifier of the page, the scenario.
  ///   - comment: the name of the step.
  /// - Returns: empty when nothing was sent.
  static func entries(of attempt: StepReport.Attempt, page: String, comment: String) -> [JSONValue]
  {
    guard let exchange = attempt.exchange else { return [] }
    var startedAt = attempt.startedAt
    return (exchange.redirects + [exchange]).map { exchange in
      defer { startedAt += max(0, exchange.timings.total) }
      return entry(exchange, startedAt: startedAt, page: page, comment: comment)
    }
  }

  private static func entry(
    _ exchange: Exchange,
    startedAt: Double,
    page: String,
    comment: String
  ) -> JSONValue {
    let parts = timings(exchange.timings)
    // HAR 1.2: the sum of the timings without those of -1; `ssl` is inside `connect`.
    let time = parts.filter { $0.name != "ssl" && $0.milliseconds > 0 }
      .reduce(0) { $0 + $1.milliseconds }
    return .members([
      ("pageref", .string(page)),
      ("startedDateTime", .string(DateText.iso8601(startedAt))),
      ("time", milliseconds(time)),
      ("request", request(exchange)),
      ("response", response(exchange)),
      ("cache", .object(JSONObject())),
      ("timings", .members(parts.map { ($0.name, milliseconds($0.milliseconds)) })),
      ("serverIPAddress", .text(exchange.address)),
      ("comment", .string(comment)),
    ])
  }

  private static func request(_ exchange: Exchange) -> JSONValue {
    let request = exchange.request
    return .members([
      ("method", .string(request.method)),
      ("url", .string(request.url)),
      ("httpVersion", .string(exchange.response.map { "HTTP/\($0.version)" } ?? "unknown")),
      ("cookies", cookies(request.fields)),
      ("headers", headers(request.fields)),
      ("queryString", query(of: request.url)),
      ("postData", request.body.map(postData)),
      ("headersSize", -1),
      ("bodySize", size(request.body?.count ?? 0)),
    ])
  }

  private static func response(_ exchange: Exchange) -> JSONValue {
    let response = exchange.response
    let location = response?.fields.first { $0.name.lowercased() == "location" }?.value
    return .members([
      ("status", .int(response?.status ?? 0)),
      ("statusText", .string(response?.reason ?? "")),
      ("httpVersion", .string(response.map { "HTTP/\($0.version)" } ?? "")),
      ("cookies", []),
      ("headers", headers(response?.fields ?? [])),
      ("content", content(response?.body)),
      ("redirectURL", .string(location ?? "")),
      ("headersSize", -1),
      ("bodySize", size(response == nil ? nil : response?.body.count)),
    ])
  }

  private static func content(_ body: Exchange.Body?) -> JSONValue {
    guard let body else { return ["size": 0, "mimeType": ""] }
    let text = String(validating: body.bytes, as: UTF8.self)
    return .members([
      ("size", size(body.count)),
      ("mimeType", .string(body.mediaType ?? "application/octet-stream")),
      ("text", .string(text ?? Base64.encode(body.bytes))),
      ("encoding", text == nil ? "base64" : nil),
      ("comment", body.isCut ? "the text is only the start of the body" : nil),
    ])
  }

  private static func postData(_ body: Exchange.Body) -> JSONValue {
    let text = String(validating: body.bytes, as: UTF8.self)
    return .members([
      ("mimeType", .string(body.mediaType ?? "application/octet-stream")),
      ("text", .string(text ?? String(decoding: body.bytes, as: UTF8.self))),
      (
        "comment",
        text == nil ? "bytes that are no UTF-8 are replaced" : body.isCut ? "cut" : nil
      ),
    ])
  }

  private static func headers(_ fields: [Exchange.Field]) -> JSONValue {
    .array(fields.map { ["name": .string($0.name), "value": .string($0.value)] })
  }

  /// The cookies of a request, as its fields have them.
  private static func cookies(_ fields: [Exchange.Field]) -> JSONValue {
    let pairs = fields.filter { $0.name.lowercased() == "cookie" }
      .flatMap { $0.value.split(separator: ";").prefix(1_000) }
    return .array(pairs.map { pair($0.drop { $0 == " " }) })
  }

  private static func query(of url: String) -> JSONValue {
    let rest = url.prefix { $0 != "#" }
    guard let mark = rest.firstIndex(of: "?") else { return [] }
    let pairs = rest[rest.index(after: mark)...].split(separator: "&")
    return .array(pairs.prefix(1_000).map(pair))
  }

  private static func pair(_ text: Substring) -> JSONValue {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return [
      "name": .string(String(parts[0])),
      "value": .string(parts.count > 1 ? String(parts[1]) : ""),
    ]
  }

  private static func size(_ count: Int64?) -> JSONValue { .int(count.map { Int($0) } ?? -1) }

  private static func milliseconds(_ value: Double) -> JSONValue {
    value < 0 ? -1 : .seconds(value)
  }

  /// The parts of the time in milliseconds; -1 for what did not happen.
  private static func timings(_ timings: Exchange.Timings) -> [(name: String, milliseconds: Double)]
  {
    func span(_ start: Double, _ end: Double) -> Double { max(0, end - start) * 1_000 }
    let connected = max(timings.connect, timings.tls, timings.nameLookup)
    let sent = max(timings.requestStart, connected)
    // Without a response all that is left is waiting.
    let answered = timings.responseStart > 0 ? timings.responseStart : timings.total
    let isNew = !timings.reusedConnection && connected > 0
    return [
      ("blocked", -1),
      ("dns", isNew ? span(0, timings.nameLookup) : -1),
      ("connect", isNew ? span(timings.nameLookup, connected) : -1),
      ("ssl", isNew && timings.tls > 0 ? span(timings.connect, timings.tls) : -1),
      ("send", span(connected, sent)),
      ("wait", span(sent, answered)),
      ("receive", span(answered, timings.total)),
    ]
  }
}
