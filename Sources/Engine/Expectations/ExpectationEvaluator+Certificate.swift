import Assertions
import Cryptography
import Documents
import Encodings
import RunEvents
import Scenarios
import SessionCore

/// What the server's certificate must be.
extension ExpectationEvaluator {
  /// `certificate`: of the server that answered last.
  func checkCertificate(_ evaluation: inout Evaluation) {
    guard !expectation.certificate.isEmpty else { return }
    let certificate = response.metrics.hops.last?.tls?.peerChain.first
    let facts = certificate.flatMap { try? CertificateFacts(der: $0) }
    for field in expectation.certificate {
      attempt(&evaluation, at: field.name.range) {
        (evaluation: inout Evaluation) throws(StepFault) in
        let name = try scope.evaluate(field.name)
        try check(
          field.matcher,
          subject: facts.map { Self.subject(name, of: $0) } ?? .text(nil),
          named: { "certificate \(name)" },
          &evaluation,
          detail: { facts == nil ? missingCertificate : nil }
        )
      }
    }
  }

  private var missingCertificate: String {
    response.response.url.scheme == "https"
      ? "the server showed no certificate that can be read"
      : "\(response.response.url.scheme ?? "http") has no certificates, only https has"
  }

  private static func subject(_ name: String, of facts: CertificateFacts) -> Subject {
    switch name {
    case "subject": .text(facts.subject)
    case "issuer": .text(facts.issuer)
    case "expires": .text(CivilDate(secondsSince1970: facts.notAfter).rfc3339)
    case "alternative-names":
      Subject(
        .nodes((facts.dnsNames + facts.ipAddresses).map { .string($0) }),
        nature: .text
      )
    case _: .text(nil)
    }
  }
}
