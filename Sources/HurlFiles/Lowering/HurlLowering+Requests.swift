import Diagnostics
import Documents
import Scenarios

extension HurlLowering {
  private typealias Entry = ScenarioNode.Entry

  /// Headers, query, cookies and body of a request.
  mutating func fields(of request: HurlRequest, _ options: EntryOptions) -> [ScenarioNode.Entry] {
    var (entries, headers) = ([Entry](), HurlFieldGroups(ignoresCase: true))
    for header in request.headers + options.headers {
      headers.add(text(header.name), text(header.value))
    }
    for name in options.withoutHeaders where !headers.has(name) {
      headers.add(name, ScenarioNode(.value(.null), at: name.range))
    }
    for section in request.sections {
      let place = section.name.range
      switch (section.name.value, section.rows) {
      case (.query, .fields(let rows)), (.queryStringParams, .fields(let rows)):
        // Of both names the first counts.
        guard !rows.isEmpty, !entries.contains(where: { $0.key.plainText == "query" }) else {
          break
        }
        entries.append(.init("query", pairs(rows, at: section.range), at: place))
      case (.form, .fields(let rows)), (.formParams, .fields(let rows)):
        guard !rows.isEmpty, isFirst("form", among: entries, at: place) else { break }
        entries.append(.init("form", pairs(rows, at: section.range), at: place))
      case (.cookies, .fields(let rows)):
        guard !rows.isEmpty else { break }
        var cookies = HurlFieldGroups(ignoresCase: false)
        for row in rows { cookies.add(text(row.name), text(row.value)) }
        entries.append(.init("cookies", cookies.map(at: section.range), at: place))
      case (.multipart, .parts(let parts)), (.multipartFormData, .parts(let parts)):
        guard !parts.isEmpty, isFirst("multipart", among: entries, at: place) else { break }
        let nodes = parts.map { part($0) }
        entries.append(.init("multipart", .list(nodes, at: section.range), at: place))
      case _: break
      }
    }
    if let body = request.body {
      let (entry, type) = sent(body)
      entries.append(entry)
      let name = ScenarioNode.text("Content-Type", at: body.range)
      if !headers.has(name) {
        let none = ScenarioNode(.value(.null), at: body.range)
        headers.add(name, type.map { .text($0, at: body.range) } ?? none)
      }
    }
    if let range = headers.range { entries.append(.init("headers", headers.map(at: range))) }
    return entries
  }

  /// Whether a body is the first of its kind; a second one, under the other name of its section, is reported.
  private mutating func isFirst(
    _ key: String,
    among entries: [Entry],
    at place: SourceRange
  ) -> Bool {
    guard entries.contains(where: { $0.key.plainText == key }) else { return true }
    error(
      "the request has a \(key) body already",
      at: place,
      hint: "put all rows below the first one"
    )
    return false
  }

  /// Rows as a list of names with values.
  private mutating func pairs(_ rows: [HurlField], at range: SourceRange) -> ScenarioNode {
    .list(
      rows.map { .list([text($0.name), strictText($0.value)], at: $0.range) },
      at: range
    )
  }

  /// A part of a multipart body.
  private mutating func part(_ part: HurlPart) -> ScenarioNode {
    var entries: [Entry] = [.init("name", text(part.name))]
    switch part.content {
    case .text(let value): entries.append(.init("value", strictText(value)))
    case .file(let file, let type):
      entries.append(.init("file", path(file.name)))
      // The name is sent as it is spelled, folders included.
      entries.append(.init("filename", strictText(file.name)))
      if let type {
        entries.append(.init("type", text(type)))
      } else if let path = file.name.literal {
        entries.append(.init("type", .text(Self.mediaType(ofFile: path), at: file.range)))
      }
    }
    return .map(entries, at: part.range)
  }

  /// The media type of a part by the ending of its file.
  private static func mediaType(ofFile path: String) -> String {
    let ending = path.lastIndex(of: ".").map { path[path.index(after: $0)...] } ?? ""
    return switch ending.lowercased() {
    case "gif": "image/gif"
    case "jpg", "jpeg": "image/jpeg"
    case "png": "image/png"
    case "svg": "image/svg+xml"
    case "txt": "text/plain"
    case "htm", "html": "text/html"
    case "pdf": "application/pdf"
    case "xml": "application/xml"
    case _: "application/octet-stream"
    }
  }

