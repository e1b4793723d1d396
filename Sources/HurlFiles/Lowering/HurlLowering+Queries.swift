import Diagnostics
import Documents
import Encodings
import Scenarios

/// What a query is in the language, and what is known of the value that it gives.
struct LoweredQuery {
  /// How predicates and filters see the value.
  enum Kind {
    /// Always there.
    case certain
    /// Perhaps not there.
    case optional
    /// A list of nodes of an XML or HTML document, of which Hurl knows only how many there are.
    case nodes
    /// Bytes, as hexadecimal digits.
    case bytes
    /// A flag of a cookie: a boolean, where Hurl has a thing without a value, or none.
    case flag
    /// The redirects that were followed.
    case redirects
    /// One of them: a map, of which Hurl knows only where it leads.
    case redirect

    /// Whether it may be missing.
    var mayBeNothing: Bool { self == .optional || self == .flag }
  }

  /// What is known of a value before there is one.
  struct Value {
    /// How predicates and filters see it.
    var kind: Kind
    /// Whether it is a text, or a list of them, wherever it is there.
    var isText = false
    /// Whether it is a date, which is a text in the language.
    var isDate = false
    /// Whether a number that it is counts as one with a fraction, however it is spelled.
    var isFloat = false
    /// Whether it may be a date or not: the value of a variable.
    var mayBeDate = false
  }

  /// The keys of the query.
  var entries: [ScenarioTree.Entry]
  /// What is known of its value.
  var value: Value
}

extension HurlLowering {
  /// A query and its filters in the words of the language.
  ///
  /// - Parameters:
  ///   - query: what is taken from the response.
  ///   - filters: what is done with it, from left to right.
  ///   - failsOnNothing: whether nothing must fail in a filter, as it does for the opposite of a predicate.
  /// - Returns: the query with a pipe, and what is known of the value behind it; `nil` for what cannot be run, which is reported.
  mutating func lower(
    _ query: HurlQuery,
    _ filters: [HurlFilter],
    failsOnNothing: Bool = false
  ) -> LoweredQuery? {
    var filters = filters[...]
    let found: LoweredQuery?
    if filters.first?.name.value == .count, let counted = count(of: query) {
      filters = filters.dropFirst()
      found = counted
    } else {
      found = lower(query)
    }
    guard var result = found else { return nil }
    let spelling = spelling(of: query)
    if spelling.isEmpty, filters.isEmpty { return result }
    guard let filtering = pipe(filters, behind: &result.value, failsOnNothing: failsOnNothing)
    else { return nil }
    let pipe = spelling.map { tree.add($0) } + filtering
    if !pipe.isEmpty {
      let range = filters.last.map { query.range.joined(to: $0.range) } ?? query.range
      result.entries.append(tree.entry("pipe", tree.list(pipe, at: range), at: range))
    }
    return result
  }

  /// What turns the value of a query into the spelling that Hurl has for it.
  private func spelling(of query: HurlQuery) -> [ScenarioNode] {
    switch query.arguments.first {
    case .certificate(let attribute)? where attribute.value == .serialNumber:
      // Pairs of digits with colons between them.
      let arguments = ["(..)(?=.)", "$1:"].map { ScenarioNode.text($0, at: attribute.range) }
      let call = ScenarioNode.Entry("replace_regex", .list(arguments, at: attribute.range))
      return [.map([call], at: attribute.range)]
    case .cookie(let cookie)?:
      guard let attribute = cookie.attribute, Self.writtenAttributes.contains(attribute.value)
      else { return [] }
      let one = "(?i);[ \\t]*\(attribute.value.rawValue)[ \\t]*=[ \\t]*([^;]*?)[ \\t]*(?:;|$)"
      let regex = ScenarioNode.Entry("regex", .text(one, at: attribute.range))
      return [.text("first", at: cookie.range), .map([regex], at: attribute.range)]
    case _: return []
    }
  }

  /// The attributes that are taken as the field has them: the language's own have defaults and common spellings.
  private static let writtenAttributes: Set<HurlCookieAttribute> = [.domain, .path, .sameSite]

  /// How many bytes or redirects there are, which the language has a query for.
  private mutating func count(of query: HurlQuery) -> LoweredQuery? {
    switch query.name.value {
    case .bytes: lowered("bytes", .text("length", at: query.range), .init(kind: .certain))
    case .redirects: lowered("redirects", .bool(true, at: query.range), .init(kind: .certain))
    case _: nil
    }
  }

  /// A query of one key.
  private mutating func lowered(
    _ key: String,
    _ argument: ScenarioNode,
    _ value: LoweredQuery.Value
  ) -> LoweredQuery {
    var entries: [ScenarioTree.Entry] = []
    // For a pipe and the matchers, too.
    entries.reserveCapacity(4)
    entries.append(tree.entry(key, argument))
    return LoweredQuery(entries: entries, value: value)
  }

