import COpenSSL

/// The result of building and checking a chain of certificates.
public struct CertificateVerdict: Sendable, Hashable {
  /// OpenSSL's verify code; codes unknown here exist all the same.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number, as `openssl verify` prints it.
    public var rawValue: Int32

    /// Makes a code from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The chain is trusted.
    public static var trusted: Self { .init(rawValue: X509_V_OK) }
    /// The certificate's issuer is not known.
    public static var unknownIssuer: Self {
      .init(rawValue: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY)
    }
    /// The issuer of a certificate that was given beside the leaf is not known.
    public static var unknownIssuerOfSent: Self {
      .init(rawValue: X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT)
    }
    /// The leaf came alone, and its issuer is not known.
    public static var unverifiableLeaf: Self {
      .init(rawValue: X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE)
    }
    /// The leaf is self-signed and not an anchor.
    public static var selfSigned: Self { .init(rawValue: X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT) }
    /// The chain ends in a self-signed certificate that is not an anchor.
    public static var selfSignedInChain: Self {
      .init(rawValue: X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN)
    }
    /// A certificate is not valid any more.
    public static var expired: Self { .init(rawValue: X509_V_ERR_CERT_HAS_EXPIRED) }
    /// A certificate is not valid yet.
    public static var notYetValid: Self { .init(rawValue: X509_V_ERR_CERT_NOT_YET_VALID) }
    /// The leaf is for another host.
    public static var hostMismatch: Self { .init(rawValue: X509_V_ERR_HOSTNAME_MISMATCH) }
    /// The leaf is for another IP address.
    public static var addressMismatch: Self { .init(rawValue: X509_V_ERR_IP_ADDRESS_MISMATCH) }
    /// A signature is not that of the issuer's key.
    public static var badSignature: Self { .init(rawValue: X509_V_ERR_CERT_SIGNATURE_FAILURE) }
    /// A certificate that may not sign others signed one.
    public static var invalidAuthority: Self { .init(rawValue: X509_V_ERR_INVALID_CA) }
    /// The certificate is not meant for servers.
    public static var invalidPurpose: Self { .init(rawValue: X509_V_ERR_INVALID_PURPOSE) }
    /// There is no certificate to check.
    public static var unspecified: Self { .init(rawValue: X509_V_ERR_UNSPECIFIED) }
  }

  /// Whether the chain is trusted, and why not.
  public var code: Code
  /// OpenSSL's sentence for the code.
  public var message: String
  /// The place in the chain at which checking failed; 0 is the leaf.
  public var depth: Int
  /// The chain as far as it could be built, leaf first, DER.
  public var chain: [[UInt8]]

  /// Makes a verdict of its parts.
  public init(code: Code, message: String, depth: Int = 0, chain: [[UInt8]] = []) {
    self.code = code
    self.message = message
    self.depth = depth
    self.chain = chain
  }

  /// Whether the chain is trusted.
  public var isTrusted: Bool { code == .trusted }

  static func message(for code: Int32) -> String {
    guard let text = unsafe X509_verify_cert_error_string(Int(code)) else { return "code \(code)" }
    return unsafe String(cString: text)
  }
}
