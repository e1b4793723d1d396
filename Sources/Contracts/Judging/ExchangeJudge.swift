internal import Diagnostics
internal import Scenarios

/// Holds one exchange against a document.
struct ExchangeJudge {
  let document: ContractDocument
  let exchange: ContractExchange
  let rules: ContractRules

  /// What the document says about the exchange.
  ///
  /// - Parameter match: The operation of the request, or why there is none.
  /// - Returns: What the exchange breaks and what it covers.
  func judgement(_ match: ContractMatch) -> ContractJudgement {
    switch match {
    case .operation(let index, let values):
      var judge = OperationJudge(document.operations[index], document, exchange, rules)
      return judge.judgement(values)
    case .noMethod(let allowed, let template):
      return undocumentedMethod(allowed, template)
    case .noPath, .outside:
      let place = document.pathsRange
      return undocumented(
        "no path of the document matches",
        "a documented path",
        exchange.path,
        place
      )
    }
  }

  private func undocumented(
    _ message: String,
    _ expected: String,
    _ actual: String,
    _ place: SourceRange
  ) -> ContractJudgement {
    guard rules.undocumented != .off else { return ContractJudgement() }
    let violation = ContractViolation(
      level: rules.undocumented,
      subject: "\(exchange.method) \(exchange.path)",
      at: "operation",
      expected: expected,
      actual: actual,
      message: message,
      place: place,
      isOfResponse: false
    )
    return ContractJudgement(
      violations: [violation],
      violationCount: 1,
      warningCount: rules.undocumented == .warn ? 1 : 0
    )
  }

  private func undocumentedMethod(_ allowed: [String], _ template: String) -> ContractJudgement {
    // A preflight request is the business of the browser and the server alone.
    let isPreflight =
      exchange.method == "OPTIONS"
      && exchange.requestHeaders.value(of: "access-control-request-method") != nil
    if isPreflight {
      return ContractJudgement(
        notes: ["a CORS preflight request is not held against the contract"]
      )
    }
    let list = allowed.joined(separator: ", ")
    return undocumented(
      "\(template) has no operation \(exchange.method), it has \(list)",
      "one of \(list)",
      exchange.method,
      document.operations.first { $0.template == template }?.range ?? document.pathsRange
    )
  }
}

extension [ContractExchange.Field] {
  /// The values of the fields of a name, which is in lower case.
  func values(of name: String) -> [String] {
    filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The values of the fields of a name as one list; nil without such a field.
  func value(of name: String) -> String? {
    let values = values(of: name)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }
}

extension ContractDocument {
  /// The key `paths`, else the start of the document.
  var pathsRange: SourceRange {
    let root = ContractNode(file: 0, yaml: files.main.root)
    return root["paths"] == nil ? root.headRange : root.range(ofKey: "paths")
  }
}
