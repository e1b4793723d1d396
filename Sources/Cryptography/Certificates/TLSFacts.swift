import COpenSSL

/// What a TLS connection agreed upon, and whether the other side can be trusted.
public struct TLSFacts: Sendable, Hashable {
  /// The protocol: `TLSv1.3`.
  public var protocolVersion: String
  /// The cipher suite by OpenSSL's name; empty before the handshake is done.
  public var cipher: String
  /// Whether an earlier session was resumed, in which case the peer sent no certificate again.
  public var isResumed: Bool
  /// What the peer sent, its own certificate first, DER.
  public var peerChain: [[UInt8]]
  /// How the peer's chain was judged against the connection's own store; never trusted without a
  /// certificate.
  public var verdict: CertificateVerdict

  /// The chain from the peer's certificate to an anchor, DER; `nil` unless it is trusted.
  public var verifiedChain: [[UInt8]]? {
    verdict.isTrusted && !verdict.chain.isEmpty ? verdict.chain : nil
  }

  /// Reads the facts of a client's connection.
  ///
  /// A resumed connection has no verified chain of its own, so it is built again then: from the
  /// certificates that the session kept, against the store of the connection's context, with its
  /// own conditions.
  ///
  /// - Parameter connection: an `SSL *` whose handshake is done; used only during the call, on
  ///   the thread that owns it.
  /// - Throws: when OpenSSL itself fails.
  @unsafe
  public init(connection: UnsafeMutableRawPointer) throws(CryptographyError) {
    let connection = OpaquePointer(connection)
    protocolVersion = unsafe SSL_get_version(connection).map { unsafe String(cString: $0) } ?? ""
    let suite = unsafe SSL_get_current_cipher(connection)
    cipher =
      unsafe suite.flatMap { unsafe SSL_CIPHER_get_name($0) }.map { unsafe String(cString: $0) }
      ?? ""
    isResumed = unsafe SSL_session_reused(connection) == 1
    guard let leaf = unsafe SSL_get0_peer_certificate(connection) else {
      peerChain = []
      verdict = CertificateVerdict(code: .unspecified, message: "the peer sent no certificate")
      return
    }
    let sent = unsafe SSL_get_peer_cert_chain(connection)
    let sentChain = try unsafe CertificateStack.ders(of: sent)
    peerChain = try sentChain.isEmpty ? [unsafe Certificate.der(of: leaf)] : sentChain
    verdict = try unsafe Self.verdict(connection, leaf: leaf, sent: sent)
  }

  private static func verdict(
    _ connection: OpaquePointer,
    leaf: OpaquePointer,
    sent: OpaquePointer?
  ) throws(CryptographyError) -> CertificateVerdict {
    let result = unsafe SSL_get_verify_result(connection)
    if result == Int(X509_V_OK), let chain = unsafe SSL_get0_verified_chain(connection) {
      return CertificateVerdict(
        code: .trusted,
        message: CertificateVerdict.message(for: X509_V_OK),
        chain: try unsafe CertificateStack.ders(of: chain)
      )
    }
    guard let context = unsafe SSL_get_SSL_CTX(connection),
      let store = unsafe SSL_CTX_get_cert_store(context)
    else {
      return CertificateVerdict(code: .unspecified, message: "the connection has no store")
    }
    return try unsafe CertificateChain.verify(leaf: leaf, untrusted: sent, store: store) {
      (parameters) throws(CryptographyError) in
      guard unsafe X509_VERIFY_PARAM_set1(parameters, SSL_get0_param(connection)) == 1 else {
        throw .fromLibrary(.libraryFailure, "the conditions of the connection cannot be taken over")
      }
    }
  }
}
