import CCurl
import Cryptography
import Encodings
import Glibc
import HTTPMessages

/// The cause of a failure that libcurl reports only in general.
extension Transfer {
  /// Puts the true reason where libcurl has a vague one or none.
  ///
  /// The reason comes from codes and from what is known here. libcurl's sentences differ from
  /// release to release, so they are shown and never read.
  func explain(_ error: inout CurlError) {
    switch error.code {
    case .peerVerificationFailed:
      explainCertificate(&error)
    case .emptyReply, .sendFailed, .receiveFailed:
      if isTunnelFailure {
        explainTunnel(&error)
      } else if isBrokenAnswer(error) {
        error.code = .badServerResponse
        error.message = "the chunks of the answer cannot be read: \(error.message)"
      } else {
        explainLoss(&error)
      }
    case .http2Framing, .http2Stream, .http3Framing:
      explainLoss(&error)
    case .tlsConnectFailed:
      if let alert = witness?.alert { explain(alert, &error) }
    case .couldNotResolveHost:
      // libcurl 8 names the host of the URL, which may not be the one that was looked for.
      if let name = replacedHost { error.message = "could not resolve host: \(name)" }
    case .badContentEncoding:
      // libcurl is asked to decode nothing but chunks.
      error.message = "the answer has a transfer coding that was not asked for: \(error.message)"
    case .couldNotConnect where options.httpVersion == .http3, .quicConnectFailed:
      error.message = "no connection for HTTP/3 could be made: \(error.message)"
    case .couldNotConnect:
      // Whoever reads a report knows the host of the URL, and another one is named.
      if case .url = options.proxy, options.proxyExceptions?.isEmpty != false {
        error.message = "no connection to the proxy could be made: \(error.message)"
      }
    case .partialBody:
      explainPart(&error)
    case .unsupportedProtocol,
      .badServerResponse where !collector.isInHead && collector.head == nil:
      // The URL's scheme is known to be right, so it is the answer that is not HTTP.
      error = CurlError(code: .badServerResponse, message: HeadCollector.noStatusLine)
    case .badFunctionArgument where collector.hasBegun:
      // So libcurl calls a line that it takes for no field.
      let message =
        collector.head == nil
        ? HeadCollector.noField : "a line behind the answer's body is no header field"
      error = CurlError(code: .badServerResponse, message: message)
    case .outOfMemory where collector.head == nil:
      // So libcurl 7 calls a line that is longer than it takes.
      let message = "expected shorter header lines than the answer has"
      error = CurlError(code: .headTooLarge, message: message)
    case .tooLarge:
      error.code = .headTooLarge
      error.message = "expected a shorter head than the answer has: \(error.message)"
    case _: break
    }
  }

  /// The host that is connected to in the place of the URL's, or nil.
  private var replacedHost: String? {
    guard !options.connectTo.isEmpty, let url = handle.text(CURLINFO_EFFECTIVE_URL) else {
      return nil
    }
    let host = Self.host(of: url).lowercased()
    let port = Self.port(of: url)
    return options.connectTo.first {
      ($0.host?.lowercased() ?? host) == host && ($0.port ?? port) == port
    }?.toHost
  }

  /// Whether it was a proxy that made no connection to the server.
  private var isTunnelFailure: Bool {
    if tunnelStatus != 0 { return !(200..<300).contains(tunnelStatus) }
    return witness == nil && handle.offset(CURLINFO_PRETRANSFER_TIME_T) == 0
  }

  /// The status that a proxy answered `CONNECT` with, or 0.
  private var tunnelStatus: Int { handle.number(CURLINFO_HTTP_CONNECTCODE) }

  private func explainTunnel(_ error: inout CurlError) {
    let status = tunnelStatus
    error.code = status == 407 ? .proxyAuthenticationRequired : .proxyFailed
    if status != 0 {
      error.message = "CONNECT tunnel failed, response \(status)"
    } else if case .url = options.proxy {
      error.message = "CONNECT tunnel failed, no response: \(error.message)"
    }
  }

  /// Whether every byte was received, and those of a chunked body made no sense.
  ///
  /// libcurl calls that a failed reception. One that did fail has left an error of the socket or
  /// of TLS.
  private func isBrokenAnswer(_ error: CurlError) -> Bool {
    guard error.code == .receiveFailed, let head = collector.head, head.version.major < 2,
      head.headers.contains(name: "Transfer-Encoding"), witness?.hasFailed != true
    else { return false }
    return !Self.losses.contains(error.systemError)
  }

  /// What the system says of a connection that stood and was lost.
  private static let losses = [ECONNRESET, EPIPE, ETIMEDOUT, ECONNABORTED]