  /// `auth` of a request: its row of `[BasicAuth]`, or `user` among its options.
  mutating func authentication(
    _ request: HurlRequest,
    _ options: EntryOptions
  ) -> ScenarioNode.Entry? {
    for section in request.sections {
      guard section.name.value == .basicAuth, case .fields(let rows) = section.rows,
        let row = rows.first
      else { continue }
      let basic: [Entry] = [
        .init("user", strictText(row.name)), .init("password", strictText(row.value)),
      ]
      let scheme = Entry("basic", .map(basic, at: row.range), at: section.name.range)
      return .init("auth", .map([scheme], at: section.range))
    }
    guard let user = options.user else {
      guard let scheme = options.scheme else { return nil }
      guard scheme.value == "negotiate" else {
        error("\(scheme.value) needs user", at: scheme.range, hint: "as in user: name:password")
        return nil
      }
      let negotiate = Entry("negotiate", .bool(true, at: scheme.range))
      return .init("auth", .map([negotiate], at: scheme.range))
    }
    // The header of the entry itself counts.
    if options.scheme == nil,
      request.headers.contains(where: { $0.name.literal?.lowercased() == "authorization" })
    {
      return nil
    }
    guard let (name, password) = split(user, at: ":") else {
      error(
        "user needs a password",
        at: user.range,
        hint: "as in user: name:password, the colon outside of {{…}}"
      )
      return nil
    }
    let (first, second) = (strictText(name), strictText(password))
    let range = user.range
    guard let scheme = options.scheme, scheme.value == "aws-sigv4" else {
      let pair: [Entry] = [.init("user", first, at: range), .init("password", second, at: range)]
      let key = options.scheme?.value ?? "basic"
      if key == "negotiate" {
        return .init("auth", .map([.init(key, .bool(true, at: range))], at: range))
      }
      return .init("auth", .map([.init(key, .map(pair, at: range))], at: range))
    }
    let parts = options.provider?.split(separator: ":").map(String.init) ?? []
    guard parts.count == 4 else {
      error(
        "aws-sigv4 needs a region and a service",
        at: scheme.range,
        hint: "as in aws-sigv4: aws:amz:eu-central-1:s3"
      )
      return nil
    }
    let keys: [Entry] = [
      .init("access-key", first, at: range), .init("secret-key", second, at: range),
      .init("region", .text(parts[2], at: scheme.range)),
      .init("service", .text(parts[3], at: scheme.range)),
    ]
    return .init("auth", .map([.init("aws-sigv4", .map(keys, at: range))], at: range))
  }

  /// The two sides of a text at a character that stands outside of placeholders.
  func split(
    _ template: HurlTemplate,
    at separator: Character
  ) -> (HurlTemplate, HurlTemplate)? {
    for (place, part) in template.parts.enumerated() {
      guard case .text(let text) = part, let mark = text.value.firstIndex(of: separator) else {
        continue
      }
      func piece(_ own: Substring) -> [HurlTemplate.Part] {
        own.isEmpty ? [] : [.text(Spelled(String(own), at: text.range))]
      }
      let first = template.parts[..<place] + piece(text.value[..<mark])
      let second = piece(text.value[mark...].dropFirst()) + template.parts[(place + 1)...]
      return (
        HurlTemplate(parts: Array(first), range: template.range),
        HurlTemplate(parts: Array(second), range: template.range)
      )
    }
    return nil
  }
}

/// Fields by their names, in order.
struct HurlFieldGroups {
  private let ignoresCase: Bool
  private var groups: [(name: ScenarioNode, values: [ScenarioNode])] = []
  private var places: [String: Int] = [:]

  init(ignoresCase: Bool) { self.ignoresCase = ignoresCase }

  /// Where the first one stands.
  var range: SourceRange? { groups.first?.name.range }

  /// Whether there is a field of a name.
  func has(_ name: ScenarioNode) -> Bool { key(of: name).map { places[$0] != nil } ?? false }

  /// Adds a field to those of its name; one with a placeholder in its name stands alone.
  mutating func add(_ name: ScenarioNode, _ value: ScenarioNode) {
    guard let key = key(of: name) else { return groups.append((name, [value])) }
    guard let place = places[key] else {
      places[key] = groups.count
      return groups.append((name, [value]))
    }
    groups[place].values.append(value)
  }

  /// The fields as a map, several of one name as a list.
  func map(at range: SourceRange) -> ScenarioNode {
    .map(
      groups.map { name, values in
        let (first, last) = (values[0], values[values.count - 1])
        guard values.count > 1 else { return ScenarioNode.Entry(name, first) }
        return ScenarioNode.Entry(name, .list(values, at: first.range.joined(to: last.range)))
      },
      at: range
    )
  }

  private func key(of name: ScenarioNode) -> String? {
    ignoresCase ? name.plainText?.lowercased() : name.plainText
  }
}

extension ScenarioNode {
  /// The text of a node without expressions.
  var plainText: String? {
    guard case .value(.string(let text)) = content else { return nil }
    return text
  }
}
