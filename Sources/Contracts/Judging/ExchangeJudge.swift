internal import Diagnostics
internal import Documents
internal import Encodings

/// Holds one exchange against a document.
struct ExchangeJudge {
  /// Whose rule a violation breaks.
  enum Rule {
    case responses
    case requests
    case undocumented
  }

  /// How many violations of one body are described.
  private static let mostOfBody = 10

  let document: ContractDocument
  let exchange: ContractExchange
  let rules: ContractRules
  private var result = ContractJudgement()
  private var requestViolations: [ContractViolation] = []
  private var requestCount = 0
  private var requestWarningCount = 0
  private var seen: Set<Int> = []
  /// Whether the operation is `GET` and the request `HEAD`.
  private var isHead = false

  init(document: ContractDocument, exchange: ContractExchange, rules: ContractRules) {
    self.document = document
    self.exchange = exchange
    self.rules = rules
  }

  private func level(of rule: Rule) -> ContractRules.Level {
    switch rule {
    case .responses: rules.responses
    case .requests: rules.requests
    case .undocumented: rules.undocumented
    }
  }

  /// What the document says about the exchange.
  ///
  /// - Parameter match: The operation of the request, or why there is none.
  /// - Returns: What the exchange breaks and what it covers.
  mutating func judgement(_ match: ContractMatch) -> ContractJudgement {
    switch match {
    case .operation(let index, let values):
      judge(document.operations[index], values)
    case .noMethod(let allowed, let template):
      judgeUndocumentedMethod(allowed, template)
    case .noPath, .outside:
      let place = document.pathsRange
      addUndocumented("no path of the document matches", "a documented path", exchange.path, place)
    }
    result.marks = seen.sorted()
    return result
  }

  private mutating func addUndocumented(
    _ message: String,
    _ expected: String,
    _ actual: String,
    _ place: SourceRange
  ) {
    guard rules.undocumented != .off else { return }
    result.violationCount += 1
    if rules.undocumented == .warn { result.warningCount += 1 }
    result.violations.append(
      ContractViolation(
        level: rules.undocumented,
        subject: "\(exchange.method) \(exchange.path)",
        at: "operation",
        expected: expected,
        actual: actual,
        message: message,
        place: place,
        isOfResponse: false
      )
    )
  }

  private mutating func judgeUndocumentedMethod(_ allowed: [String], _ template: String) {
    // A preflight request is the business of the browser and the server alone.
    let isPreflight =
      exchange.method == "OPTIONS"
      && header("access-control-request-method", in: exchange.requestHeaders) != nil
    if isPreflight {
      result.notes.append("a CORS preflight request is not held against the contract")
      return
    }
    let list = allowed.joined(separator: ", ")
    let place =
      document.operations.first { $0.template == template }?.range ?? document.pathsRange
    addUndocumented(
      "\(template) has no operation \(exchange.method), it has \(list)",
      "one of \(list)",
      exchange.method,
      place
    )
  }

  // MARK: The exchange

  private mutating func judge(_ operation: ContractOperation, _ values: [ContractPathValue]) {
    result.operation = operation.index
    isHead = exchange.method == "HEAD" && operation.method == "GET"
    let coverage = document.covered.operations[operation.index]
    if !isHead { seen.insert(coverage.own) }
    judgeRequest(operation, values, coverage)
    let index = StatusRange.index(of: exchange.status, among: operation.responses.map(\.status))
    let response = index.map { operation.responses[$0] }
    if let response, !isHead, let item = coverage.statuses[response.status] { seen.insert(item) }
    takeRequestViolations(isAnswered: response != nil)
    guard let response else {
      addUnknownStatus(operation)
      return
    }
    judgeResponse(response, operation, coverage)
  }

  /// Decides what the violations of the request mean, now that its answer is known.
  private mutating func takeRequestViolations(isAnswered: Bool) {
    guard requestCount > 0 else { return }
    if isAnswered, (400..<500).contains(exchange.status) {
      result.isNegativeTest = true
      return
    }
    if (200..<300).contains(exchange.status) {
      for index in requestViolations.indices {
        let status = exchange.status
        requestViolations[index].message += "; it was accepted against the contract with \(status)"
      }
    }
    result.violationCount += requestCount
    result.warningCount += requestWarningCount
    result.violations += requestViolations
  }

  // MARK: Violations

