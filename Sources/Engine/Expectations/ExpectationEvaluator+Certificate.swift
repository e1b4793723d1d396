import Assertions
import Cryptography
import Documents
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
        let name = try StepRunner.evaluate(field.name, in: scope)
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
    case "expires": .text(Timestamp.text(secondsSince1970: facts.notAfter))
    case "alternative-names":
      Subject(
        .nodes((facts.dnsNames + facts.ipAddresses).map { .string($0) }),
        nature: .text
      )
    case _: .text(nil)
    }
  }
}

/// Points in time as reports and matchers write them.
enum Timestamp {
  /// The same of a fraction of a second, and of what lies outside of the years from 1970 to 9999 their ends.
  static func text(secondsSince1970 seconds: Double) -> String {
    text(secondsSince1970: Int(max(0, min(seconds, 253_402_300_799))))
  }

  /// A time as RFC 3339 has it, in UTC: `2026-01-31T12:00:00Z`.
  static func text(secondsSince1970 seconds: Int) -> String {
    // Days to a date of the Gregorian calendar by eras of 400 years, which begin in March.
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let time = seconds - day * 86_400
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [
      digits(year, 4), digits(month, 2), digits(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2),
    ].joined(separator: "-")
    let clock = [digits(time / 3600, 2), digits(time / 60 % 60, 2), digits(time % 60, 2)]
      .joined(separator: ":")
    return "\(date)T\(clock)Z"
  }

  private static func digits(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }
}
