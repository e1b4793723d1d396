import Assertions
import Contracts
import Diagnostics
import Documents
import Scenarios

extension AssertionOutcome {
  /// What breaks a contract, as one more assertion of the step.
  ///
  /// - Parameters:
  ///   - violation: what breaks it.
  ///   - range: where the step stands.
  ///   - response: the response, for an excerpt; `nil` when its body is not known.
  init(_ violation: ContractViolation, at range: SourceRange, _ response: ResponseContext?) {
    var excerpt = violation.placeInWords
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

extension ContractViolation {
  /// Where it is in a request or in a field of the response; `nil` where the message says so, or nothing does.
  ///
  /// The place in the document does not say it where several parameters or members share a schema.
  fileprivate var placeInWords: String? {
    if at.hasPrefix("headers.") {
      let name = at.dropFirst("headers.".count)
      return message.contains(name) ? nil : "the field \(name) of the response"
    }
    guard at.hasPrefix("request ") else { return nil }
    let rest = at.dropFirst("request ".count)
    guard let space = rest.firstIndex(of: " ") else { return nil }
    let name = rest[rest.index(after: space)...]
    if rest[..<space] == "body" { return name == "$" ? nil : "\(name) in the request body" }
    return message.contains("\"\(name)\"") ? nil : "the \(rest[..<space]) parameter \(name)"
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
