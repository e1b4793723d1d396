import Diagnostics
import Documents
import Scenarios

extension HurlLowering {
  /// Filters as functions of a pipe.
  ///
  /// - Parameters:
  ///   - filters: from left to right.
  ///   - value: what is known of the value before them, and then of that behind them.
  ///   - failsOnNothing: whether a filter of nothing must fail where its function would give nothing again.
  /// - Returns: `nil` for what cannot be run, which is reported.
  mutating func pipe(
    _ filters: ArraySlice<HurlFilter>,
    behind value: inout LoweredQuery.Value,
    failsOnNothing: Bool
  ) -> [ScenarioTree.Node]? {
    var functions: [ScenarioTree.Node] = []
    var mayBeNothing = value.kind == .optional
    for filter in filters {
      let name = filter.name.value
      if let reason = Self.complaint(about: name, of: value) {
        error(reason.message, at: filter.range, hint: reason.hint)
        return nil
      }
      guard let made = lower(filter, of: value) else { return nil }
      let isFinding = Self.findingFilters.contains(name)
      if Self.mustBeText(value, for: name.input) {
        functions.append(tree.add(.text("only_text", at: filter.name.range)))
      } else if failsOnNothing, isFinding, mayBeNothing {
        functions.append(tree.add(.text("required", at: filter.name.range)))
      }
      for function in made { functions.append(tree.add(function)) }
      mayBeNothing = isFinding
      value = Self.result(of: filter, of: value)
    }
    return functions
  }

  /// What is known of the value that a filter gives.
  private static func result(
    of filter: HurlFilter,
    of value: LoweredQuery.Value
  ) -> LoweredQuery.Value {
    switch filter.name.value {
    case .base64Decode, .base64UrlSafeDecode, .utf8Encode: .init(kind: .bytes)
    case .first, .last, .nth: .init(kind: value.kind == .redirects ? .redirect : .optional)
    case .toDate: .init(kind: .optional, isDate: true)
    case .toFloat: .init(kind: .optional, isFloat: true)
    case .xpath: .init(kind: givesNodes(filter) ? .nodes : .optional, isFloat: true)
    case .count, .daysAfterNow, .daysBeforeNow, .jsonpath, .split, .toInt: .init(kind: .optional)
    case _: .init(kind: .optional, isText: true)
    }
  }

  /// Whether a value must be looked at before a filter: functions of texts and dates take numbers, too, which filters do not.
  private static func mustBeText(
    _ value: LoweredQuery.Value,
    for input: HurlFilter.Input?
  ) -> Bool {
    switch input {
    case .text: !value.isText
    case .date: !value.isDate
    case .textOrNumber, .bytes, .list, .redirect, nil: false
    }
  }

  /// Why a filter never takes a value; `nil` when it may.
  private static func complaint(
    about name: HurlFilter.Name,
    of value: LoweredQuery.Value
  ) -> (message: String, hint: String)? {
    let input = name.input
    if input == .date, !value.isDate, !value.mayBeDate {
      return ("\(name.rawValue) takes a date", "make the value a date before, as by toDate")
    }
    if value.isDate, input != .date, name != .toString {
      return ("\(name.rawValue) takes no date", "make it a text before, as by dateFormat")
    }
    switch value.kind {
    case .nodes where name != .count:
      return ("\(name.rawValue) takes no nodes", "ask for a text, as by string(//p)")
    case .flag:
      return ("\(name.rawValue) takes no flag", "a flag of a cookie is there or not: exists")
    case .redirect where name != .location:
      return ("\(name.rawValue) takes no redirect", "take its location before")
    case .bytes:
      guard let input, input != .bytes else { return nil }
      let hint = "make them a text before, as by utf8Decode or toHex"
      return ("\(name.rawValue) takes \(input.rawValue), not bytes", hint)
    case .certain, .optional, .nodes, .redirects, .redirect: break
    }
    switch input {
    case .bytes:
      return ("\(name.rawValue) takes bytes", "make the value bytes before, as by utf8Encode")
    case .redirect where value.kind != .redirect:
      return ("\(name.rawValue) takes a redirect", "take one of redirects before, as by nth 0")
    case .text, .textOrNumber, .date, .list, .redirect, nil: return nil
    }
  }

  /// Filters whose functions give nothing for nothing.
  private static let findingFilters: Set<HurlFilter.Name> = [
    .first, .jsonpath, .last, .nth, .regex, .toString, .urlQueryParam, .xpath,
  ]

