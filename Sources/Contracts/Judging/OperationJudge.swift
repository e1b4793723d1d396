internal import Diagnostics
internal import Documents
internal import Scenarios

/// Holds one exchange against the operation of its request.
struct OperationJudge {
  /// Who has sent what breaks a rule.
  private typealias Side = JSONSchema.Mode.Direction

  /// How many violations of one body are described.
  private static let mostOfBody = 10

  private let operation: ContractOperation
  private let document: ContractDocument
  private let exchange: ContractExchange
  private let rules: ContractRules
  private let coverage: ContractCoverage.Operation
  /// Whether the operation is `GET` and the request `HEAD`.
  private let isHead: Bool
  private var result = ContractJudgement()
  private var seen: Set<Int> = []

  init(
    _ operation: ContractOperation,
    _ document: ContractDocument,
    _ exchange: ContractExchange,
    _ rules: ContractRules
  ) {
    (self.operation, self.document) = (operation, document)
    (self.exchange, self.rules) = (exchange, rules)
    coverage = document.covered.operations[operation.index]
    isHead = exchange.method == "HEAD" && operation.method == "GET"
    result.operation = operation.index
  }

  /// What the operation says about the exchange.
  ///
  /// - Parameter values: The values of the parameters of the path.
  /// - Returns: What the exchange breaks and what it covers.
  mutating func judgement(_ values: [ContractPathValue]) -> ContractJudgement {
    mark(coverage.own)
    judgeParameters(values)
    judgeRequestBody()
    let index = StatusRange.index(of: exchange.status, among: operation.responses.map(\.status))
    weighRequest(isAnswered: index != nil)
    if let index {
      judgeResponse(operation.responses[index])
    } else {
      addUnknownStatus()
    }
    result.marks = seen.sorted()
    return result
  }

  /// Decides what the violations of the request mean, now that its answer is known.
  ///
  /// Those of the response are not there yet.
  private mutating func weighRequest(isAnswered: Bool) {
    guard result.violationCount > 0 else { return }
    let status = exchange.status
    if isAnswered, (400..<500).contains(status) {
      result.isNegativeTest = true
      (result.violations, result.violationCount, result.warningCount) = ([], 0, 0)
    } else if (200..<300).contains(status) {
      for index in result.violations.indices {
        result.violations[index].message += "; it was accepted against the contract with \(status)"
      }
    }
  }

  /// Takes note of an item that the exchange covers.
  private mutating func mark(_ item: Int?) {
    if !isHead, let item { seen.insert(item) }
  }

  // MARK: Violations

  /// What is judged, as `getOrder, response 200, application/json`.
  private func subject(_ side: Side, _ body: MediaTypeName? = nil) -> String {
    switch side {
    case .request: "\(operation.name), request" + (body.map { " body, \($0.name)" } ?? "")
    case .response:
      "\(operation.name), response \(exchange.status)" + (body.map { ", \($0.name)" } ?? "")
    }
  }

  private mutating func add(
    _ side: Side,
    isUndocumented: Bool = false,
    body: MediaTypeName? = nil,
    at: String,
    expected: String,
    actual: String?,
    message: String? = nil,
    place: SourceRange,
    path: String? = nil,
    isDescribed: Bool = true
  ) {
    let rule = side == .request ? rules.requests : rules.responses
    let level = isUndocumented ? rules.undocumented : rule
    guard level != .off, !isKnown(side, at, path) else { return }
    result.violationCount += 1
    if level == .warn { result.warningCount += 1 }
    guard isDescribed else { return }
    result.violations.append(
      ContractViolation(
        level: level,
        subject: subject(side, body),
        at: at,
        expected: expected,
        actual: actual,
        message: message ?? "expected \(expected)" + (actual.map { ", got \($0)" } ?? ""),
        place: place,
        jsonPath: path,
        isOfResponse: side == .response
      )
    )
  }

  /// Whether a violation is a known deviation, which then counts as used.
  private mutating func isKnown(_ side: Side, _ at: String, _ path: String?) -> Bool {
    for (index, deviation) in rules.ignored.enumerated() {
      let isOperation =
        deviation.operation == operation.name
        || deviation.operation == "\(operation.method) \(operation.template)"
      guard isOperation else { continue }
      let pattern = DeviationPattern(deviation.at)
      guard pattern.fits(at: at, path: path, isOfResponse: side == .response) else { continue }
      if !result.usedDeviations.contains(index) { result.usedDeviations.append(index) }
      return true
    }
    return false
  }

  private mutating func add(
    _ mistakes: [BodyJudge.Mistake],
    _ side: Side,
    body: MediaTypeName? = nil,
    at place: (BodyJudge.Mistake) -> String
  ) {
    if mistakes.count >= BodyJudge.mostViolations { result.isCountCut = true }
    let most = result.violations.count + Self.mostOfBody
    for mistake in mistakes {
      let at = place(mistake)
      add(
        side,
        body: body,
        at: at,
        expected: mistake.expected,
        actual: mistake.actual,
        message: mistake.message,
        place: mistake.place,
        // Excerpts are of the response's body alone.
        path: at.hasPrefix("$") ? mistake.path : nil,
        isDescribed: result.violations.count < most
      )
    }
  }

