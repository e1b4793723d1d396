import Assertions
import Contracts
import Diagnostics
import Documents
import HTTPMessages
import Locks
import RunEvents
import Scenarios
import SessionCore

/// Checks the exchanges of a run against its contracts and counts what they exercise.
final class ContractBook: Sendable {
  /// What is found in the exchanges of one attempt.
  struct Findings {
    /// The operation of the last exchange that belongs to a contract.
    var operation: String?
    /// What breaks a contract, as assertions.
    var outcomes: [AssertionOutcome] = []
    /// How many exchanges were checked.
    var count = 0
    /// What was noticed that breaks nothing.
    var notes: [String] = []
  }

  private let contracts: [NamedContract]
  private let counts: [Locked<ContractCounts>]
  /// Bases that were read as URLs so far.
  private let bases = Locked<[String: URI]>([:])
  private static let mostBases = 1_024

  /// A book without entries.
  init(_ contracts: [NamedContract]) {
    self.contracts = contracts
    counts = contracts.map { Locked(ContractCounts(shape: $0.document.shape)) }
  }

  /// What the exchanges so far come to.
  ///
  /// - Parameter mask: masks secrets in paths that no operation has.
  /// - Returns: a report for each contract, in their order.
  func reports(_ mask: SecretMask) -> [ContractReport] {
    contracts.indices.map { place in
      let contract = contracts[place]
      return counts[place].withLock { $0.report(on: contract, mask) }
    }
  }

  /// Checks the exchanges of an attempt.
  ///
  /// - Parameters:
  ///   - response: the response, with the redirects before it.
  ///   - step: what `contract` of the request says.
  ///   - base: of the scenario.
  ///   - scope: what names in the base of a contract stand for.
  ///   - range: where the step stands.
  /// - Returns: what was found, unmasked.
  /// - Throws: why the base of a contract has no value.
  func check(
    _ response: ResponseContext,
    _ step: ContractLevels?,
    base: String?,
    in scope: StepScope,
    at range: SourceRange
  ) throws(StepFault) -> Findings {
    var findings = Findings()
    let places = try contracts.map { contract throws(StepFault) in
      try url(of: contract, base, scope)
    }
    let scenario = base.flatMap { url($0) }
    let hops = response.metrics.hops
    for (number, hop) in hops.enumerated() {
      let isLast = number == hops.count - 1
      // An answer of the cache was checked when it came; a challenge is answered at once.
      guard hop.source == .network, isLast || !hop.isChallenge else { continue }
      guard let (place, path, match) = contract(of: hop.request, places, scenario),
        let rules = contracts[place].rules(for: step)
      else { continue }
      let exchange = ContractExchange(hop, path: path, response: isLast ? response : nil)
      let document = contracts[place].document
      let judgement = document.judge(exchange, match, rules: rules)
      counts[place].withLock {
        $0.count(judgement, method: exchange.method, path: path)
      }
      findings.count += 1
      findings.notes += judgement.notes
      if let operation = judgement.operation {
        findings.operation = document.operations[operation].name
      }
      findings.outcomes += judgement.violations.map { violation in
        AssertionOutcome(violation, at: range, isLast ? response : nil)
      }
      let hidden = judgement.violationCount - judgement.violations.count
      if hidden > 0, var last = findings.outcomes.last {
        let least = judgement.isCountCut ? "at least " : ""
        last.message += "; \(least)\(hidden) more are not shown"
        findings.outcomes[findings.outcomes.count - 1] = last
      }
    }
    return findings
  }

  /// The contract that a request belongs to, with its path below it and the operation there.
  private func contract(
    of request: SessionRequest,
    _ places: [URI?],
    _ scenario: URI?
  ) -> (place: Int, path: String, match: ContractMatch)? {
    var first: (place: Int, path: String, match: ContractMatch)?
    for (place, contract) in contracts.enumerated() {
      let paths = ContractBase.paths(
        of: request.url,
        base: places[place],
        scenario: scenario,
        contract.document
      )
      for path in paths ?? [] {
        let match = contract.document.match(method: request.method, path: path, below: [])
        switch match {
        case .operation, .noMethod: return (place, path, match)
        case .noPath, .outside: first = first ?? (place, path, match)
        }
      }
    }
    return first
  }

  /// `base` of a contract; `nil` when it has none.
  private func url(
    of contract: NamedContract,
    _ base: String?,
    _ scope: StepScope
  ) throws(StepFault) -> URI? {
    guard let template = contract.base else { return nil }
    let text: String
    if let constant = template.constant {
      text = constant
    } else {
      text = try scope.with([("base", base.map { .string($0) })]).evaluate(template)
    }
    guard let url = url(text), url.host != nil else {
      throw StepFault(
        .expression,
        "the base of a contract is not a URL: \"\(text)\"",
        at: template.range,
        hint: "as in base: https://shop.example/v1"
      )
    }
    return url
  }

  private func url(_ text: String) -> URI? {
    if let known = bases.withLock({ $0[text] }) { return known }
    guard let url = try? URI(text) else { return nil }
    bases.withLock { bases in
      if bases.count < Self.mostBases { bases[text] = url }
    }
    return url
  }
}

extension SessionMetrics.Hop {
  /// Whether the response asked for credentials, which the next request had.
  fileprivate var isChallenge: Bool { response.status == 401 || response.status == 407 }
}
