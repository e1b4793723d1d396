import Assertions
import Contracts
import Diagnostics
import Documents

extension AssertionOutcome {
  /// What breaks a contract, as one more assertion of the step.
  ///
  /// - Parameters:
  ///   - violation: what breaks it.
  ///   - range: where the step stands.
  ///   - response: the response, for an excerpt; `nil` when its body is not known.
  init(_ violation: ContractViolation, at range: SourceRange, _ response: ResponseContext?) {
    var excerpt: String?
    if violation.isOfResponse, let path = violation.jsonPath, let response {
      excerpt = response.excerpt(at: violation.at.hasPrefix("$") ? violation.at : path)
    }
    self.init(
      verdict: violation.level == .fail ? .fails : .warns,
      subject: violation.subject,
      expected: violation.expected,
      actual: violation.actual,
      message: violation.message,
      range: range,
      excerpt: excerpt,
      isOfContract: true,
      documentRange: violation.place
    )
  }
}

extension ResponseContext {
  /// The body around a place.
  fileprivate func excerpt(at path: String) -> String? {
    guard let body = try? decoded(as: .json),
      let query = try? JSONQuery(path)
    else { return nil }
    return BodyQuery.path(query).excerpt(of: body, as: .json, from: source([:]))
  }
}