  /// Whether the handle has seen a connection lost.
  ///
  /// It remembers the system's error for all its later transfers, so it must not have any.
  var hasSeenLoss: Bool { Self.losses.contains(Int32(clamping: handle.number(CURLINFO_OS_ERRNO))) }

  private func explainPart(_ error: inout CurlError) {
    guard let length = collector.head?.contentLength else {
      error.message = "transfer closed with outstanding data remaining to read"
      return
    }
    let missing = length - handle.offset(CURLINFO_SIZE_DOWNLOAD_T)
    guard missing > 0 else { return }
    error.message = "transfer closed with \(missing) bytes remaining to read"
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
  /// The code is that of the last thing that went wrong: a broken pipe means that sending failed
  /// before it.
  private func isBeforeRequest(_ error: CurlError) -> Bool {
    guard handle.offset(CURLINFO_SIZE_UPLOAD_T) == 0 else { return false }
    return error.code == .sendFailed || error.systemError == EPIPE
      || handle.number(CURLINFO_REQUEST_SIZE) == 0
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
    error.peerChain = witness?.peerChain ?? []
    let url = handle.text(CURLINFO_EFFECTIVE_URL) ?? ""
    let isProxy = isProxyDistrusted(url)
    if isProxy {
      error.code = .proxyVerificationFailed
      error.verifyResult = handle.number(CURLINFO_PROXY_SSL_VERIFYRESULT)
    }
    guard let certificate = witness?.certificate,
      let facts = try? CertificateFacts(der: certificate)
    else { return }
    let name = facts.commonName ?? facts.dnsNames.first ?? facts.subject
    switch witness?.refusal {
    case .expired?:
      error.message =
        "the certificate of \(name) expired on \(CivilDate(secondsSince1970: facts.notAfter).words)"
    case .notYetValid?:
      error.message =
        "the certificate of \(name) is not valid before \(CivilDate(secondsSince1970: facts.notBefore).words)"
    case .selfSigned?:
      error.message = "the certificate of \(name) is signed by itself and by no known authority"
    case .selfSignedInChain?:
      error.message = "the chain ends in \(name), which is no known authority"
    case .unknownIssuer?, .unknownIssuerOfSent?, .unverifiableLeaf?:
      error.message = "the certificate of \(name) is issued by \(facts.issuer), which is not known"
    case nil:
      // OpenSSL has nothing against the chain, so it is libcurl that misses the name in it.
      let asked = isProxy ? proxyName : Self.host(of: url)
      error.verifyResult = Int(CertificateVerdict.Code.hostMismatch.rawValue)
      error.message = "the certificate is for \(Self.names(facts)), not for \(asked)"
    case _: break
    }
  }

  /// Whether a proxy showed the certificate that is not believed.
  private func isProxyDistrusted(_ url: String) -> Bool {
    guard options.proxy.mayUseTLS else { return false }
    // In the clear there is no other side with a certificate, behind a tunnel only the server's.
    if url.lowercased().hasPrefix("http:") { return true }
    if (200..<300).contains(tunnelStatus) { return false }
    if handle.number(CURLINFO_PROXY_SSL_VERIFYRESULT) != 0 { return true }
    let host = Self.host(of: url)
    if let asked = witness?.serverName { return asked.lowercased() != host.lowercased() }
    // Addresses are not named in a handshake.
    return host != handle.text(CURLINFO_PRIMARY_IP)
  }

  private var proxyName: String {
    if let name = witness?.serverName { return name }
    if case .url(let url) = options.proxy { return Self.host(of: url) }
    return handle.text(CURLINFO_PRIMARY_IP) ?? "the proxy"
  }

  /// The names that a certificate is for, as many as can be read at a glance.
  private static func names(_ facts: CertificateFacts) -> String {
    var names = facts.dnsNames + facts.ipAddresses
    if names.isEmpty { names = [facts.commonName ?? "no name"] }
    let shown = names.prefix(8).joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }
}

extension TransferOptions.Proxy {
  /// Whether it may be a proxy that TLS is spoken with.
  fileprivate var mayUseTLS: Bool {
    func isSecure(_ url: String) -> Bool { url.lowercased().hasPrefix("https:") }
    switch self {
    case .none: return false
    case .url(let url): return isSecure(url)
    case .environment:
      let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      return names.contains { name in
        unsafe getenv(name).map { unsafe isSecure(String(cString: $0)) } ?? false
      }
    }
  }
}

extension CivilDate {
  /// Such as `2026-01-31 12:00:00 UTC`.
  fileprivate var words: String { "\(date) \(time) UTC" }
}