  /// The type of a body and what the document says of it; reports one that the document lacks.
  private mutating func media(
    _ side: Side,
    _ written: String?,
    among content: [ContractMedia],
    _ place: SourceRange
  ) -> (type: MediaTypeName, media: ContractMedia)? {
    // Mostly the type is written as in the document.
    let known = content.first { $0.mediaType == written }?.type
    if let type = known ?? written.flatMap(MediaTypeName.init),
      let media = type.best(among: content)
    {
      return (type, media)
    }
    add(
      side,
      isUndocumented: true,
      at: side == .request ? "request content-type" : "content-type",
      expected: content.map(\.mediaType).joined(separator: " or "),
      actual: written ?? "none",
      place: place
    )
    return nil
  }

  private func bodyJudge(_ side: Side) -> BodyJudge {
    let mode = JSONSchema.Mode(direction: side, isStrict: rules.strict)
    return BodyJudge(schemas: document.schemas, mode: mode)
  }

  // MARK: The request

  private mutating func judgeParameters(_ values: [ContractPathValue]) {
    let query = WirePair.pairs(ofQuery: exchange.query ?? "")
    let cookies = exchange.requestHeaders.values(of: "cookie").flatMap(WirePair.pairs(ofCookies:))
    let judge = bodyJudge(.request)
    let reader = ParameterReader(wire: judge.wire, schemas: document.schemas)
    var used: Set<Int> = []
    for parameter in operation.parameters {
      let others = Set(
        operation.parameters.lazy
          .filter { $0.location == parameter.location && $0.name != parameter.name }
          .map(\.name)
      )
      let read: SentParameter
      switch parameter.location {
      case "path":
        read = SentParameter.inPath(parameter, values, reader)
      case "query":
        read = SentParameter.inPairs(parameter, query, reader, others, isQuery: true)
        used.formUnion(read.used)
      case "cookie":
        read = SentParameter.inPairs(parameter, cookies, reader, others, isQuery: false)
      case "querystring":
        read = SentParameter.inQueryString(parameter, exchange.query)
        used.formUnion(query.indices)
      case _:
        let field = exchange.requestHeaders.value(of: parameter.name.lowercased())
        read = SentParameter.inHeader(parameter, field, reader)
      }
      self.judge(parameter, read, judge)
    }
    judgeUnnamed(query.indices.filter { !used.contains($0) }.map { query[$0].name })
  }

  /// Reports the names in a query that no parameter took: with `strict` each, without it only those that spell the list
  /// of a parameter in another style, because the service then reads no list at all.
  private mutating func judgeUnnamed(_ names: [String]) {
    let keys = document.securitySchemes.filter { $0.type == "apiKey" && $0.location == "query" }
      .compactMap(\.parameterName)
    var known = Set(keys)
    let most = result.violations.count + Self.mostOfBody
    for name in names where known.insert(name).inserted {
      let advice = advice(forQuery: name)
      guard rules.strict || advice != nil else { continue }
      add(
        .request,
        at: "request query \(name)",
        expected: "no query parameter \"\(name)\"",
        actual: nil,
        message: "the document has no query parameter \"\(name)\"" + (advice ?? ""),
        place: operation.range,
        isDescribed: result.violations.count < most
      )
    }
  }

  /// How a list is sent that the request spells with brackets and the document without.
  private func advice(forQuery name: String) -> String? {
    guard name.hasSuffix("[]") else { return nil }
    let plain = name.dropLast(2)
    let named = operation.parameters.first { $0.location == "query" && $0.name == plain }
    guard let named, named.style == "form", let schema = named.schema,
      document.schemas.outline(of: schema).types?.contains("array") == true
    else { return nil }
    let style = named.explodes ? "repeat" : "comma"
    return ", only \"\(plain)\", as options: { arrays: \(style) } sends a list"
  }

  private mutating func judge(
    _ parameter: ContractParameter,
    _ read: SentParameter,
    _ judge: BodyJudge
  ) {
    let key = "\(parameter.location) \(parameter.name)"
    let at = "request \(key)"
    switch read.found {
    case .absent:
      guard parameter.isRequired else { return }
      let expected = "the \(parameter.location) parameter \"\(parameter.name)\""
      add(
        .request,
        at: at,
        expected: expected,
        actual: "nothing",
        message: "expected \(expected), which is missing",
        place: parameter.range
      )
    case .malformed(let expected, let actual):
      mark(coverage.parameters[key])
      add(.request, at: at, expected: expected, actual: actual, place: parameter.range)
    case .value(let value):
      mark(coverage.parameters[key])
      if let items = coverage.values[key] {
        for value in value.array ?? [value] { mark(items[ContractCoverage.text(of: value)]) }
      }
      if read.isEmpty, parameter.allowsEmptyValue { return }
      var mistakes: [BodyJudge.Mistake] = []
      if let content = parameter.content {
        mistakes = judge.mistakes(ofText: read.text ?? "", as: content)
      } else if let schema = parameter.schema {
        mistakes = judge.mistakes(of: value, by: schema)
      }
      add(mistakes, .request) { at + $0.at.dropFirst() }
    }
  }

