import Cryptography
public import CurlTransport

extension SecurityPolicy {
  /// Puts the policy into the options of a transfer.
  ///
  /// It is evaluated before a byte of the request is sent, on kept connections as well.
  ///
  /// - Parameter options: those of a request whose policy is not that of its session.
  public func apply(to options: inout TransferOptions) {
    // Without pins and exceptions this is what the transport does by itself.
    if pinningMode == .none, !allowsInvalidCertificates, validatesDomainName { return }
    enforce(in: &options)
  }

  /// The same, evaluated also where the transport would decide alike by itself.
  func enforce(in options: inout TransferOptions) {
    var tls = options.tls
    if allowsInvalidCertificates || !validatesDomainName { tls.insecure = true }
    let other = tls.trust
    let policy = self
    tls.trust = TrustEvaluation { trust in
      if let reason = policy.refusal(of: trust) { return .reject(reason) }
      return other?.evaluate(trust) ?? .allow
    }
    options.tls = tls
  }

  /// Why a server is not believed; `nil` when it is.
  private func refusal(of trust: borrowing TransferTrust) -> String? {
    guard let connection = unsafe trust.tlsSession else {
      return pinningMode == .none
        ? nil : "the server does not speak TLS, and \(pinNoun)s are pinned"
    }
    guard let facts = try? unsafe TLSFacts(connection: connection) else {
      return "the server's certificates cannot be read"
    }
    let server = ServerTrust(facts)
    if evaluate(server, domain: trust.host) { return nil }
    let host = validatesDomainName ? trust.host : nil
    if !allowsInvalidCertificates, let verdict = server.verify(host), !verdict.isTrusted {
      return "its certificates do not pass: \(verdict.message)"
    }
    guard pinningMode != .none else { return "the security policy allows any chain only with pins" }
    let chain = server.verify(nil).map(\.chain).flatMap { $0.isEmpty ? nil : $0 } ?? facts.peerChain
    let names = chain.compactMap { try? CertificateFacts(der: $0) }.map {
      $0.commonName ?? $0.subject
    }
    let count = pinnedCertificates.count + pinnedPublicKeys.count + pinnedPublicKeyDigests.count
    return """
      \(count == 1 ? "the pinned \(pinNoun) is not" : "none of the \(count) pinned \(pinNoun)s is") in its chain, which is \
      \(names.joined(separator: ", "))
      """
  }

  private var pinNoun: String { pinningMode == .publicKey ? "key" : "certificate" }
}
