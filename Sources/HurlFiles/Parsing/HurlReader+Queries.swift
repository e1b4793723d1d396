import Diagnostics

extension HurlReader {
  private static let queries = HurlWordTable<HurlQuery.Name>()
  private static let filters = HurlWordTable<HurlFilter.Name>()

  /// Reads a query with its arguments.
  mutating func readQuery() throws(Diagnostic) -> HurlQuery {
    let start = position
    let word = wordAhead()
    guard !word.isEmpty else {
      throw expected("a query", hint: "a query is status, header \"…\", jsonpath \"…\" and so on")
    }
    guard let name = Self.queries[bytes[word]] else {
      throw unknown(HurlQuery.Name.self, at: word)
    }
    position = word.upperBound
    let arguments = try readArguments(name.parameters)
    return HurlQuery(
      name: Spelled(name, at: file.range(word)),
      arguments: arguments,
      range: range(from: start)
    )
  }

  /// Reads filters, as long as they come, and the white space behind them.
  mutating func readFilters(ofCapture isCapture: Bool) throws(Diagnostic) -> [HurlFilter] {
    var filters: [HurlFilter] = []
    while true {
      let hasSpace = skipSpaces()
      guard !isAtLineEnd else { return filters }
      guard hasSpace else { throw expected("a space") }
      let start = position
      let word = wordAhead()
      guard let name = Self.filters[bytes[word]] else {
        if try endsChain(word, ofCapture: isCapture) { return filters }
        throw expected("a filter")
      }
      position = word.upperBound
      let arguments = try readArguments(name.parameters)
      if let replacement = name.replacement {
        warn(
          "the filter \(name.rawValue) is deprecated",
          at: file.range(word),
          suggestion: replacement.rawValue
        )
      }
      filters.append(
        HurlFilter(
          name: Spelled(name, at: file.range(word)),
          arguments: arguments,
          range: range(from: start)
        )
      )
    }
  }

  /// Whether a word that is no filter may stand behind the filters of a row.
  private func endsChain(_ word: Range<Int>, ofCapture isCapture: Bool) throws(Diagnostic) -> Bool {
    let isPredicate = bytes[word].elementsEqual("not".utf8) || Self.predicates[bytes[word]] != nil
    if isCapture {
      if bytes[word].elementsEqual("redact".utf8) { return true }
      if word.isEmpty { return false }
      throw unknown(
        HurlFilter.Name.self,
        at: word,
        among: HurlFilter.Name.allCases.map(\.rawValue) + ["redact"],
        hint: isPredicate ? "a predicate stands in [Asserts]" : nil
      )
    }
    // Anything that is not a word is an operator; the predicate checks it.
    if word.isEmpty || isPredicate { return true }
    let words =
      ["not"] + HurlPredicate.Name.allCases.map(\.rawValue)
      + HurlFilter.Name.allCases.map(\.rawValue)
    throw error(
      "unknown filter or predicate \(quoted(word))",
      at: word,
      suggestion: Suggestion.nearest(to: spelling(of: word), in: words)
    )
  }

  private mutating func readArguments(
    _ parameters: [HurlParameter]
  ) throws(Diagnostic) -> [HurlArgument] {
    var arguments: [HurlArgument] = []
    for parameter in parameters {
      try requireSpace(before: parameter.rawValue)
      arguments.append(try readArgument(parameter))
    }
    return arguments
  }

  private mutating func readArgument(
    _ parameter: HurlParameter
  ) throws(Diagnostic) -> HurlArgument {
    switch parameter {
    case .text: return .text(try readQuoted(parameter.rawValue))
    case .cookie: return .cookie(try readCookiePath(parameter.rawValue))
    case .pattern:
      if current == UInt8(ascii: "/") { return .pattern(.literal(try readRegularExpression())) }
      return .pattern(.quoted(try readQuoted(parameter.rawValue)))
    case .index:
      if has("{{") { return .index(.placeholder(try readPlaceholder(isInText: false))) }
      guard let number = try readInteger() else { throw expected(parameter.rawValue) }
      return .index(.number(number))
    case .certificate:
      let text = try readQuoted(parameter.rawValue)
      let inner = text.range.utf8.dropFirst().dropLast()
      guard let word = text.literal, let attribute = HurlCertificateAttribute(rawValue: word) else {
        throw unknown(HurlCertificateAttribute.self, at: inner)
      }
      return .certificate(Spelled(attribute, at: text.range))
    }
  }
}

// Arguments with a syntax of their own.
extension HurlReader {
  /// Reads `"name"` or `"name[Attribute]"`.
  private mutating func readCookiePath(_ what: String) throws(Diagnostic) -> HurlCookiePath {
    let text = try readQuoted(what)
    let inner = text.range.utf8.dropFirst().dropLast()
    let opening = text.parts.compactMap { part -> Int? in
      guard case .text(let piece) = part else { return nil }
      return bytes[piece.range.utf8].firstIndex(of: UInt8(ascii: "["))
    }.first
    guard let opening else {
      guard !inner.isEmpty else { throw expected("the name of a cookie", at: inner.lowerBound) }
      return HurlCookiePath(
        name: HurlTemplate(text.content, at: file.range(inner)),
        attribute: nil,
        range: text.range
      )
    }
    guard opening > inner.lowerBound else {
      throw expected("the name of a cookie before its attribute", at: opening)
    }
    guard bytes[inner.upperBound - 1] == UInt8(ascii: "]"), opening < inner.upperBound - 1 else {
      throw expected("] at the end, behind the attribute of the cookie", at: inner.upperBound)
    }
    let word = opening + 1..<inner.upperBound - 1
    let spelled = spelling(of: word).lowercased()
    guard
      let attribute = HurlCookieAttribute.allCases.first(where: {
        $0.rawValue.lowercased() == spelled
      })
    else { throw unknown(HurlCookieAttribute.self, at: word) }
    // The name is read again by itself.
    let outer = (position, end)
    (position, end) = (inner.lowerBound, opening)
    let name = try readTemplate(.quoted)
    (position, end) = outer
    return HurlCookiePath(
      name: name,
      attribute: Spelled(attribute, at: file.range(word)),
      range: text.range
    )
  }
}