  private mutating func judgeRequestBody() {
    let sent = exchange.requestBody.flatMap { $0.bytes.isEmpty && $0.isComplete ? nil : $0 }
    guard let documented = operation.requestBody else {
      guard sent != nil else { return }
      add(
        .request,
        at: "request body",
        expected: "no body",
        actual: "a body",
        message: "expected no body: the document describes none",
        place: operation.range
      )
      return
    }
    guard let sent else {
      guard documented.isRequired else { return }
      add(
        .request,
        at: "request body",
        expected: "a body",
        actual: "none",
        place: documented.range
      )
      return
    }
    let written = sent.contentType ?? exchange.requestHeaders.value(of: "content-type")
    guard
      let (type, media) = media(.request, written, among: documented.content, documented.range)
    else { return }
    mark(coverage.requestMedia[media.mediaType])
    let judged = bodyJudge(.request).judge(sent, type, as: media)
    if let note = judged.note { result.notes.append("\(subject(.request)): \(note)") }
    add(judged.mistakes, .request, body: type) { "request body \($0.at)" }
  }

  // MARK: The response

  private mutating func addUnknownStatus() {
    let list = operation.responses.map(\.status)
    add(
      .response,
      isUndocumented: true,
      at: "status",
      expected: list.isEmpty ? "a documented status" : list.joined(separator: " or "),
      actual: String(exchange.status),
      message: list.isEmpty
        ? "the status \(exchange.status) is not documented: the operation has no responses"
        : "the status \(exchange.status) is not documented, only \(list.joined(separator: ", "))",
      place: operation.responsesRange
    )
  }

  private mutating func judgeResponse(_ response: ContractResponse) {
    mark(coverage.statuses[response.status])
    let judge = bodyJudge(.response)
    if rules.responses != .off { judgeHeaders(response, judge) }
    judgeResponseBody(response, judge)
  }

  private mutating func judgeHeaders(_ response: ContractResponse, _ judge: BodyJudge) {
    for documented in response.headers {
      let name = documented.name.lowercased()
      let at = "headers.\(documented.name)"
      // Each cookie has a field of its own; the values of others make one list.
      let cookies = name == "set-cookie" ? exchange.responseHeaders.values(of: name) : []
      let values: [String?] =
        cookies.isEmpty ? [exchange.responseHeaders.value(of: name)] : cookies
      for value in values {
        let mistakes = judge.mistakes(ofHeader: documented, value)
        add(mistakes, .response) { at + $0.at.dropFirst() }
      }
    }
  }

  private mutating func judgeResponseBody(_ response: ContractResponse, _ judge: BodyJudge) {
    let status = exchange.status
    let isBodiless = exchange.method == "HEAD" || status < 200 || status == 204 || status == 304
    let received = exchange.responseBody.flatMap { $0.bytes.isEmpty && $0.isComplete ? nil : $0 }
    guard let received else {
      guard !isBodiless, !response.content.isEmpty, exchange.knowsResponseBody else { return }
      let list = response.content.map(\.mediaType).joined(separator: " or ")
      add(
        .response,
        at: "body",
        expected: "a body of \(list)",
        actual: "none",
        place: response.range
      )
      return
    }
    let written = received.contentType ?? exchange.responseHeaders.value(of: "content-type")
    guard !response.content.isEmpty else {
      // `content` may be left out of a response, and many generators do.
      guard rules.strict, exchange.knowsResponseBody else {
        let note = "the document describes no body, so that of the response was not checked"
        result.notes.append("\(subject(.response)): \(note)")
        return
      }
      add(
        .response,
        isUndocumented: true,
        at: "content-type",
        expected: "no body",
        actual: written ?? "a body without content type",
        message: "expected no body: the document describes none for this status",
        place: response.range
      )
      return
    }
    let (content, place) = (response.content, response.content[0].range)
    guard let (type, media) = media(.response, written, among: content, place) else { return }
    mark(coverage.responseMedia[response.status]?[media.mediaType])
    let judged = judge.judge(received, type, as: media)
    if let note = judged.note { result.notes.append("\(subject(.response)): \(note)") }
    if !isHead, let value = judged.value,
      let tree = coverage.properties[response.status]?[media.mediaType]
    {
      tree.mark(value, &seen)
    }
    add(judged.mistakes, .response, body: type) { $0.at }
  }
}
