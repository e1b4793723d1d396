import Diagnostics
import Documents
import Encodings
import Scenarios

extension HurlLowering {
  private typealias Entry = ScenarioTree.Entry

  /// A predicate as matchers.
  ///
  /// Of nothing no predicate holds, but its opposite does. Where a predicate cannot be judged, neither holds, as matchers have it.
  ///
  /// - Parameters:
  ///   - predicate: what must hold.
  ///   - query: what is known of the value.
  /// - Returns: what the value must be for it to be judged at all, and the matcher; `nil` for what cannot be run, which is reported.
  mutating func matchers(
    _ predicate: HurlPredicate,
    of query: LoweredQuery
  ) -> (guards: [ScenarioTree.Entry], matcher: ScenarioTree.Entry)? {
    let kind = query.value.kind
    let range = predicate.range
    let isNegated = predicate.negation != nil
    func flag(_ key: String, _ value: Bool) -> Entry {
      tree.entry(key, .bool(value, at: range), at: range)
    }
    func opposite(of matcher: Entry) -> Entry {
      tree.entry("not", tree.map([matcher], at: range), at: range)
    }
    func anyOf(_ first: Entry, _ second: [Entry]) -> Entry {
      let maps = [tree.map([first], at: range), tree.map(second, at: range)]
      return tree.entry("any-of", tree.list(maps, at: range), at: range)
    }
    switch (predicate.name.value, kind) {
    case (.exists, .nodes):
      return ([], flag("empty", isNegated))
    case (.exists, .flag):
      guard isNegated else { return ([], flag("equals", true)) }
      return ([], anyOf(flag("exists", false), [flag("equals", false)]))
    case (.exists, _):
      return ([], flag("exists", !isNegated))
    case (.differs, .flag):
      // Reported as for all others.
      _ = matcher(predicate, of: query)
      return nil
    case (.differs, _):
      guard let value = value(predicate.value, of: kind) else { return nil }
      let isNever = query.value.isDate && Self.isNoDate(predicate.value)
      let equal =
        isNever ? tree.add(Self.never(at: range)) : tree.entry("equals", value, at: range)
      return ([], isNegated ? anyOf(flag("exists", false), [equal]) : opposite(of: equal))
    case _:
      break
    }
    guard let (guards, matcher) = matcher(predicate, of: query) else { return nil }
    guard isNegated else { return (guards, matcher) }
    let opposite = opposite(of: matcher)
    guard kind.mayBeNothing else { return (guards, opposite) }
    return ([], anyOf(flag("exists", false), guards + [opposite]))
  }

  /// A predicate without `not`: what the value must be for it to be judged at all, and the matcher.
  private mutating func matcher(
    _ predicate: HurlPredicate,
    of query: LoweredQuery
  ) -> (guards: [ScenarioTree.Entry], matcher: ScenarioTree.Entry)? {
    let kind = query.value.kind
    let range = predicate.range
    let name = predicate.name.value
    if let (noun, hint) = Self.unfit(name, query.value) {
      error(
        "\(name.rawValue) is never true of \(noun), nor is its opposite",
        at: range,
        hint: hint
      )
      return nil
    }
    func matcher(_ key: String, _ value: ScenarioNode) -> ([Entry], Entry) {
      ([], tree.entry(key, value, at: range))
    }
    func type(_ names: String...) -> ([Entry], Entry) {
      let texts = names.map { ScenarioNode.text($0, at: range) }
      return matcher("type", texts.count == 1 ? texts[0] : .list(texts, at: range))
    }
    func format(_ name: String) -> ([Entry], Entry) { matcher("format", .text(name, at: range)) }
    func compared(_ key: String) -> ([Entry], Entry)? {
      value(predicate.value, of: kind).map { matcher(key, $0) }
    }
    func array() -> Entry { tree.entry("type", .text("array", at: range)) }
    func made(_ matcher: ScenarioNode.Entry) -> ([Entry], Entry) { ([], tree.add(matcher)) }
    func never() -> ([Entry], Entry) { made(Self.never(at: range)) }
    switch name {
    case .equals where query.value.isDate && Self.isNoDate(predicate.value):
      return never()
    case .equals: return compared("equals")
    case .isAtLeast, .isAtMost, .isGreater, .isLess: return order(predicate, of: query)
    case .startsWith: return compared("starts-with")
    case .endsWith: return compared("ends-with")
    case .contains where kind == .bytes:
      // Digits of two bytes are none of one.
      let start = "^(?:..)*?"
      switch predicate.value?.content {
      case .bytes(let bytes)?:
        return matcher("matches", .text(start + Hex.encode(bytes.bytes), at: bytes.range))
      case .file?, .placeholder?:
        guard var digits = value(predicate.value, of: kind) else { return nil }
        if case .template(let text) = digits.content { digits.content = .template(start + text) }
        return matcher("matches", digits)
      case _: return compared("contains")
      }
    case .contains:
      guard let (_, contains) = compared("contains") else { return nil }
      switch predicate.value?.content {
      case .quoted?, .oneline?, .multiline?: return ([], contains)
      case .placeholder(let placeholder)?:
        // A text has texts in it alone, a list any value.
        let isText = "type(\(expression(placeholder))) == 'string'"
        let types = "if(\(isText), ['array', 'string'], 'array')"
        return ([tree.entry("type", .expression(types, at: range))], contains)
      case _: return ([array()], contains)
      }
    case .includes: return compared("contains").map { ([array()], $0.1) }
    case .matches: return pattern(predicate.value).map { matcher("matches", $0) }
    case .isBoolean: return type("boolean")
    case .isEmpty: return matcher("empty", .bool(true, at: range))
    case .isInteger where query.value.isFloat: return never()
    case .isInteger: return made(Self.number(isWhole: true, at: range))
    case .isFloat where query.value.isFloat: return type("number")
    case .isFloat: return made(Self.number(isWhole: false, at: range))
    case .isNumber: return type("number")
    // Bytes are a list that is spelled as a text.
    case .isString where query.value.isDate: return never()
    case .isString: return kind == .bytes ? type("array") : type("string")
    case .isList where kind == .bytes, .isCollection where kind == .bytes: return type("string")
    case .isCollection where kind == .redirect, .isObject where kind == .redirect,
      .isList where kind == .nodes:
      return never()
    case .isCollection: return type("array", "object")
    case .isList: return type("array")
    case .isObject: return kind == .nodes ? type("array") : type("object")
    // A text that looks like a date is none.
    case .isDate where !query.value.isDate && !query.value.mayBeDate:
      return never()
    // A value that is no text is no date.
    case .isDate where !query.value.isDate: return made(Self.dateText(at: range))
    case .isDate, .isIsoDate: return format("date-time")
    case .isIpv4: return format("ipv4")
    case .isIpv6: return format("ipv6")
    case .isUuid: return matcher("matches", .text(Self.uuid, at: range))
    // Handled with its opposite.
    case .exists, .differs: return nil
    }
  }

