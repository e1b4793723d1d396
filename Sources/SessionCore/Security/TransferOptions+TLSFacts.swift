import Cryptography
import CurlTransport
import Locks

extension TransferOptions {
  /// Keeps what TLS agreed upon, before any other check of the server has its say.
  mutating func collectTLSFacts(in box: Locked<TLSFacts?>) {
    let other = tls.trust
    tls.trust = TrustEvaluation { trust in
      if let connection = unsafe trust.tlsSession,
        let facts = try? unsafe TLSFacts(connection: connection)
      {
        box.withLock { $0 = facts }
      }
      return other?.evaluate(trust) ?? .allow
    }
  }
}
