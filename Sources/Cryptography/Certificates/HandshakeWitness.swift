import COpenSSL

/// Sees what goes on in a client's TLS handshake and is gone when that has failed.
///
/// Belongs to the thread that makes the handshake.
@safe public final class HandshakeWitness {
  /// The certificate that was not believed, or else the server's own, DER; `nil` before one came.
  public private(set) var certificate: [UInt8]?
  /// What the server sent, its own certificate first, DER; empty before its check has ended.
  public private(set) var peerChain: [[UInt8]] = []
  /// Why ``certificate`` is not believed; `nil` while nothing speaks against it.
  public private(set) var refusal: CertificateVerdict.Code?
  /// Whether the server asked for a certificate.
  public private(set) var wasAskedForCertificate = false
  /// Whether it asked for one, and there was none that it would take.
  public private(set) var missesOurCertificate = false
  /// The alert with which the server ended TLS, in OpenSSL's words (`certificate required`).
  public private(set) var alert: String?
  /// Whether either side has ended TLS with an alert.
  public private(set) var hasFailed = false
  /// Whether TLS has ended: either side has sent a fatal alert, or the server `close_notify`.
  public private(set) var hasEnded = false
  /// The name that the server was asked for in the handshake; `nil` for an address.
  public private(set) var serverName: String?

  /// Makes a witness that has seen nothing.
  public init() {}

  /// Watches the handshakes of a context, and decides nothing about them.
  ///
  /// - Parameter context: an `SSL_CTX *` that makes no connection yet; it holds the witness from now on.
  @unsafe
  public func watch(_ context: UnsafeMutableRawPointer) {
    let context = OpaquePointer(context)
    let own = unsafe Unmanaged.passRetained(self)
    guard Self.index >= 0, unsafe SSL_CTX_set_ex_data(context, Self.index, own.toOpaque()) == 1
    else {
      unsafe own.release()
      return
    }
    unsafe SSL_CTX_set_verify(context, SSL_CTX_get_verify_mode(context)) { isGood, check in
      unsafe HandshakeWitness.of(check)?.note(check, isGood: isGood == 1)
      return isGood
    }
    unsafe SSL_CTX_set_cert_cb(
      context,
      { connection, _ in
        guard let connection = unsafe connection else { return 1 }
        unsafe HandshakeWitness.of(context: SSL_get_SSL_CTX(connection))?.wasAskedForCertificate =
          true
        return 1
      },
      nil
    )
    unsafe SSL_CTX_set_client_cert_cb(context) { connection, _, _ in
      guard let connection = unsafe connection else { return 0 }
      unsafe HandshakeWitness.of(context: SSL_get_SSL_CTX(connection))?.missesOurCertificate = true
      return 0
    }
    unsafe SSL_CTX_set_info_callback(context) { connection, what, alert in
      guard let connection = unsafe connection,
        let witness = unsafe HandshakeWitness.of(context: SSL_get_SSL_CTX(connection))
      else { return }
      if what & SSL_CB_HANDSHAKE_DONE != 0 { unsafe witness.noteResumed(connection) }
      guard what & SSL_CB_ALERT != 0 else { return }
      // The upper byte is the level, and only 2 is fatal; close_notify is 0 (RFC 8446, section 6).
      let isFatal = alert >> 8 == 2
      if isFatal || (what & SSL_CB_READ != 0 && alert & 0xFF == 0) { witness.hasEnded = true }
      guard isFatal else { return }
      witness.hasFailed = true
      guard what & SSL_CB_READ != 0, let words = unsafe SSL_alert_desc_string_long(alert)
      else { return }
      witness.alert = unsafe String(cString: words)
    }
  }

  /// The witness of a connection that stands.
  ///
  /// - Parameter connection: an `SSL *`.
  /// - Returns: `nil` where nobody watched its handshake.
  @unsafe
  public static func of(connection: UnsafeMutableRawPointer) -> HandshakeWitness? {
    unsafe of(context: SSL_get_SSL_CTX(OpaquePointer(connection)))
  }

  private func note(_ check: OpaquePointer?, isGood: Bool) {
    guard refusal == nil, let check = unsafe check else { return }
    serverName = unsafe Self.connection(of: check).flatMap {
      unsafe SSL_get_servername($0, TLSEXT_NAMETYPE_host_name)
    }.map { unsafe String(cString: $0) }
    if !isGood {
      refusal = .init(rawValue: unsafe X509_STORE_CTX_get_error(check))
    } else if unsafe X509_STORE_CTX_get_error_depth(check) > 0 {
      return
    }
    peerChain = (try? unsafe CertificateStack.ders(of: X509_STORE_CTX_get0_untrusted(check))) ?? []
    certificate = unsafe X509_STORE_CTX_get_current_cert(check)
      .flatMap { try? unsafe Certificate.der(of: $0) }
  }

  /// Notes what a resumed session kept of its server: no certificate is sent and checked then.
  private func noteResumed(_ connection: OpaquePointer) {
    guard certificate == nil, unsafe SSL_session_reused(connection) == 1 else { return }
    serverName = unsafe SSL_get_servername(connection, TLSEXT_NAMETYPE_host_name)
      .map { unsafe String(cString: $0) }
    peerChain = (try? unsafe CertificateStack.ders(of: SSL_get_peer_cert_chain(connection))) ?? []
    certificate = unsafe SSL_get0_peer_certificate(connection)
      .flatMap { try? unsafe Certificate.der(of: $0) }
  }

  private static func of(_ check: OpaquePointer?) -> HandshakeWitness? {
    guard let check = unsafe check, let connection = unsafe connection(of: check) else {
      return nil
    }
    return unsafe of(context: SSL_get_SSL_CTX(connection))
  }

  private static func connection(of check: OpaquePointer) -> OpaquePointer? {
    unsafe X509_STORE_CTX_get_ex_data(check, SSL_get_ex_data_X509_STORE_CTX_idx()).map {
      OpaquePointer($0)
    }
  }

  private static func of(context: OpaquePointer?) -> HandshakeWitness? {
    guard let context = unsafe context,
      let witness = unsafe SSL_CTX_get_ex_data(context, index)
    else { return nil }
    return unsafe Unmanaged<HandshakeWitness>.fromOpaque(witness).takeUnretainedValue()
  }

  /// The place of a witness among a context's data; the context lets go of it at its own end.
  private static let index = unsafe CRYPTO_get_ex_new_index(
    CRYPTO_EX_INDEX_SSL_CTX,
    0,
    nil,
    nil,
    nil
  ) { _, witness, _, _, _, _ in
    guard let witness = unsafe witness else { return }
    unsafe Unmanaged<HandshakeWitness>.fromOpaque(witness).release()
  }
}

@available(*, unavailable)
extension HandshakeWitness: Sendable {}