  /// What no predicate of a name fits, with or without `not`, and what to do about it; `nil` when it may fit.
  private static func unfit(
    _ name: HurlPredicate.Name,
    _ value: LoweredQuery.Value
  ) -> (noun: String, hint: String)? {
    if value.isDate, predicatesOfNoDate.contains(name) {
      return ("a date", "make it a text before, as by dateFormat")
    }
    switch value.kind {
    case .bytes where predicatesOfNoBytes.contains(name):
      return ("bytes", "make them a text before, as by toHex")
    case .nodes where name == .contains || name == .includes:
      return ("nodes", "ask for a text, as by string(//p), or for count(//p)")
    // Hurl has no value for it that could be compared.
    case .flag: return ("a flag of a cookie", "a flag is there or not: exists, not exists")
    case .redirect where name == .isEmpty: return ("a redirect", "take its location before")
    case .certain, .optional, .nodes, .bytes, .redirects, .redirect: return nil
    }
  }

  /// Predicates that fail with and without `not` when the value is bytes.
  private static let predicatesOfNoBytes: Set<HurlPredicate.Name> = [
    .isAtLeast, .isAtMost, .isGreater, .isLess, .includes, .matches, .isIpv4, .isIpv6, .isIsoDate,
    .isUuid,
  ]

  /// Predicates that fail with and without `not` when the value is a date.
  private static let predicatesOfNoDate: Set<HurlPredicate.Name> = [
    .startsWith, .endsWith, .contains, .includes, .matches, .isEmpty, .isIpv4, .isIpv6, .isIsoDate,
    .isUuid,
  ]

  /// The three spellings of a UUID: with dashes, perhaps in braces or as a URN, and its digits alone.
  private static let uuid = {
    let dashed = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    return "^(?i)(?:(?:urn:uuid:)?\(dashed)|\\{\(dashed)\\}|[0-9a-f]{32})$(?!\\n)"
  }()

  /// A text that is a date.
  ///
  /// The text of another value is none, where `format` by itself could not be judged.
  private static func dateText(at range: SourceRange) -> ScenarioNode.Entry {
    let isText = ScenarioNode.Entry("type", .text("string", at: range))
    let isDate: [ScenarioNode.Entry] = [
      .init("pipe", .list([.text("text", at: range)], at: range)),
      .init("format", .text("date-time", at: range)),
    ]
    return .init("all-of", .list([.map([isText], at: range), .map(isDate, at: range)], at: range))
  }

  /// A matcher that holds of nothing, while its opposite holds of everything.
  private static func never(at range: SourceRange) -> ScenarioNode.Entry {
    let text = ScenarioNode.Entry("type", .text("string", at: range))
    let both = [
      ScenarioNode.map([text], at: range),
      .map([.init("not", .map([text], at: range))], at: range),
    ]
    return .init("all-of", .list(both, at: range))
  }