  /// A query in the words of the language; `nil` for what cannot be run, which is reported.
  private mutating func lower(_ query: HurlQuery) -> LoweredQuery? {
    let range = query.range
    func taken(_ key: String, isText: Bool = true) -> LoweredQuery {
      lowered(key, .bool(true, at: range), .init(kind: .certain, isText: isText))
    }
    func value(
      _ expression: String,
      _ kind: LoweredQuery.Kind,
      isText: Bool = false
    ) -> LoweredQuery {
      lowered("value", .expression(expression, at: range), .init(kind: kind, isText: isText))
    }
    func bytes(_ property: String) -> LoweredQuery {
      lowered("bytes", .text(property, at: range), .init(kind: .bytes))
    }
    switch (query.name.value, query.arguments.first) {
    case (.status, _): return taken("status", isText: false)
    case (.version, _): return taken("http")
    case (.url, _): return taken("url")
    case (.ip, _): return taken("ip")
    case (.body, _): return value("response.text", .certain, isText: true)
    case (.duration, _): return value("int(response.time)", .certain)
    case (.redirects, _): return value("response.hops", .redirects)
    case (.bytes, _): return bytes("hex")
    case (.sha256, _): return bytes("sha256")
    case (.md5, _): return bytes("md5")
    case (.header, .text(let name)?):
      return value("response.headers[\(expression(name))]", .optional, isText: true)
    case (.variable, .text(let name)?): return variable(name)
    case (.cookie, .cookie(let cookie)?): return self.cookie(cookie)
    case (.jsonpath, .text(let path)?): return jsonPath(path)
    case (.xpath, .text(let path)?): return xPath(path)
    case (.regex, .pattern(let pattern)?):
      return lowered("text", capturing(pattern), .init(kind: .optional, isText: true))
    case (.certificate, .certificate(let attribute)?): return certificate(attribute)
    case (.rawbytes, _): return bytes("raw")
    // Each query has the argument that its name asks for.
    case (_, _): return nil
    }
  }

  /// A regular expression, in quotes or between slashes.
  mutating func text(_ pattern: HurlPattern) -> ScenarioNode {
    switch pattern {
    case .literal(let text): .text(text.value, at: text.range)
    case .quoted(let template): text(template)
    }
  }

  /// A regular expression of which group 1 is wanted: without a group it finds nothing.
  mutating func capturing(_ pattern: HurlPattern) -> ScenarioNode {
    let source: String?
    switch pattern {
    case .literal(let text): source = text.value
    case .quoted(let template): source = template.literal
    }
    if let source, let expression = try? RegularExpression(source), expression.groupCount == 0 {
      warning(
        "the regular expression has no group, so the query finds nothing",
        at: pattern.range,
        hint: "put ( ) around what is wanted"
      )
      return .text("(?!)", at: pattern.range)
    }
    return text(pattern)
  }

  private mutating func variable(_ name: HurlTemplate) -> LoweredQuery? {
    guard let spelled = self.name(name) else { return nil }
    let variable = self.name(spelled)
    let value = ScenarioNode.expression(value(of: spelled), at: name.range)
    var known = captured[variable] ?? .init(kind: .optional, mayBeDate: true)
    if known.kind == .certain { known.kind = .optional }
    return lowered("value", value, known)
  }

  private mutating func cookie(_ cookie: HurlCookiePath) -> LoweredQuery? {
    guard let attribute = cookie.attribute, attribute.value != .value else {
      let map = ScenarioNode.map(Self.first(text(cookie.name)), at: cookie.range)
      return lowered("cookie", map, .init(kind: .optional, isText: true))
    }
    let word: String
    var kind = LoweredQuery.Kind.optional
    switch attribute.value {
    case .domain, .path, .sameSite: return field(of: cookie)
    case .expires: word = "expires"
    case .maxAge: word = "max-age"
    case .secure: (word, kind) = ("secure", .flag)
    case .httpOnly: (word, kind) = ("http-only", .flag)
    case .value: return nil
    }
    let entry = ScenarioNode.Entry("attribute", .text(word, at: attribute.range))
    let map = ScenarioNode.map(Self.first(text(cookie.name)) + [entry], at: cookie.range)
    return lowered("cookie", map, .init(kind: kind, isDate: attribute.value == .expires))
  }

  /// What the fields that set a cookie have behind its name.
  private mutating func field(of cookie: HurlCookiePath) -> LoweredQuery {
    let range = cookie.range
    func piece(_ text: String) -> HurlTemplate.Part { .text(Spelled(text, at: range)) }
    let parts = [piece("^[ \\t]*\\Q")] + cookie.name.parts + [piece("\\E[ \\t]*=(.*)")]
    let pattern = text(HurlTemplate(parts: parts, range: range))
    return LoweredQuery(
      entries: [
        tree.entry("header", .text("Set-Cookie", at: range)),
        tree.entry("all", .bool(true, at: range)), tree.entry("match", pattern),
      ],
      value: .init(kind: .optional, isText: true)
    )
  }

  /// Of several cookies with one name the first counts.
  private static func first(_ name: ScenarioNode) -> [ScenarioNode.Entry] {
    [.init("name", name), .init("first", .bool(true, at: name.range))]
  }

