import NIOCore
import NIOSSL

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

  func context(protocols: FixtureOptions.Protocols) throws -> NIOSSLContext {
    let chain = try identity.sentChain.map { certificate in
      NIOSSLCertificateSource.certificate(
        try NIOSSLCertificate(bytes: certificate.der, format: .der)
      )
    }
    let key = try NIOSSLPrivateKey(bytes: Array(identity.keyPEM.utf8), format: .pem)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain,
      privateKey: .privateKey(key)
    )
    configuration.applicationProtocols = protocols == .http2 ? ["h2", "http/1.1"] : ["http/1.1"]
    // A client that keeps a connection idle does not answer the farewell.
    configuration.shutdownTimeout = .milliseconds(250)
    configuration.minimumTLSVersion = Self.version(minimumVersion)
    configuration.maximumTLSVersion = Self.version(maximumVersion)
    if let clientAuthority {
      let roots = try clientAuthority.map { try NIOSSLCertificate(bytes: $0.der, format: .der) }
      configuration.trustRoots = .certificates(roots)
      configuration.certificateVerification = .noHostnameVerification
    }
    return try NIOSSLContext(configuration: configuration)
  }

  private static func version(_ version: Version) -> TLSVersion {
    switch version {
    case .tls10: .tlsv1
    case .tls11: .tlsv11
    case .tls12: .tlsv12
    case .tls13: .tlsv13
    }
  }
}