  /// A number by its spelling, which says whether it has a fraction: `1.0` is no whole number.
  private static func number(isWhole: Bool, at range: SourceRange) -> ScenarioNode.Entry {
    let digits = ScenarioNode.Entry("matches", .text("^-?[0-9]+$", at: range))
    let spelled: [ScenarioNode.Entry] = [
      .init("pipe", .list([.text("text", at: range)], at: range)),
      isWhole ? digits : .init("not", .map([digits], at: range)),
    ]
    let number = ScenarioNode.Entry("type", .text("number", at: range))
    return .init("all-of", .list([.map([number], at: range), .map(spelled, at: range)], at: range))
  }

  /// Whether a value stands there that a date is never equal to.
  private static func isNoDate(_ value: HurlValue?) -> Bool {
    if case .placeholder? = value?.content { false } else { true }
  }

  /// An order among numbers, among texts, or among dates.
  private mutating func order(
    _ predicate: HurlPredicate,
    of query: LoweredQuery
  ) -> (guards: [ScenarioTree.Entry], matcher: ScenarioTree.Entry)? {
    guard let value = predicate.value else { return nil }
    let range = predicate.range
    let name = predicate.name.value
    let key =
      switch name {
      case .isAtLeast: "gte"
      case .isAtMost: "lte"
      case .isGreater: "gt"
      case _: "lt"
      }
    switch value.content {
    case .number(let number):
      // A date is no number.
      let isNumber = tree.entry("type", .text("number", at: range))
      return ([isNumber], tree.entry(key, self.number(number, at: value.range), at: range))
    case .placeholder(let placeholder) where query.value.isDate:
      let isDate = tree.entry("format", .text("date-time", at: range))
      return ([isDate], tree.entry(key, self.value(placeholder), at: range))
    case .quoted, .oneline, .multiline:
      guard !query.value.isDate else {
        error(
          "\(name.rawValue) between a date and a text is never true, nor is its opposite",
          at: range,
          hint: "make the date a text before, as by dateFormat"
        )
        return nil
      }
      guard let bound = self.value(value, of: query.value.kind) else { return nil }
      return ([], tree.add(Self.sorted(name, bound, at: range)))
    case .placeholder(let placeholder):
      return ([], tree.add(Self.sorted(name, self.value(placeholder), at: range)))
    case .null, .boolean, .pattern, .bytes, .file:
      error("\(name.rawValue) has a number or a text behind it", at: value.range)
      return nil
    }
  }

  /// The strict order that decides a predicate, or its opposite.
  private static func sorted(
    _ name: HurlPredicate.Name,
    _ bound: ScenarioNode,
    at range: SourceRange
  ) -> ScenarioNode.Entry {
    func strict(_ key: String) -> ScenarioNode.Entry { .init(key, bound, at: range) }
    func opposite(_ key: String) -> ScenarioNode.Entry {
      .init("not", .map([strict(key)], at: range), at: range)
    }
    return switch name {
    case .isGreater: strict("sorts-after")
    case .isLess: strict("sorts-before")
    case .isAtLeast: opposite("sorts-before")
    case _: opposite("sorts-after")
    }
  }

  /// The bytes of a file, as hexadecimal digits.
  private mutating func bytes(of file: HurlFileReference) -> ScenarioNode {
    var node = ScenarioNode.expression("file_hex(\(expression(file.name)))", at: file.range)
    node.isPath = true
    return node
  }

  private mutating func pattern(_ value: HurlValue?) -> ScenarioNode? {
    switch value?.content {
    case .pattern(let text)?: .text(text.value, at: text.range)
    case .quoted(let template)?, .oneline(let template)?: text(template)
    case .multiline(let multiline)?: text(multiline)
    case .null?, .boolean?, .number?, .bytes?, .file?, .placeholder?, nil: nil
    }
  }

  /// What a value is compared with.
  private mutating func value(_ value: HurlValue?, of kind: LoweredQuery.Kind) -> ScenarioNode? {
    guard let value else { return nil }
    let range = value.range
    let isBytes: Bool
    switch value.content {
    case .bytes, .file: isBytes = true
    case .placeholder(let placeholder): isBytes = self.isBytes(placeholder)
    case .null, .boolean, .number, .quoted, .oneline, .multiline, .pattern: isBytes = false
    }
    guard isBytes == (kind == .bytes) else {
      if isBytes {
        // Bytes are never equal to anything else.
        error("only bytes are compared with bytes", at: range, hint: "write the value as text")
      } else {
        error(
          "bytes are compared with bytes alone",
          at: range,
          hint: "as in hex,0a0b; or base64,Cgs=;"
        )
      }
      return nil
    }
    switch value.content {
    case .null: return ScenarioNode(.value(.null), at: range)
    case .boolean(let bool): return .bool(bool, at: range)
    case .number(let number): return self.number(number, at: range)
    case .quoted(let template), .oneline(let template): return strictText(template)
    case .multiline(let multiline): return text(multiline)
    case .placeholder(let placeholder): return self.value(placeholder)
    case .bytes(let bytes): return .text(Hex.encode(bytes.bytes), at: range)
    case .file(let file): return self.bytes(of: file)
    case .pattern:
      error("a regular expression stands behind matches", at: range)
      return nil
    }
  }
}