  private mutating func add(
    _ rule: Rule,
    _ operation: ContractOperation,
    _ subject: String,
    at: String,
    expected: String,
    actual: String?,
    message: String? = nil,
    place: SourceRange,
    path: String? = nil,
    isOfResponse: Bool,
    isDescribed: Bool = true
  ) {
    let level = level(of: rule)
    guard level != .off, !isKnown(operation, at, path, isOfResponse) else { return }
    let violation = ContractViolation(
      level: level,
      subject: subject,
      at: at,
      expected: expected,
      actual: actual,
      message: message ?? "expected \(expected)" + (actual.map { ", got \($0)" } ?? ""),
      place: place,
      jsonPath: path,
      isOfResponse: isOfResponse
    )
    if isOfResponse {
      result.violationCount += 1
      if level == .warn { result.warningCount += 1 }
      if isDescribed { result.violations.append(violation) }
    } else {
      requestCount += 1
      if level == .warn { requestWarningCount += 1 }
      if isDescribed { requestViolations.append(violation) }
    }
  }

  /// Whether a violation is a known deviation, which then counts as used.
  private mutating func isKnown(
    _ operation: ContractOperation,
    _ at: String,
    _ path: String?,
    _ isOfResponse: Bool
  ) -> Bool {
    for (index, deviation) in rules.ignored.enumerated() {
      let isOperation =
        deviation.operation == operation.name
        || deviation.operation == "\(operation.method) \(operation.template)"
      guard isOperation else { continue }
      let pattern = DeviationPattern(deviation.at)
      guard pattern.fits(at: at, path: path, isOfResponse: isOfResponse) else { continue }
      if !result.usedDeviations.contains(index) { result.usedDeviations.append(index) }
      return true
    }
    return false
  }

  private mutating func add(
    _ mistakes: [BodyJudge.Mistake],
    _ rule: Rule,
    _ operation: ContractOperation,
    _ subject: String,
    isOfResponse: Bool,
    at place: (BodyJudge.Mistake) -> String
  ) {
    var described = 0
    if mistakes.count >= BodyJudge.mostViolations { result.isCountCut = true }
    for mistake in mistakes {
      let before = isOfResponse ? result.violationCount : requestCount
      add(
        rule,
        operation,
        subject,
        at: place(mistake),
        expected: mistake.expected,
        actual: mistake.actual,
        message: mistake.message,
        place: mistake.place,
        path: isOfResponse ? mistake.path : nil,
        isOfResponse: isOfResponse,
        isDescribed: described < Self.mostOfBody
      )
      let after = isOfResponse ? result.violationCount : requestCount
      described += after - before
    }
  }

  private func header(_ name: String, in fields: [ContractExchange.Field]) -> String? {
    let values = fields.filter { $0.name.lowercased() == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  // MARK: The request

  private mutating func judgeRequest(
    _ operation: ContractOperation,
    _ values: [ContractPathValue],
    _ coverage: ContractCoverage.Operation
  ) {
    judgeParameters(operation, values, coverage)
    judgeRequestBody(operation, coverage)
  }

  private mutating func judgeParameters(
    _ operation: ContractOperation,
    _ values: [ContractPathValue],
    _ coverage: ContractCoverage.Operation
  ) {
    let query = WirePair.pairs(ofQuery: exchange.query ?? "")
    let cookies = exchange.requestHeaders.filter { $0.name.lowercased() == "cookie" }
      .flatMap { WirePair.pairs(ofCookies: $0.value) }
    let mode = JSONSchema.Mode(direction: .request, isStrict: rules.strict)
    let judge = BodyJudge(schemas: document.schemas, mode: mode)
    let wire = WireText(schemas: document.schemas, mode: mode)
    let reader = ParameterReader(wire: wire, schemas: document.schemas)
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
        let field = header(parameter.name.lowercased(), in: exchange.requestHeaders)
        read = SentParameter.inHeader(parameter, field, reader)
      }
      self.judge(parameter, read, operation, coverage, judge)
    }
    judgeUnnamed(query.indices.filter { !used.contains($0) }.map { query[$0].name }, operation)
  }

  /// Reports the names in a query that no parameter took: with `strict` each, without it only those that spell the list
  /// of a parameter in another style, because the service then reads no list at all.
  private mutating func judgeUnnamed(_ names: [String], _ operation: ContractOperation) {
    let keys = document.securitySchemes.filter { $0.type == "apiKey" && $0.location == "query" }
      .compactMap(\.parameterName)
    var known = Set(keys)
    var described = 0
    for name in names where known.insert(name).inserted {
      let advice = advice(forQuery: name, operation)
      guard rules.strict || advice != nil else { continue }
      let before = requestCount
      add(
        .requests,
        operation,
        "\(operation.name), request",
        at: "request query \(name)",
        expected: "no query parameter \"\(name)\"",
        actual: nil,
        message: "the document has no query parameter \"\(name)\"" + (advice ?? ""),
        place: operation.range,
        isOfResponse: false,
        isDescribed: described < Self.mostOfBody
      )
      described += requestCount - before
    }
  }

