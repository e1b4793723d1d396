import CurlTransport

extension ServerTrustManager {
  /// Puts what the map says of a host into the options of a transfer to it.
  ///
  /// - Parameters:
  ///   - options: those of one exchange.
  ///   - host: that of the exchange's URL.
  ///   - other: decides for a host that is not in the map and need not be.
  func apply(to options: inout TransferOptions, host: String, otherwise other: SecurityPolicy?) {
    switch evaluation(for: host) {
    case .policy(let policy):
      policy.enforce(in: &options)
    case .all(let policies):
      if policies.isEmpty { options.refuse("the list of security policies for \(host) is empty") }
      for policy in policies { policy.enforce(in: &options) }
    case .disabled:
      options.tls.insecure = true
    case nil where allHostsMustBeEvaluated:
      options.refuse("expected a host with a security policy, got \(host)")
    case nil:
      other?.apply(to: &options)
    }
  }
}

extension TransferOptions {
  /// Lets no server be believed.
  fileprivate mutating func refuse(_ reason: String) {
    tls.trust = TrustEvaluation { _ in .reject(reason) }
  }
}
