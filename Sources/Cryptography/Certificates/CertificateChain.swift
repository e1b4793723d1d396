import COpenSSL
import Glibc

/// Builds and checks chains of certificates against anchors that the caller gives.
public enum CertificateChain: Sendable {
  /// Checks a server's certificate.
  ///
  /// - Parameters:
  ///   - leaf: the server's certificate, DER.
  ///   - intermediates: what the server sent with it, in any order, DER.
  ///   - anchors: the only certificates that are trusted, DER. An anchor need be no root: a chain
  ///     that reaches any of them is complete, also when the leaf itself is one.
  ///   - seconds: the moment for which the dates are checked, since 1970; now when it is `nil`.
  ///   - host: a name or an IP address that the leaf must be for; `nil` leaves that out.
  /// - Returns: the verdict, with the chain that was built.
  /// - Throws: when the leaf or another certificate is damaged; not when the chain is not trusted.
  public static func verify(
    leaf: [UInt8],
    intermediates: [[UInt8]] = [],
    anchors: [[UInt8]],
    at seconds: Int? = nil,
    host: String? = nil
  ) throws(CryptographyError) -> CertificateVerdict {
    let leaf = try Certificate(der: leaf)
    var untrusted = try CertificateStack()
    for intermediate in intermediates { try untrusted.append(der: intermediate) }
    // Below only their pointers are used.
    defer {
      extendLifetime(leaf)
      extendLifetime(untrusted)
    }
    guard let store = unsafe X509_STORE_new() else {
      throw .fromLibrary(.libraryFailure, "no store of certificates can be made")
    }
    defer { unsafe X509_STORE_free(store) }
    for anchor in anchors {
      let certificate = try Certificate(der: anchor)
      guard unsafe X509_STORE_add_cert(store, certificate.pointer) == 1 else {
        throw .fromLibrary(.libraryFailure, "an anchor cannot be kept")
      }
    }
    return try unsafe verify(
      leaf: leaf.pointer,
      untrusted: untrusted.pointer,
      store: store,
      configure: { (parameters) throws(CryptographyError) in
        let flags = UInt(X509_V_FLAG_PARTIAL_CHAIN) | UInt(X509_V_FLAG_TRUSTED_FIRST)
        guard unsafe X509_VERIFY_PARAM_set_flags(parameters, flags) == 1 else {
          throw .fromLibrary(.libraryFailure, "the check cannot be set up")
        }
        if let seconds { unsafe X509_VERIFY_PARAM_set_time(parameters, seconds) }
        if let host { try unsafe require(host: host, parameters) }
      }
    )
  }

  private static func require(
    host: String,
    _ parameters: OpaquePointer?
  ) throws(CryptographyError) {
    let name =
      host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
    if unsafe X509_VERIFY_PARAM_set1_ip_asc(parameters, name) == 1 { return }
    ERR_clear_error()
    guard !name.utf8.contains(0),
      unsafe X509_VERIFY_PARAM_set1_host(parameters, name, name.utf8.count) == 1
    else { throw .fromLibrary(.malformedInput, "the host '\(host)' cannot be checked") }
  }

  /// Checks a certificate against a store.
  ///
  /// - Parameters:
  ///   - leaf: the certificate in question.
  ///   - untrusted: certificates that the chain may pass through.
  ///   - store: the anchors.
  ///   - configure: sets what else must hold.
  /// - Returns: the verdict, with the chain that was built.
  /// - Throws: when OpenSSL itself fails, or what `configure` throws.
  static func verify(
    leaf: OpaquePointer,
    untrusted: OpaquePointer?,
    store: OpaquePointer,
    configure: (OpaquePointer?) throws(CryptographyError) -> Void
  ) throws(CryptographyError) -> CertificateVerdict {
    guard let context = unsafe X509_STORE_CTX_new() else {
      throw .fromLibrary(.libraryFailure, "the check cannot be set up")
    }
    defer { unsafe X509_STORE_CTX_free(context) }
    guard unsafe X509_STORE_CTX_init(context, store, leaf, untrusted) == 1,
      unsafe X509_STORE_CTX_set_default(context, "ssl_server") == 1
    else { throw .fromLibrary(.libraryFailure, "the check cannot be set up") }
    try unsafe configure(X509_STORE_CTX_get0_param(context))
    let status = unsafe X509_verify_cert(context)
    var code = unsafe X509_STORE_CTX_get_error(context)
    // Neither an internal error nor a failure without a code may pass for trust.
    if status != 1, code == X509_V_OK { code = X509_V_ERR_UNSPECIFIED }
    let chain = try unsafe CertificateStack.ders(of: X509_STORE_CTX_get0_chain(context))
    ERR_clear_error()
    return unsafe CertificateVerdict(
      code: CertificateVerdict.Code(rawValue: code),
      message: CertificateVerdict.message(for: code),
      depth: Int(X509_STORE_CTX_get_error_depth(context)),
      chain: chain
    )
  }
}
