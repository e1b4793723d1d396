/// A check of a server's identity, made before a byte of the request is sent.
///
/// ```swift
/// options.tls.trust = TrustEvaluation { trust in
///   trust.host == "api.test" ? .allow : .reject("unexpected host")
/// }
/// ```
public struct TrustEvaluation: Sendable {
  /// Decides about a server; called on the loop's thread, so it must not block.
  public let evaluate: @Sendable (borrowing TransferTrust) -> TrustDecision

  /// Makes a check.
  ///
  /// - Parameter evaluate: called on the loop's thread.
  public init(_ evaluate: @escaping @Sendable (borrowing TransferTrust) -> TrustDecision) {
    self.evaluate = evaluate
  }
}

/// What a ``TrustEvaluation`` says of a server.
public enum TrustDecision: Sendable, Hashable {
  /// The request is sent.
  case allow
  /// The transfer ends with ``CurlError/Code/trustRejected`` and this message.
  case reject(String)
}

/// The facts a server is judged by.
@safe public struct TransferTrust: ~Copyable {
  /// The URL's host, without port and brackets.
  public let host: String
  /// The address of the other end.
  public let address: String
  /// OpenSSL's `SSL *` of the connection, or nil without TLS; not to be used after the evaluation.
  public let tlsSession: UnsafeMutableRawPointer?
}

@available(*, unavailable)
extension TransferTrust: Sendable {}
