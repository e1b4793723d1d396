import Diagnostics
import Documents
import Encodings
import Scenarios

extension HurlLowering {
  private typealias Entry = ScenarioNode.Entry

  /// A predicate as matchers.
  ///
  /// Of nothing no predicate holds, but its opposite does. Where a predicate cannot be judged, neither holds, as matchers have it.
  ///
  /// - Parameters:
  ///   - predicate: what must hold.
  ///   - kind: what is known of the value.
  /// - Returns: `nil` for what cannot be run, which is reported.
  mutating func matchers(
    _ predicate: HurlPredicate,
    of kind: LoweredQuery.Kind
  ) -> [ScenarioNode.Entry]? {
    let range = predicate.range
    let isNegated = predicate.negation != nil
    func bool(_ value: Bool) -> ScenarioNode { .bool(value, at: range) }
    func entry(_ key: String, _ value: ScenarioNode) -> Entry { Entry(key, value, at: range) }
    func map(_ entries: Entry...) -> ScenarioNode { .map(entries, at: range) }
    switch (predicate.name.value, kind) {
    case (.exists, .nodes):
      return [entry("empty", bool(isNegated))]
    case (.exists, .flag):
      guard isNegated else { return [entry("equals", bool(true))] }
      let none = [map(entry("exists", bool(false))), map(entry("equals", bool(false)))]
      return [entry("any-of", .list(none, at: range))]
    case (.exists, _):
      return [entry("exists", bool(!isNegated))]
    case (.differs, _):
      guard let value = value(predicate.value, of: kind) else { return nil }
      let equal = entry("equals", value)
      guard isNegated else { return [entry("not", map(equal))] }
      return [entry("any-of", .list([map(entry("exists", bool(false))), map(equal)], at: range))]
    case _:
      break
    }
    guard let (guards, matcher) = matcher(predicate, of: kind) else { return nil }
    guard isNegated else { return guards + [matcher] }
    let opposite = entry("not", map(matcher))
    guard kind == .optional || kind == .flag else { return guards + [opposite] }
    let alternatives = [
      map(entry("exists", bool(false))), ScenarioNode.map(guards + [opposite], at: range),
    ]
    return [entry("any-of", .list(alternatives, at: range))]
  }

  /// A predicate without `not`: what the value must be for it to be judged at all, and the matcher.
  private mutating func matcher(
    _ predicate: HurlPredicate,
    of kind: LoweredQuery.Kind
  ) -> (guards: [ScenarioNode.Entry], matcher: ScenarioNode.Entry)? {
    let range = predicate.range
    let name = predicate.name.value
    if kind == .bytes, Self.predicatesOfNoBytes.contains(name) {
      error(
        "\(name.rawValue) is never true of bytes, nor is its opposite",
        at: range,
        hint: "make them a text before, as by toHex"
      )
      return nil
    }
    func matcher(_ key: String, _ value: ScenarioNode) -> ([Entry], Entry) {
      ([], Entry(key, value, at: range))
    }
    func type(_ names: String...) -> ([Entry], Entry) {
      let texts = names.map { ScenarioNode.text($0, at: range) }
      return matcher("type", texts.count == 1 ? texts[0] : .list(texts, at: range))
    }
    func format(_ name: String) -> ([Entry], Entry) { matcher("format", .text(name, at: range)) }
    func compared(_ key: String) -> ([Entry], Entry)? {
      value(predicate.value, of: kind).map { matcher(key, $0) }
    }
    let array = Entry("type", .text("array", at: range))
    switch name {
    case .equals: return compared("equals")
    case .isAtLeast: return order("gte", predicate)
    case .isAtMost: return order("lte", predicate)
    case .isGreater: return order("gt", predicate)
    case .isLess: return order("lt", predicate)
    case .startsWith: return compared("starts-with")
    case .endsWith: return compared("ends-with")
    case .contains where kind == .bytes:
      guard case .bytes(let bytes)? = predicate.value?.content else { return compared("contains") }
      // Digits of two bytes are none of one.
      let pattern = "^(?:..)*?\(Hex.encode(bytes.bytes))"
      return matcher("matches", .text(pattern, at: bytes.range))
    case .contains:
      guard let (_, contains) = compared("contains") else { return nil }
      let isText =
        switch predicate.value?.content {
        case .quoted?, .oneline?, .multiline?, .placeholder?: true
        case _: false
        }
      return (isText ? [] : [array], contains)
    case .includes: return compared("contains").map { ([array], $0.1) }
    case .matches: return pattern(predicate.value).map { matcher("matches", $0) }
    case .isBoolean: return type("boolean")
    case .isEmpty: return matcher("empty", .bool(true, at: range))
    case .isInteger: return type("integer")
    case .isFloat:
      return matcher(
        "all-of",
        .list(
          [
            .map([.init("type", .text("number", at: range))], at: range),
            .map(
              [
                .init(
                  "not",
                  .map([.init("type", .text("integer", at: range))], at: range)
                )
              ],
              at: range
            ),
          ],
          at: range
        )
      )
    case .isNumber: return type("number")
    // Bytes are a list that is spelled as a text.
    case .isString: return kind == .bytes ? type("array") : type("string")
    case .isList where kind == .bytes, .isCollection where kind == .bytes: return type("string")
    case .isCollection: return type("array", "object")
    case .isList: return type("array")
    case .isObject: return kind == .nodes ? type("array") : type("object")
    case .isDate, .isIsoDate: return format("date-time")
    case .isIpv4: return format("ipv4")
    case .isIpv6: return format("ipv6")
    case .isUuid: return format("uuid")
    // Handled with its opposite.
    case .exists, .differs: return nil
    }
  }