  private mutating func lower(
    _ filter: HurlFilter,
    of value: LoweredQuery.Value
  ) -> [ScenarioNode]? {
    let range = filter.range
    let isBytes = value.kind == .bytes
    let arguments = filter.arguments.map { argument(of: $0) }
    func call(_ name: String, _ arguments: ScenarioNode...) -> ScenarioNode {
      guard let first = arguments.first else { return .text(name, at: range) }
      let value = arguments.count > 1 ? ScenarioNode.list(arguments, at: range) : first
      return .map([.init(name, value, at: filter.name.range)], at: range)
    }
    func text(_ text: String) -> ScenarioNode { .text(text, at: range) }
    switch filter.name.value {
    case .base64Decode: return [call("base64_to_hex")]
    case .base64Encode: return [call("hex_to_base64")]
    case .base64UrlSafeDecode: return [call("base64url_to_hex")]
    case .base64UrlSafeEncode: return [call("hex_to_base64url")]
    case .charsetDecode, .decode: return [call("hex_decode", arguments[0])]
    case .count where isBytes:
      // They are pairs of digits.
      return [call("regex_all", text("..")), call("count")]
    case .count: return [call("count")]
    case .dateFormat, .format: return [call("date", arguments[0])]
    case .daysAfterNow: return [call("days_until")]
    case .daysBeforeNow: return [call("days_between", .expression("now()", at: range))]
    // An element that is not there is an error, whatever is expected of it.
    case .first: return [call("first"), call("required")]
    case .htmlEscape: return [call("html_escape")]
    case .htmlUnescape: return [call("html_unescape")]
    case .jsonpath:
      guard case .text(let path)? = filter.arguments.first else { return nil }
      let written = HurlJSONPath(path)
      guard coercesJSONPath else {
        return [call("from_json"), call("jsonpath_all", self.text(written.path))]
      }
      let find = [call("from_json"), call("jsonpath", self.text(written.path))]
      return written.mayFindSeveral ? find + [call("unwrap")] : find
    case .last: return [call("last"), call("required")]
    case .location: return [call("jsonpath", text("$.location"))]
    case .nth: return [call("nth", arguments[0]), call("required")]
    case .regex:
      guard case .pattern(let pattern)? = filter.arguments.first else { return nil }
      return [call("regex", capturing(pattern))]
    case .replace: return [call("replace", arguments[0], arguments[1])]
    case .replaceRegex: return [call("replace_regex", arguments[0], arguments[1])]
    case .split: return [call("split", arguments[0])]
    case .toDate: return [call("date_parse", arguments[0])]
    case .toFloat: return [call("float")]
    // Bytes are these digits already.
    case .toHex: return []
    case .toInt: return [call("to_int")]
    case .toString where isBytes:
      error("bytes have no text", at: range, hint: "decode them, as by utf8Decode or toHex")
      return nil
    case .toString where value.isDate: return [call("date", text(Self.dateFormat))]
    // The text of a text, a number or a boolean; lists and objects have none.
    case .toString: return [call("regex", text("(?s)^(.*)$"))]
    case .urlDecode: return [call("url_decode")]
    case .urlEncode: return [call("url_encode"), call("replace", text("%2F"), text("/"))]
    case .urlQueryParam:
      // A text that is no URL is an error, not one without parameters.
      let url = call("regex", text("(?s)^([A-Za-z][A-Za-z0-9+.-]*://.*)$"))
      return [url, call("required"), call("url_param", arguments[0])]
    case .utf8Decode: return [call("hex_decode")]
    case .utf8Encode: return [call("hex")]
    case .xpath:
      guard Self.givesNodes(filter) else { return [call("html_xpath", arguments[0])] }
      return [call("html_xpath", arguments[0], .bool(true, at: range))]
    }
  }

  private mutating func argument(of argument: HurlArgument) -> ScenarioNode {
    switch argument {
    case .text(let template): strictText(template)
    case .pattern(let pattern): text(pattern)
    case .index(.number(let number)): .number(number.value, at: number.range)
    case .index(.placeholder(let placeholder)): value(placeholder)
    case .cookie(let cookie): text(cookie.name)
    case .certificate(let attribute): .text(attribute.value.rawValue, at: attribute.range)
    }
  }
}
