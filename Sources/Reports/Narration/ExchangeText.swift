import Diagnostics
import RunEvents

/// Requests and responses as text, harmless for a terminal.
enum ExchangeText {
  /// `POST /orders → 201 in 12 ms`.
  static func summary(of exchange: Exchange, duration: Double) -> String {
    let time = NumberText.duration(exchange.timings.total > 0 ? exchange.timings.total : duration)
    let method = SafeText.line(exchange.request.method, limit: 40)
    guard let response = exchange.response else {
      let url = SafeText.line(exchange.request.url, limit: 200)
      return "\(method) \(url) → \(exchange.missingResponse) in \(time)"
    }
    let path = SafeText.line(path(of: exchange.request.url), limit: 120)
    return "\(method) \(path) → \(response.status) in \(time)"
  }

  /// The path and query of a URL; the whole text when it has no host.
  static func path(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let rest = url[scheme.upperBound...]
    guard let start = rest.firstIndex(where: { "/?#".contains($0) }) else { return "/" }
    return rest[start] == "/" ? String(rest[start...]) : "/" + rest[start...]
  }

  /// The whole exchange, redirects first, in the manner of `curl -v`.
  ///
  /// - Parameters:
  ///   - exchange: the request and its response.
  ///   - bodyLimit: how many bytes of each body are shown.
  /// - Returns: the lines, each with `>` or `<` before it.
  static func lines(of exchange: Exchange, bodyLimit: Int) -> [String] {
    // What was redirected carries no redirects of its own; the depth is one.
    let all = exchange.redirects + [exchange]
    return all.flatMap { single($0, bodyLimit: bodyLimit) }
  }

  private static func single(_ exchange: Exchange, bodyLimit: Int) -> [String] {
    let request = exchange.request
    var lines = [
      SafeText.line("> \(request.method) \(request.url)", limit: 4_000)
    ]
    lines += fields(request.fields, mark: ">")
    if let body = request.body { lines += self.body(body, mark: ">", limit: bodyLimit) }
    guard let response = exchange.response else { return lines + ["< \(exchange.missingResponse)"] }
    lines.append(
      SafeText.line("< HTTP/\(response.version) \(response.status) \(response.reason)")
    )
    lines += fields(response.fields, mark: "<")
    return lines + body(response.body, mark: "<", limit: bodyLimit)
  }

  private static func fields(_ fields: [Exchange.Field], mark: String) -> [String] {
    var lines = fields.prefix(200).map {
      SafeText.line("\(mark) \($0.name): \($0.value)", limit: 2_000)
    }
    if fields.count > 200 { lines.append("\(mark) … and \(fields.count - 200) more fields") }
    return lines
  }

  private static func body(_ body: Exchange.Body, mark: String, limit: Int) -> [String] {
    if body.bytes.isEmpty {
      guard let count = body.count, count > 0 else { return [] }
      return [mark, "\(mark) (\(NumberText.count(Int(count), "byte")))"]
    }
    // As git tells them apart; an image on a terminal helps nobody.
    if body.bytes.prefix(8_000).contains(0) {
      let count = NumberText.count(body.count.map { Int($0) } ?? body.bytes.count, "byte")
      let type = body.mediaType.map { " of " + SafeText.line($0, limit: 100) } ?? ""
      return [mark, "\(mark) (\(count)\(type), no text)"]
    }
    let text = SafeText.lines(
      SafeText.body(body.bytes, count: body.count, limit: limit),
      limit: limit + 100
    )
    return [mark]
      + text.split(separator: "\n", omittingEmptySubsequences: false).map { "\(mark) \($0)" }
  }
}

extension Exchange {
  /// What is shown in place of a response.
  fileprivate var missingResponse: String {
    isHeadCut ? "a response cut in its head" : "no response"
  }
}
