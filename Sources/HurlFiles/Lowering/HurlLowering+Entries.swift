import Diagnostics
import Documents
import Scenarios

extension HurlLowering {
  private typealias Entry = ScenarioTree.Entry

  /// The steps of an entry: one for each variable that it sets, and the request.
  mutating func steps(_ entry: HurlEntry, comments: [HurlComment]) -> [ScenarioTree.Node] {
    var options = EntryOptions(redirectLimit: settings.redirectLimit)
    for case .options(let rows) in entry.request.sections.map(\.rows) {
      for row in rows { read(row, into: &options) }
    }
    coercesJSONPath = options.coercesJSONPath
    var entries: [Entry] = []
    if let name = name(of: entry, comments, isGroup: options.delay != nil) {
      entries.append(tree.entry("step", name))
    }
    if let when = options.when { entries.append(tree.entry("when", when)) }
    if let turns = options.turns { entries.append(tree.entry("repeat", turns)) }
    let sets = options.sets.map { tree.add($0) }
    guard let delay = options.delay else {
      addRequest(entry, options, comments, to: &entries)
      return sets + [tree.map(entries, at: entry.range)]
    }
    let pause = [tree.entry("wait", delay)]
    let wait = tree.map(pause, at: delay.range)
    var request: [Entry] = []
    addRequest(entry, options, comments, to: &request)
    let steps = [wait, tree.map(request, at: entry.range)]
    let list = tree.list(steps, at: entry.range)
    entries.append(tree.entry("steps", list, at: entry.request.method.range))
    return sets + [tree.map(entries, at: entry.range)]
  }

  /// What reports call an entry: the comment right above it, else its method and URL as they are written, where such a title is wanted.
  private func name(
    of entry: HurlEntry,
    _ comments: [HurlComment],
    isGroup: Bool
  ) -> ScenarioNode? {
    if let comment = comments.last(where: { Self.cookieChange(in: $0) == nil }),
      Self.tags(in: comment) == nil
    {
      let text = comment.text.drop { "# \t".contains($0) }
      let name = text.prefix(text.count - text.reversed().prefix { " \t".contains($0) }.count)
      if !name.isEmpty { return .text(String(name), at: comment.range) }
    }
    guard settings.writesTitles else { return nil }
    // A request is called so by itself where its URL is what is written.
    if !isGroup, case .literal = entry.request.url.content { return nil }
    let (method, url) = (entry.request.method, entry.request.url)
    return .text("\(method.value) \(url.range.text)", at: method.range.joined(to: url.range))
  }

  /// Adds the keys of the request of an entry, and of what must come back.
  private mutating func addRequest(
    _ entry: HurlEntry,
    _ options: EntryOptions,
    _ comments: [HurlComment],
    to entries: inout [Entry]
  ) {
    let request = entry.request
    let url = text(request.url, as: .url)
    let method = request.method
    if Self.methods.contains(method.value) {
      entries.append(tree.entry(method.value, url, at: method.range))
    } else {
      let line = [
        tree.entry("method", .text(method.value, at: method.range)), tree.entry("url", url),
      ]
      let range = method.range.joined(to: url.range)
      entries.append(tree.entry("request", tree.map(line, at: range), at: range))
    }
    for field in fields(of: request, options) { entries.append(tree.add(field)) }
    if let auth = authentication(request, options) { entries.append(tree.add(auth)) }
    if let path = options.save { entries.append(tree.entry("save", path)) }
    let settings = options.settings()
    if !settings.isEmpty {
      entries.append(tree.entry("options", .map(settings, at: request.range)))
    }
    if let retry = options.retry() { entries.append(tree.entry("retry", retry)) }
    if let response = entry.response { add(response, to: &entries) }
    let changes = comments.compactMap { comment in
      Self.cookieChange(in: comment).map { ScenarioNode.text($0, at: comment.range) }
    }
    guard let first = changes.first else { return }
    entries.append(tree.entry("jar", .list(changes, at: first.range)))
  }

  /// The methods that are keys of a step.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE",
  ]

  /// Adds the keys for what must come back.
  private mutating func add(_ response: HurlResponse, to entries: inout [Entry]) {
    var expect: [Entry] = []
    let (version, status) = (response.version, response.status)
    if let code = status.value {
      expect.append(tree.entry("status", .number(code, at: status.range)))
    }
    if version.value != .any {
      let number = String(version.value.rawValue.dropFirst("HTTP/".count))
      expect.append(tree.entry("http", .text(number, at: version.range)))
    }
    var that = HurlAssertionNodes()
    for header in response.headers {
      let keys = [
        tree.entry("header", text(header.name)),
        tree.entry("all", .bool(true, at: header.name.range)),
        tree.entry("contains", strictText(header.value), at: header.range),
      ]
      that.append(tree.map(keys, at: header.range), at: header.range)
    }
    if let body = response.body { expected(body, &that, &expect) }
    var captures: [Entry] = []
    for section in response.sections {
      switch section.rows {
      case .captures(let rows): captures += self.captures(rows)
      case .assertions(let rows):
        for row in rows {
          if let node = assertion(row) { that.append(node, at: row.range) }
        }
      case .fields, .parts, .options: break
      }
    }
    if let range = that.range {
      expect.append(tree.entry("that", tree.list(that.nodes, at: range), at: range))
    }
    let range = response.range
    if !captures.isEmpty {
      entries.append(tree.entry("capture", tree.map(captures, at: range), at: range))
    }
    if !expect.isEmpty {
      entries.append(tree.entry("expect", tree.map(expect, at: range), at: range))
    }
  }
}

/// What `that` says, and where.
struct HurlAssertionNodes {
  /// The assertions in order.
  private(set) var nodes: [ScenarioTree.Node] = []
  /// From the first to the last; `nil` when there is none.
  private(set) var range: SourceRange?

  /// Adds an assertion.
  mutating func append(_ node: ScenarioTree.Node, at range: SourceRange) {
    nodes.append(node)
    self.range = self.range?.joined(to: range) ?? range
  }
}
