import Diagnostics
import Documents
import Scenarios

extension HurlLowering {
  private typealias Entry = ScenarioNode.Entry

  /// The steps of an entry: one for each variable that it sets, and the request.
  mutating func steps(_ entry: HurlEntry, comments: [HurlComment]) -> [ScenarioNode] {
    var options = EntryOptions(redirectLimit: settings.redirectLimit)
    for case .options(let rows) in entry.request.sections.map(\.rows) {
      for row in rows { read(row, into: &options) }
    }
    coercesJSONPath = options.coercesJSONPath
    var around: [Entry] = []
    if let name = name(of: entry, comments) { around.append(.init("step", name)) }
    if let when = options.when { around.append(.init("when", when)) }
    if let turns = options.turns { around.append(.init("repeat", turns)) }
    var request = request(entry, options)
    let changes = comments.compactMap { comment in
      Self.cookieChange(in: comment).map { ScenarioNode.text($0, at: comment.range) }
    }
    if let first = changes.first { request.append(.init("jar", .list(changes, at: first.range))) }
    guard let delay = options.delay else {
      return options.sets + [.map(around + request, at: entry.range)]
    }
    let wait = ScenarioNode.map([.init("wait", delay)], at: delay.range)
    let steps = [wait, .map(request, at: entry.range)]
    let group = Entry("steps", .list(steps, at: entry.range), at: entry.request.method.range)
    return options.sets + [.map(around + [group], at: entry.range)]
  }

  /// What reports call an entry: the comment right above it, else its method and URL as they are written, where such a title is wanted.
  private func name(of entry: HurlEntry, _ comments: [HurlComment]) -> ScenarioNode? {
    if let comment = comments.last(where: { Self.cookieChange(in: $0) == nil }),
      Self.tags(in: comment) == nil
    {
      let text = comment.text.drop { "# \t".contains($0) }
      let name = text.prefix(text.count - text.reversed().prefix { " \t".contains($0) }.count)
      if !name.isEmpty { return .text(String(name), at: comment.range) }
    }
    guard settings.writesTitles else { return nil }
    let (method, url) = (entry.request.method, entry.request.url)
    return .text("\(method.value) \(url.range.text)", at: method.range.joined(to: url.range))
  }

  /// The keys of the request of an entry.
  private mutating func request(_ entry: HurlEntry, _ options: EntryOptions) -> [ScenarioNode.Entry]
  {
    let request = entry.request
    let url = text(request.url, as: .url)
    var entries: [Entry] = []
    let method = request.method
    if Self.methods.contains(method.value) {
      entries.append(.init(method.value, url, at: method.range))
    } else {
      let line: [Entry] = [
        .init("method", .text(method.value, at: method.range)), .init("url", url),
      ]
      entries.append(.init("request", .map(line, at: method.range.joined(to: url.range))))
    }
    entries += fields(of: request, options)
    if let auth = authentication(request, options) { entries.append(auth) }
    if let path = options.save { entries.append(.init("save", path)) }
    let settings = options.settings(at: request.range)
    if !settings.isEmpty { entries.append(.init("options", .map(settings, at: request.range))) }
    if let retry = options.retry(at: request.range) { entries.append(.init("retry", retry)) }
    if let response = entry.response { entries += self.response(response) }
    return entries
  }

  /// The methods that are keys of a step.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
  ]

  /// The keys for what must come back.
  private mutating func response(_ response: HurlResponse) -> [ScenarioNode.Entry] {
    var expect: [Entry] = []
    let (version, status) = (response.version, response.status)
    if let code = status.value {
      expect.append(.init("status", .number(code, at: status.range)))
    }
    if version.value != .any {
      let number = String(version.value.rawValue.dropFirst("HTTP/".count))
      expect.append(.init("http", .text(number, at: version.range)))
    }
    var that: [ScenarioNode] = response.headers.map { header in
      .map(
        [
          .init("header", text(header.name)), .init("all", .bool(true, at: header.name.range)),
          .init("contains", strictText(header.value), at: header.range),
        ],
        at: header.range
      )
    }
    if let body = response.body { expected(body, &that, &expect) }
    var captures: [Entry] = []
    for section in response.sections {
      switch section.rows {
      case .captures(let rows): captures += self.captures(rows)
      case .assertions(let rows): that += rows.compactMap { assertion($0) }
      case .fields, .parts, .options: break
      }
    }
    if let first = that.first, let last = that.last {
      expect.append(.init("that", .list(that, at: first.range.joined(to: last.range))))
    }
    var entries: [Entry] = []
    if !captures.isEmpty {
      entries.append(.init("capture", .map(captures, at: response.range)))
    }
    if !expect.isEmpty { entries.append(.init("expect", .map(expect, at: response.range))) }
    return entries
  }
}