  /// How a list is sent that the request spells with brackets and the document without.
  private func advice(forQuery name: String, _ operation: ContractOperation) -> String? {
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
    _ operation: ContractOperation,
    _ coverage: ContractCoverage.Operation,
    _ judge: BodyJudge
  ) {
    let subject = "\(operation.name), request"
    let at = "request \(parameter.location) \(parameter.name)"
    let key = "\(parameter.location) \(parameter.name)"
    switch read.found {
    case .absent:
      guard parameter.isRequired else { return }
      add(
        .requests,
        operation,
        subject,
        at: at,
        expected: "the \(parameter.location) parameter \"\(parameter.name)\"",
        actual: "nothing",
        message:
          "expected the \(parameter.location) parameter \"\(parameter.name)\", which is missing",
        place: parameter.range,
        isOfResponse: false
      )
    case .malformed(let expected, let actual):
      markSent(key, coverage)
      add(
        .requests,
        operation,
        subject,
        at: at,
        expected: expected,
        actual: actual,
        place: parameter.range,
        isOfResponse: false
      )
    case .value(let value):
      markSent(key, coverage)
      if !isHead, let items = coverage.values[key] {
        for value in value.array ?? [value] {
          if let item = items[ContractCoverage.text(of: value)] { seen.insert(item) }
        }
      }
      if read.isEmpty, parameter.allowsEmptyValue { return }
      var mistakes: [BodyJudge.Mistake] = []
      if let content = parameter.content {
        mistakes = judge.mistakes(ofText: read.text ?? "", as: content)
      } else if let schema = parameter.schema {
        mistakes = judge.mistakes(of: value, by: schema)
      }
      add(mistakes, .requests, operation, subject, isOfResponse: false) { mistake in
        mistake.at == "$" ? at : at + mistake.at.dropFirst()
      }
    }
  }

  private mutating func markSent(_ key: String, _ coverage: ContractCoverage.Operation) {
    guard !isHead, let item = coverage.parameters[key] else { return }
    seen.insert(item)
  }

  private mutating func judgeRequestBody(
    _ operation: ContractOperation,
    _ coverage: ContractCoverage.Operation
  ) {
    let subject = "\(operation.name), request"
    let sent = exchange.requestBody.flatMap { $0.bytes.isEmpty && $0.isComplete ? nil : $0 }
    guard let documented = operation.requestBody else {
      guard sent != nil else { return }
      add(
        .requests,
        operation,
        subject,
        at: "request body",
        expected: "no body",
        actual: "a body",
        message: "expected no body: the document describes none",
        place: operation.range,
        isOfResponse: false
      )
      return
    }
    guard let sent else {
      guard documented.isRequired else { return }
      add(
        .requests,
        operation,
        subject,
        at: "request body",
        expected: "a body",
        actual: "none",
        place: documented.range,
        isOfResponse: false
      )
      return
    }
    let written = sent.contentType ?? header("content-type", in: exchange.requestHeaders)
    guard let type = written.flatMap(MediaTypeName.init),
      let media = type.best(among: documented.content)
    else {
      let list = documented.content.map(\.mediaType).joined(separator: " or ")
      add(
        .undocumented,
        operation,
        subject,
        at: "request content-type",
        expected: list,
        actual: written ?? "none",
        place: documented.range,
        isOfResponse: false
      )
      return
    }
    if !isHead, let item = coverage.requestMedia[media.mediaType] { seen.insert(item) }
    let mode = JSONSchema.Mode(direction: .request, isStrict: rules.strict)
    let judged = BodyJudge(schemas: document.schemas, mode: mode).judge(sent, type, as: media)
    if let note = judged.note { result.notes.append("\(subject): \(note)") }
    add(
      judged.mistakes,
      .requests,
      operation,
      "\(subject) body, \(type.name)",
      isOfResponse: false
    ) { "request body \($0.at)" }
  }

  // MARK: The response

  private mutating func addUnknownStatus(_ operation: ContractOperation) {
    let list = operation.responses.map(\.status)
    add(
      .undocumented,
      operation,
      "\(operation.name), response \(exchange.status)",
      at: "status",
      expected: list.isEmpty ? "a documented status" : list.joined(separator: " or "),
      actual: String(exchange.status),
      message: list.isEmpty
        ? "the status \(exchange.status) is not documented: the operation has no responses"
        : "the status \(exchange.status) is not documented, only \(list.joined(separator: ", "))",
      place: operation.responsesRange,
      isOfResponse: true
    )
  }

