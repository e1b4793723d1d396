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
      if !policy.accepts(trust) {
        return .reject("the server is not trusted by the security policy")
      }
      return other?.evaluate(trust) ?? .allow
    }
    options.tls = tls
  }

  private func accepts(_ trust: borrowing TransferTrust) -> Bool {
    guard let connection = unsafe trust.tlsSession else { return pinningMode == .none }
    guard let facts = try? unsafe TLSFacts(connection: connection) else { return false }
    return evaluate(ServerTrust(facts), domain: trust.host)
  }
}