  /// Predicates that fail with and without `not` when the value is bytes.
  private static let predicatesOfNoBytes: Set<HurlPredicate.Name> = [
    .isAtLeast, .isAtMost, .isGreater, .isLess, .includes, .matches, .isIpv4, .isIpv6, .isIsoDate,
    .isUuid,
  ]

  /// An order among numbers and dates.
  private mutating func order(
    _ key: String,
    _ predicate: HurlPredicate
  ) -> (guards: [ScenarioNode.Entry], matcher: ScenarioNode.Entry)? {
    guard let value = predicate.value else { return nil }
    let range = predicate.range
    switch value.content {
    case .number(let number):
      // A date is no number.
      let isNumber = Entry("type", .text("number", at: range))
      return ([isNumber], Entry(key, self.number(number, at: value.range), at: range))
    case .placeholder(let placeholder):
      return ([], Entry(key, self.value(placeholder), at: range))
    case .null, .boolean, .quoted, .oneline, .multiline, .pattern, .bytes, .file:
      unsupported("an order of texts", at: predicate.range)
      return nil
    }
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
    switch value.content {
    case .null, .boolean, .number, .quoted, .oneline, .multiline:
      guard kind == .bytes else { break }
      error(
        "bytes are compared with bytes alone",
        at: range,
        hint: "as in hex,0a0b; or base64,Cgs=;"
      )
      return nil
    case .placeholder, .bytes, .file, .pattern:
      break
    }
    switch value.content {
    case .null: return ScenarioNode(.value(.null), at: range)
    case .boolean(let bool): return .bool(bool, at: range)
    case .number(let number): return self.number(number, at: range)
    case .quoted(let template), .oneline(let template): return strictText(template)
    case .multiline(let multiline): return text(multiline)
    case .placeholder(let placeholder): return self.value(placeholder)
    case .bytes(let bytes):
      guard kind == .bytes else {
        // Bytes are never equal to anything else.
        error("only bytes are compared with bytes", at: range, hint: "write the value as text")
        return nil
      }
      return .text(Hex.encode(bytes.bytes), at: range)
    case .file:
      unsupported("file,…; in a predicate", at: range)
      return nil
    case .pattern:
      error("a regular expression stands behind matches", at: range)
      return nil
    }
  }
}
