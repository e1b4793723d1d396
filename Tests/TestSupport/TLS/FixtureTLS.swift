/// The TLS side of a fixture server.
public struct FixtureTLS: Sendable {
  /// The oldest and newest versions that can be asked for.
  public enum Version: Sendable, Hashable {
    /// TLS 1.0.
    case tls10
    /// TLS 1.1.
    case tls11
    /// TLS 1.2.
    case tls12
    /// TLS 1.3.
    case tls13
  }

  /// The certificate shown, with its key and the intermediate ones sent along.
  public var identity: CertificateIdentity
  /// The authority that a client's certificate must come from; nil asks for no certificate.
  public var clientAuthority: [FixtureCertificate]?
  /// The oldest version accepted.
  public var minimumVersion = Version.tls12
  /// The newest version accepted.
  public var maximumVersion = Version.tls13

  /// TLS with this certificate.
  ///
  /// - Parameters:
  ///   - identity: The certificate shown, with its key.
  ///   - clientAuthority: Roots for the client's certificate, which is demanded then.
  public init(identity: CertificateIdentity, clientAuthority: [FixtureCertificate]? = nil) {
    self.identity = identity
    self.clientAuthority = clientAuthority
  }
}
