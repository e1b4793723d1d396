/// Which servers are believed.
///
/// AFNetworking pins every `.cer` file of the program's bundle unless it is told otherwise. A program
/// here has no bundle: ``certificates(inDirectory:)`` reads those of a directory.
///
/// An archive of it (`Codable`) keeps all its properties.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.securityPolicy = SecurityPolicy(pinning: .publicKey, to: [certificate])
/// ```
public struct SecurityPolicy: Sendable, Hashable, Codable {
  /// What the pinned certificates are compared with.
  public enum PinningMode: Int, Sendable, Hashable, Codable {
    /// They are not used.
    case none = 0
    /// One key of the server's chain must be that of a pinned certificate.
    case publicKey = 1
    /// The server's chain must end in a pinned certificate.
    case certificate = 2

    /// AFNetworking's name of the mode.
    var name: String {
      switch self {
      case .none: "AFSSLPinningModeNone"
      case .publicKey: "AFSSLPinningModePublicKey"
      case .certificate: "AFSSLPinningModeCertificate"
      }
    }
  }

  /// What the pinned certificates are compared with.
  public var pinningMode = PinningMode.none
  /// Certificates as DER; undecodable ones match nothing.
  public var pinnedCertificates: Set<[UInt8]> = []
  /// Public keys (SubjectPublicKeyInfo, DER) that count like those of pinned certificates where keys are pinned.
  public var pinnedPublicKeys: Set<[UInt8]> = []
  /// SHA-256 of public keys (SubjectPublicKeyInfo, DER; RFC 7469 section 2.4) that count like
  /// ``pinnedPublicKeys``.
  public var pinnedPublicKeyDigests: Set<[UInt8]> = []
  /// Whether chains that no root vouches for are allowed; use this with pinning only.
  public var allowsInvalidCertificates = false
  /// Whether the certificate must be for the host.
  public var validatesDomainName = true

  /// Believes in the system's roots and in nothing else.
  public init() {}

  /// Believes in what is pinned.
  ///
  /// - Parameters:
  ///   - mode: what is compared.
  ///   - certificates: DER.
  public init(pinning mode: PinningMode, to certificates: Set<[UInt8]>) {
    pinningMode = mode
    pinnedCertificates = certificates
  }
}