  private mutating func certificate(
    _ attribute: Spelled<HurlCertificateAttribute>
  ) -> LoweredQuery? {
    let word: String
    switch attribute.value {
    case .subject: word = "subject"
    case .issuer: word = "issuer"
    case .startDate: word = "starts"
    case .expireDate: word = "expires"
    case .serialNumber: word = "serial-number"
    case .subjectAltName: word = "san"
    case .value: word = "pem"
    }
    return lowered(
      "certificate",
      .text(word, at: attribute.range),
      .init(kind: .optional, isDate: word == "starts" || word == "expires")
    )
  }

  private mutating func jsonPath(_ path: HurlTemplate) -> LoweredQuery {
    if coercesJSONPath, case .literal(let text, _) = path.content, HurlJSONPath.isPlain(text) {
      return lowered("json", .text(text, at: path.range), .init(kind: .optional))
    }
    let written = HurlJSONPath(path)
    guard coercesJSONPath else {
      let call = "jsonpath_all(response.json, \(expression(written.path)))"
      return lowered("value", .expression(call, at: path.range), .init(kind: .optional))
    }
    guard written.mayFindSeveral else {
      return lowered("json", text(written.path), .init(kind: .optional))
    }
    // One node is its value, none is nothing.
    let call = "unwrap(jsonpath(response.json, \(expression(written.path))))"
    return lowered("value", .expression(call, at: path.range), .init(kind: .optional))
  }

  private mutating func xPath(_ path: HurlTemplate) -> LoweredQuery {
    let givesNodes = Self.givesNodes(path)
    let value =
      givesNodes ? LoweredQuery.Value(kind: .nodes) : .init(kind: .optional, isFloat: true)
    var query = lowered("markup", text(path), value)
    if givesNodes { query.entries.append(tree.entry("all", .bool(true, at: path.range))) }
    return query
  }
}

extension HurlLowering {
  /// Whether an XPath gives nodes; placeholders in it stand for names or numbers.
  ///
  /// A text that is no XPath is reported when the tree is read.
  static func givesNodes(_ path: HurlTemplate) -> Bool {
    path.examples.lazy.compactMap { XPath.givesNodes($0) }.first ?? true
  }

  /// Whether the filter `xpath` gives nodes.
  static func givesNodes(_ filter: HurlFilter) -> Bool {
    guard case .text(let path)? = filter.arguments.first else { return false }
    return givesNodes(path)
  }
}

/// A JSONPath as RFC 9535 has it.
struct HurlJSONPath {
  /// The path, older spellings mended.
  let path: HurlTemplate
  /// Whether it can find more than one node.
  let mayFindSeveral: Bool

  init(_ written: HurlTemplate) {
    if let text = written.literal, Self.isPlain(text) {
      (path, mayFindSeveral) = (written, false)
      return
    }
    path = written.mapTexts { text in
      // `$.[0]` is older than the RFC; `$..[0]` is in it.
      let mended = text.replacing("..[", with: "..\u{0}").replacing(".[", with: "[")
      return Self.bracketed(mended.replacing("\u{0}", with: "["))
    }
    let parsed = path.examples.lazy.compactMap { try? JSONPath(parsing: $0) }.first
    // A text that is no JSONPath is reported when the tree is read.
    mayFindSeveral = parsed.map { !$0.isSingular } ?? false
  }

  /// Whether a path is one of names behind dots, as `$.order.id`, which needs nothing and finds one node.
  ///
  /// Most paths are; with the rest of this way reading a file of 5 000 entries took a fifth longer.
  static func isPlain(_ text: String) -> Bool {
    var bytes = text.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "$"), bytes.next() == UInt8(ascii: ".") else { return false }
    var last = UInt8(ascii: ".")
    while let byte = bytes.next() {
      let isLetter = byte.isASCIILetter || byte == UInt8(ascii: "_")
      let mayFollow = byte.isASCIIDigit || byte == UInt8(ascii: ".")
      guard isLetter || mayFollow && last != UInt8(ascii: ".") else { return false }
      last = byte
    }
    return last != UInt8(ascii: ".")
  }

  /// A path in which names that only Hurl writes behind a dot, as `.X-Id` and `.2x`, stand in brackets.
  private static func bracketed(_ text: String) -> String {
    var (made, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    var quote: Unicode.Scalar?
    while let next = rest.popFirst() {
      let last = made.last
      made.append(next)
      if let open = quote {
        if next == "\\", let escaped = rest.popFirst() { made.append(escaped) }
        if next == open { quote = nil }
        continue
      }
      if next == "'" || next == "\"" { quote = next }
      guard next == ".", last.map({ !("0"..."9").contains($0) }) ?? true else { continue }
      let name = rest.prefix {
        $0 == "-" || $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0)
      }
      guard let first = name.first, name.contains("-") || ("0"..."9").contains(first) else {
        continue
      }
      if last != "." { made.removeLast() }
      made += "['\(String(name))']".unicodeScalars
      rest = rest.dropFirst(name.count)
    }
    return String(made)
  }
}