  private mutating func judgeResponse(
    _ response: ContractResponse,
    _ operation: ContractOperation,
    _ coverage: ContractCoverage.Operation
  ) {
    let subject = "\(operation.name), response \(exchange.status)"
    let mode = JSONSchema.Mode(direction: .response, isStrict: rules.strict)
    let judge = BodyJudge(schemas: document.schemas, mode: mode)
    if rules.responses != .off { judgeHeaders(response, operation, subject, judge) }
    judgeResponseBody(response, operation, coverage, subject, judge)
  }

  private mutating func judgeHeaders(
    _ response: ContractResponse,
    _ operation: ContractOperation,
    _ subject: String,
    _ judge: BodyJudge
  ) {
    for documented in response.headers {
      let name = documented.name.lowercased()
      let at = "headers.\(documented.name)"
      let fields = exchange.responseHeaders.filter { $0.name.lowercased() == name }.map(\.value)
      guard !fields.isEmpty else {
        guard documented.isRequired else { continue }
        add(
          .responses,
          operation,
          subject,
          at: at,
          expected: "the field \(documented.name)",
          actual: "nothing",
          message: "expected the field \(documented.name), which is missing",
          place: documented.range,
          isOfResponse: true
        )
        continue
      }
      // Each cookie has a field of its own; the values of others make one list.
      let values = name == "set-cookie" ? fields : [fields.joined(separator: ", ")]
      for value in values {
        let mistakes = judge.mistakes(ofHeader: documented, value).map { mistake in
          var mistake = mistake
          mistake.path = nil
          return mistake
        }
        add(mistakes, .responses, operation, subject, isOfResponse: true) { mistake in
          mistake.at == "$" ? at : at + mistake.at.dropFirst()
        }
      }
    }
  }

  private mutating func judgeResponseBody(
    _ response: ContractResponse,
    _ operation: ContractOperation,
    _ coverage: ContractCoverage.Operation,
    _ subject: String,
    _ judge: BodyJudge
  ) {
    let status = exchange.status
    let isBodiless = exchange.method == "HEAD" || status < 200 || status == 204 || status == 304
    let received = exchange.responseBody.flatMap { $0.bytes.isEmpty && $0.isComplete ? nil : $0 }
    guard let received else {
      guard !isBodiless, !response.content.isEmpty, exchange.knowsResponseBody else { return }
      let list = response.content.map(\.mediaType).joined(separator: " or ")
      add(
        .responses,
        operation,
        subject,
        at: "body",
        expected: "a body of \(list)",
        actual: "none",
        place: response.range,
        isOfResponse: true
      )
      return
    }
    let written = received.contentType ?? header("content-type", in: exchange.responseHeaders)
    guard !response.content.isEmpty else {
      // `content` may be left out of a response, and many generators do.
      guard rules.strict, exchange.knowsResponseBody else {
        result.notes.append(
          "\(subject): the document describes no body, so that of the response was not checked"
        )
        return
      }
      add(
        .undocumented,
        operation,
        subject,
        at: "content-type",
        expected: "no body",
        actual: written ?? "a body without content type",
        message: "expected no body: the document describes none for this status",
        place: response.range,
        isOfResponse: true
      )
      return
    }
    // Mostly the type is written as in the document.
    let known = response.content.first { $0.mediaType == written }?.type
    guard let type = known ?? written.flatMap(MediaTypeName.init),
      let media = type.best(among: response.content)
    else {
      add(
        .undocumented,
        operation,
        subject,
        at: "content-type",
        expected: response.content.map(\.mediaType).joined(separator: " or "),
        actual: written ?? "none",
        place: response.content[0].range,
        isOfResponse: true
      )
      return
    }
    if !isHead, let item = coverage.responseMedia[response.status]?[media.mediaType] {
      seen.insert(item)
    }
    let judged = judge.judge(received, type, as: media)
    if let note = judged.note { result.notes.append("\(subject): \(note)") }
    if !isHead, let value = judged.value,
      let tree = coverage.properties[response.status]?[media.mediaType]
    {
      tree.mark(value, &seen)
    }
    add(judged.mistakes, .responses, operation, "\(subject), \(type.name)", isOfResponse: true) {
      $0.at
    }
  }
}

extension ContractDocument {
  /// The key `paths`, else the start of the document.
  var pathsRange: SourceRange {
    let root = ContractNode(file: 0, yaml: files.main.root)
    return root["paths"] == nil ? root.headRange : root.range(ofKey: "paths")
  }
}
