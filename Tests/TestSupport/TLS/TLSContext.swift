import COpenSSL

/// What the TLS connections of one server share: OpenSSL's `SSL_CTX`.
final class TLSContext: Sendable {
  // A number, because a pointer cannot be shared by threads; OpenSSL counts references to a context itself.
  private let address: UInt

  /// Makes the context of a server.
  ///
  /// - Throws: `FixtureError` for a certificate or key that OpenSSL does not take.
  init(_ tls: FixtureTLS, protocols: FixtureOptions.Protocols) throws(FixtureError) {
    guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
      throw FixtureError("OpenSSL makes no context")
    }
    address = UInt(bitPattern: context)
    try unsafe Self.setVersions(tls, of: context)
    try unsafe Self.setIdentity(tls.identity, of: context)
    if let clientAuthority = tls.clientAuthority {
      try unsafe Self.demandCertificate(from: clientAuthority, in: context)
    }
    switch protocols {
    case .http1:
      unsafe SSL_CTX_set_alpn_select_cb(
        context,
        { _, choice, length, offered, count, _ in
          unsafe TLSContext.choose(["http/1.1"], of: offered, count, choice, length)
        },
        nil
      )
    case .http2:
      unsafe SSL_CTX_set_alpn_select_cb(
        context,
        { _, choice, length, offered, count, _ in
          unsafe TLSContext.choose(["h2", "http/1.1"], of: offered, count, choice, length)
        },
        nil
      )
    }
  }

  deinit { unsafe SSL_CTX_free(OpaquePointer(bitPattern: address)) }

  /// Makes the state of one connection, which belongs to the caller.
  func makeConnection() -> TLSConnection? {
    unsafe SSL_new(OpaquePointer(bitPattern: address)).flatMap { unsafe TLSConnection($0) }
  }

  private static func setVersions(
    _ tls: FixtureTLS,
    of context: OpaquePointer
  ) throws(FixtureError) {
    // OpenSSL has the versions before 1.2 on its lowest level of security alone.
    if tls.minimumVersion == .tls10 || tls.minimumVersion == .tls11 {
      unsafe SSL_CTX_set_cipher_list(context, "DEFAULT@SECLEVEL=0")
    }
    guard
      unsafe SSL_CTX_ctrl(
        context,
        SSL_CTRL_SET_MIN_PROTO_VERSION,
        Self.number(tls.minimumVersion),
        nil
      ) == 1,
      unsafe SSL_CTX_ctrl(
        context,
        SSL_CTRL_SET_MAX_PROTO_VERSION,
        Self.number(tls.maximumVersion),
        nil
      ) == 1
    else { throw FixtureError("OpenSSL does not take the versions of TLS") }
  }

  private static func setIdentity(
    _ identity: CertificateIdentity,
    of context: OpaquePointer
  ) throws(FixtureError) {
    let leaf = identity.certificate.der
    guard unsafe SSL_CTX_use_certificate_ASN1(context, Int32(leaf.count), leaf) == 1 else {
      throw FixtureError("OpenSSL does not take the certificate")
    }
    for intermediate in identity.intermediates {
      try unsafe Self.withCertificate(intermediate) { certificate in
        // The context takes a reference of its own.
        unsafe SSL_CTX_ctrl(
          context,
          SSL_CTRL_CHAIN_CERT,
          1,
          UnsafeMutableRawPointer(certificate)
        ) == 1
      }
    }
    let file = Array(identity.keyPEM.utf8)
    let input = unsafe BIO_new_mem_buf(file, Int32(file.count))
    defer { unsafe BIO_free(input) }
    let key = unsafe PEM_read_bio_PrivateKey(input, nil, nil, nil)
    defer { unsafe EVP_PKEY_free(key) }
    guard unsafe key != nil, unsafe SSL_CTX_use_PrivateKey(context, key) == 1 else {
      throw FixtureError("OpenSSL does not take the private key")
    }
  }

  private static func demandCertificate(
    from authorities: [FixtureCertificate],
    in context: OpaquePointer
  ) throws(FixtureError) {
    unsafe SSL_CTX_set_verify(
      context,
      SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT,
      nil
    )
    // Without one OpenSSL refuses to resume a session with a certificate.
    unsafe SSL_CTX_set_session_id_context(context, Array("fixture".utf8), 7)
    let store = unsafe SSL_CTX_get_cert_store(context)
    for authority in authorities {
      try unsafe Self.withCertificate(authority) { certificate in
        unsafe X509_STORE_add_cert(store, certificate) == 1
          && SSL_CTX_add_client_CA(context, certificate) == 1
      }
    }
  }

  /// Chooses the first of `known` that the client offers (RFC 7301: names, each behind a byte with its length).
  ///
  /// - Returns: What OpenSSL makes of it.
  private static func choose(
    _ known: [String],
    of offered: UnsafePointer<UInt8>?,
    _ count: UInt32,
    _ choice: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ length: UnsafeMutablePointer<UInt8>?
  ) -> Int32 {
    let bytes = unsafe UnsafeBufferPointer(start: offered, count: Int(count))
    for name in known {
      var start = 0
      while start < bytes.count {
        let end = unsafe start + 1 + Int(bytes[start])
        guard end <= bytes.count else { break }
        if unsafe bytes[(start + 1)..<end].elementsEqual(name.utf8) {
          unsafe choice?.pointee = offered?.advanced(by: start + 1)
          unsafe length?.pointee = bytes[start]
          return SSL_TLSEXT_ERR_OK
        }
        start = end
      }
    }
    return SSL_TLSEXT_ERR_NOACK
  }

  private static func withCertificate(
    _ certificate: FixtureCertificate,
    _ use: (OpaquePointer) -> Bool
  ) throws(FixtureError) {
    let parsed = unsafe certificate.der.withUnsafeBufferPointer { bytes in
      var next = bytes.baseAddress
      return unsafe d2i_X509(nil, &next, bytes.count)
    }
    defer { unsafe X509_free(parsed) }
    guard let parsed = unsafe parsed, unsafe use(parsed) else {
      throw FixtureError("OpenSSL does not take a certificate")
    }
  }

  private static func number(_ version: FixtureTLS.Version) -> Int {
    switch version {
    case .tls10: Int(TLS1_VERSION)
    case .tls11: Int(TLS1_1_VERSION)
    case .tls12: Int(TLS1_2_VERSION)
    case .tls13: Int(TLS1_3_VERSION)
    }
  }
}
