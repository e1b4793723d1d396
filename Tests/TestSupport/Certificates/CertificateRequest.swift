/// What a certificate is to say.
public struct CertificateRequest: Sendable, Hashable {
  /// The kind of key.
  public enum Key: Sendable, Hashable {
    /// P-256.
    case ellipticCurve
    /// RSA with 2048 bits; made more slowly.
    case rsa
  }

  /// What the key may be used for.
  public enum Usage: Sendable, Hashable {
    /// Signs other certificates.
    case authority
    /// Shows who a server is.
    case server
    /// Shows who a client is.
    case client
  }

  /// The common name, or nil for a subject with an organisation only.
  public var commonName: String?
  /// The DNS names of the subject's alternative names.
  public var dnsNames: [String] = []
  /// The IP addresses of the subject's alternative names.
  public var addresses: [String] = []
  /// What the key may be used for.
  public var usage = Usage.server
  /// The kind of key.
  public var key = Key.ellipticCurve
  /// When the validity begins, in seconds from now.
  public var notBefore = -86_400
  /// When the validity ends, in seconds from now.
  public var notAfter = 30 * 86_400

  /// A certificate with nothing but a common name.
  ///
  /// - Parameters:
  ///   - commonName: The common name, or nil for none.
  ///   - usage: What the key may be used for.
  public init(commonName: String?, usage: Usage = .server) {
    self.commonName = commonName
    self.usage = usage
  }

  /// A server's certificate with alternative names and, like most, without another name.
  ///
  /// - Parameters:
  ///   - dnsNames: DNS names, also `*.example.org`.
  ///   - addresses: IP addresses.
  /// - Returns: The request.
  public static func server(
    _ dnsNames: [String] = ["localhost"],
    addresses: [String] = ["127.0.0.1", "::1"]
  ) -> Self {
    var request = Self(commonName: dnsNames.first ?? addresses.first)
    request.dnsNames = dnsNames
    request.addresses = addresses
    return request
  }

  /// A client's certificate.
  ///
  /// - Parameter name: The common name.
  /// - Returns: The request.
  public static func client(_ name: String) -> Self { Self(commonName: name, usage: .client) }

  /// The same with a validity that ended yesterday.
  public var expired: Self {
    var request = self
    request.notBefore = -60 * 86_400
    request.notAfter = -86_400
    return request
  }

  /// The same with a validity that begins tomorrow.
  public var notYetValid: Self {
    var request = self
    request.notBefore = 86_400
    return request
  }

  /// The same with an RSA key.
  public var withRSA: Self {
    var request = self
    request.key = .rsa
    return request
  }
}
