extension TransferOptions {
  /// How the server's identity is checked and ours is shown.
  ///
  /// A connection that stands is used again only by transfers whose settings would have made it.
  public struct TLS: Sendable, Encodable {
    /// The certificates a chain may end in: the server's, and that of a proxy spoken to over TLS.
    public var certificateAuthorities = CertificateAuthorities.system
    /// The path of our certificate (PEM, or PKCS #12 with ``certificateType``), or nil.
    public var certificateFile: String?
    /// The format of ``certificateFile``: `PEM`, `DER` or `P12`; nil is PEM.
    public var certificateType: String?
    /// The path of our private key, or nil when it is in the certificate's file.
    public var keyFile: String?
    /// The password of the private key; a key that needs one and has none is an error.
    public var keyPassword: String?
    /// Whether any server and any proxy is believed: neither chain nor name is checked.
    public var insecure = false
    /// The oldest version that is spoken, or nil for libcurl's choice.
    public var minimumVersion: Version?
    /// The newest version that is spoken, or nil for the newest there is.
    public var maximumVersion: Version?
    /// A check of the server after TLS stands and before a byte of the request is sent.
    ///
    /// It is asked for each request, also on a kept connection. TLS sessions are neither resumed
    /// nor kept where it is set.
    public var trust: TrustEvaluation?

    /// Makes the settings of a usual client: system trust, no certificate of our own.
    public init() {}

    /// An archive has neither the key's password nor ``trust``.
    enum CodingKeys: CodingKey {
      case certificateAuthorities, certificateFile, certificateType, keyFile, insecure
      case minimumVersion, maximumVersion
    }

    /// The certificates a chain may end in.
    public enum CertificateAuthorities: Sendable, Hashable, Codable {
      /// Those of the system.
      case system
      /// Those of a PEM file.
      case file(String)
      /// Those of a PEM text.
      case pem([UInt8])
    }

    /// A version of TLS.
    public enum Version: Int, Sendable, Hashable, CaseIterable, Comparable, Codable {
      /// TLS 1.0.
      case tls10 = 4
      /// TLS 1.1.
      case tls11 = 5
      /// TLS 1.2.
      case tls12 = 6
      /// TLS 1.3.
      case tls13 = 7

      /// Tells which is older.
      public static func < (left: Version, right: Version) -> Bool {
        left.rawValue < right.rawValue
      }
    }
  }
}
