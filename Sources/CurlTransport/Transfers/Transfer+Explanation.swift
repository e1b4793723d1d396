import CCurl
import Cryptography
import Glibc

/// What lies behind a failure that libcurl tells of in general.
extension Transfer {
  /// Puts the true reason where libcurl has a vague one or none.
  func explain(_ error: inout CurlError) {
    switch error.code {
    case .peerVerificationFailed:
      explainCertificate(&error)
    case .emptyReply, .sendFailed, .receiveFailed:
      if isTunnelFailure(error) {
        error.code = .proxyFailed
      } else {
        explainLoss(&error)
      }
    case .http2Framing, .http2Stream:
      explainLoss(&error)
    case .tlsConnectFailed:
      if let alert = witness?.alert { explain(alert, &error) }
    case _: break
    }
  }

  /// Whether it was a proxy that made no connection to the server.
  private func isTunnelFailure(_ error: CurlError) -> Bool {
    if error.message.contains("CONNECT") { return true }
    return witness == nil && handle.offset(CURLINFO_PRETRANSFER_TIME_T) == 0
  }

  /// TLS 1.3 lets a client begin before the server has looked at its certificate.
  private func explainLoss(_ error: inout CurlError) {
    guard collector.head == nil, let witness else { return }
    if let alert = witness.alert {
      explain(alert, &error)
    } else if witness.wasAskedForCertificate, isBeforeRequest(error) {
      // The server had closed before anything was sent, so that its alert was never read.
      let isMissing = witness.missesOurCertificate
      error.code = isMissing ? .clientCertificateRequired : .badClientCertificate
      error.message = isMissing ? Self.missingCertificate : Self.refusedCertificate
    }
  }

  /// Whether a connection was lost before a request was sent over it.
  ///
  /// libcurl keeps the words of the first thing that went wrong, and the code of the last.
  private func isBeforeRequest(_ error: CurlError) -> Bool {
    guard handle.offset(CURLINFO_SIZE_UPLOAD_T) == 0 else { return false }
    return error.code == .sendFailed || error.message.hasPrefix("send failure")
      || error.message.hasPrefix("getpeername() failed")
      || handle.offset(CURLINFO_PRETRANSFER_TIME_T) == 0
  }

  private static let missingCertificate =
    "the server asked for a client certificate, got none, and ended the connection"

  private static let refusedCertificate =
    "the server asked for a client certificate, was shown one, and ended the connection"

  private func explain(_ alert: String, _ error: inout CurlError) {
    if witness?.missesOurCertificate == true || alert == "certificate required" {
      error.code = .clientCertificateRequired
      error.message = "\(Self.missingCertificate) (TLS alert: \(alert))"
    } else if options.boxedTLS != nil, options.tls.certificateFile != nil,
      Self.alertsAboutCertificates.contains(alert)
    {
      error.code = .badClientCertificate
      error.message = "the server refused the client certificate (TLS alert: \(alert))"
    } else if error.code != .tlsConnectFailed {
      error.code = .tlsConnectFailed
      error.message = "the server ended the connection (TLS alert: \(alert))"
    }
  }

  /// Those that a server sends about what a client has shown (RFC 8446, section 6.2).
  private static let alertsAboutCertificates = [
    "bad certificate", "unsupported certificate", "certificate revoked", "certificate expired",
    "certificate unknown", "unknown CA", "access denied",
  ]

  private func explainCertificate(_ error: inout CurlError) {
    let host = handle.text(CURLINFO_EFFECTIVE_URL).map(Self.host) ?? ""
    let namesHost = error.message.contains("target host name '")
    error.peerChain = witness?.peerChain ?? []
    let proxyResult = handle.number(CURLINFO_PROXY_SSL_VERIFYRESULT)
    if namesHost ? !error.message.contains("target host name '\(host)'") : proxyResult != 0 {
      error.code = .proxyVerificationFailed
      error.verifyResult = proxyResult
    }
    guard let certificate = witness?.certificate,
      let facts = try? CertificateFacts(der: certificate)
    else { return }
    let name = facts.commonName ?? facts.dnsNames.first ?? facts.subject
    switch witness?.refusal {
    case .expired?:
      error.message = "the certificate of \(name) expired on \(UTCTime.text(facts.notAfter))"
    case .notYetValid?:
      error.message =
        "the certificate of \(name) is not valid before \(UTCTime.text(facts.notBefore))"
    case .selfSigned?:
      error.message = "the certificate of \(name) is signed by itself and by no known authority"
    case .selfSignedInChain?:
      error.message = "the chain ends in \(name), which is no known authority"
    case .unknownIssuer?, .unknownIssuerOfSent?, .unverifiableLeaf?:
      error.message = "the certificate of \(name) is issued by \(facts.issuer), which is not known"
    case nil where namesHost:
      let asked = error.message.firstRange(of: "target host name '").map {
        error.message[$0.upperBound...].prefix { $0 != "'" }
      }
      error.verifyResult = Int(CertificateVerdict.Code.hostMismatch.rawValue)
      error.message = "the certificate is for \(Self.names(facts)), not for \(asked ?? host[...])"
    case _: break
    }
  }

  /// The names that a certificate is for, as many as can be read at a glance.
  private static func names(_ facts: CertificateFacts) -> String {
    var names = facts.dnsNames + facts.ipAddresses
    if names.isEmpty { names = [facts.commonName ?? "no name"] }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}

/// A moment in words.
private enum UTCTime {
  /// Such as `2026-01-31 12:00:00 UTC`.
  static func text(_ seconds: Int) -> String {
    var parts = unsafe tm()
    var time = time_t(seconds)
    guard unsafe gmtime_r(&time, &parts) != nil else { return "\(seconds) s since 1970" }
    let numbers = unsafe [
      parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
      parts.tm_sec,
    ]
    let texts = numbers.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return texts[..<3].joined(separator: "-") + " " + texts[3...].joined(separator: ":") + " UTC"
  }
}
