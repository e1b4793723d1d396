import Foundation

/// An authority that issues certificates while the tests run, through the `openssl` command.
///
/// ```swift
/// let authority = try CertificateAuthority.shared
/// let options = FixtureOptions.tls(try authority.issue(.server(["localhost"])))
/// // clients trust authority.certificateFile
/// ```
public final class CertificateAuthority: Sendable {
  /// The authority's own certificate, key and issuers (without the root).
  public let identity: CertificateIdentity
  private let isRoot: Bool
  private let folder: TemporaryFolder

  /// One root for the whole process.
  public static var shared: CertificateAuthority {
    get throws { try sharedResult.get() }
  }

  private static let sharedResult = Result { try CertificateAuthority() }

  /// Makes a root that signs itself.
  ///
  /// - Parameters:
  ///   - name: Its common name.
  ///   - key: The kind of key.
  /// - Throws: `FixtureError` when `openssl` fails.
  public init(
    name: String = "Fixture Root",
    key: CertificateRequest.Key = .ellipticCurve
  ) throws {
    var request = CertificateRequest(commonName: name, usage: .authority)
    request.key = key
    folder = try TemporaryFolder("authority")
    isRoot = true
    identity = try Self.make(request, in: folder, signer: nil)
  }

  private init(_ identity: CertificateIdentity, folder: TemporaryFolder) {
    self.identity = identity
    self.folder = folder
    isRoot = false
  }

  /// The authority's certificate.
  public var certificate: FixtureCertificate { identity.certificate }

  /// The PEM file of the authority's certificate: what a client of it trusts.
  public var certificateFile: String { identity.certificateFile }

  /// Issues a certificate with a key of its own.
  ///
  /// - Parameter request: What it says.
  /// - Returns: The certificate, its key and the intermediate certificates up to the root.
  /// - Throws: `FixtureError` when `openssl` fails.
  public func issue(_ request: CertificateRequest) throws -> CertificateIdentity {
    try Self.make(request, in: folder, signer: self)
  }

  /// Makes an authority below this one.
  ///
  /// - Parameter name: Its common name.
  /// - Returns: The authority; what it issues comes with its certificate as an intermediate.
  /// - Throws: `FixtureError` when `openssl` fails.
  public func intermediate(name: String = "Fixture Intermediate") throws -> CertificateAuthority {
    let request = CertificateRequest(commonName: name, usage: .authority)
    return CertificateAuthority(try issue(request), folder: folder)
  }

  /// Signs the key and the name of another authority, so that a chain can go on above its root.
  ///
  /// - Parameter other: The authority, whose own certificate stays as it is.
  /// - Returns: A certificate of the same subject and key, issued by this authority.
  /// - Throws: `FixtureError` when `openssl` fails.
  public func crossSign(_ other: CertificateAuthority) throws -> FixtureCertificate {
    let place = try folder.makeFolder()
    let request = CertificateRequest(commonName: nil, usage: .authority)
    try OpenSSLCommand.run(
      [
        "x509", "-x509toreq", "-in", other.certificateFile, "-signkey", other.identity.keyFile,
        "-out", "request.pem",
      ],
      in: place
    )
    try Self.sign(request, in: place, signer: self)
    return try FixtureCertificate(pem: String(contentsOfFile: "\(place)/own.pem", encoding: .utf8))
  }

  /// Makes a certificate that signs itself and is no authority.
  ///
  /// - Parameter request: What it says.
  /// - Returns: The certificate with its key.
  /// - Throws: `FixtureError` when `openssl` fails.
  public static func selfSigned(_ request: CertificateRequest) throws -> CertificateIdentity {
    try make(request, in: selfSignedFolder.get(), signer: nil)
  }

  private static let selfSignedFolder = Result { try TemporaryFolder("self-signed") }

  private static func make(
    _ request: CertificateRequest,
    in folder: TemporaryFolder,
    signer: CertificateAuthority?
  ) throws -> CertificateIdentity {
    let place = try folder.makeFolder()
    let name = (request.commonName ?? "").replacing("\\", with: "\\\\").replacing("/", with: "\\/")
    let subject = "/O=Curlew Fixtures" + (request.commonName == nil ? "" : "/CN=\(name)")
    let key =
      switch request.key {
      case .ellipticCurve: ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
      case .rsa: ["rsa:2048"]
      }
    try writeConfiguration(request, in: place)
    try OpenSSLCommand.run(
      ["req", "-config", "settings.cnf", "-new", "-utf8", "-nodes", "-keyout", "key.pem"]
        + ["-out", "request.pem", "-subj", subject, "-newkey"] + key,
      in: place
    )
    try sign(request, in: place, signer: signer)
    let certificate = try FixtureCertificate(
      pem: String(contentsOfFile: "\(place)/own.pem", encoding: .utf8)
    )
    let intermediates = signer.map { $0.isRoot ? [] : $0.identity.sentChain } ?? []
    let chain = ([certificate] + intermediates).map(\.pem).joined()
    try chain.write(toFile: "\(place)/certificate.pem", atomically: false, encoding: .utf8)
    return CertificateIdentity(
      certificate: certificate,
      keyPEM: try String(contentsOfFile: "\(place)/key.pem", encoding: .utf8),
      intermediates: intermediates,
      certificateFile: "\(place)/certificate.pem",
      keyFile: "\(place)/key.pem"
    )
  }

  private static func sign(
    _ request: CertificateRequest,
    in place: String,
    signer: CertificateAuthority?
  ) throws {
    try writeConfiguration(request, in: place)
    try "".write(toFile: "\(place)/index.txt", atomically: false, encoding: .utf8)
    let issuer =
      signer.map { ["-cert", $0.certificateFile, "-keyfile", $0.identity.keyFile] }
      ?? ["-selfsign", "-keyfile", "key.pem"]
    try OpenSSLCommand.run(
      ["ca", "-config", "settings.cnf", "-batch", "-utf8", "-notext", "-in", "request.pem"]
        + ["-out", "own.pem", "-startdate", time(request.notBefore)]
        + ["-enddate", time(request.notAfter)] + issuer,
      in: place
    )
  }

  private static func time(_ secondsFromNow: Int) -> String {
    let date = Date(timeIntervalSinceNow: Double(secondsFromNow))
    return date.ISO8601Format().filter { $0.isNumber || $0 == "Z" }
  }

  private static func writeConfiguration(_ request: CertificateRequest, in place: String) throws {
    var extensions = ["subjectKeyIdentifier = hash"]
    switch request.usage {
    case .authority:
      extensions.append("basicConstraints = critical, CA:TRUE")
      extensions.append("keyUsage = critical, keyCertSign, cRLSign")
    case .server:
      extensions.append("basicConstraints = CA:FALSE")
      extensions.append("extendedKeyUsage = serverAuth")
    case .client:
      extensions.append("basicConstraints = CA:FALSE")
      extensions.append("extendedKeyUsage = clientAuth")
    }
    let names = request.dnsNames.map { "DNS:\($0)" } + request.addresses.map { "IP:\($0)" }
    if !names.isEmpty { extensions.append("subjectAltName = \(names.joined(separator: ", "))") }
    let text = """
      [req]
      distinguished_name = subject
      [subject]
      [ca]
      default_ca = authority
      [authority]
      database = index.txt
      new_certs_dir = .
      default_md = sha256
      policy = policy
      unique_subject = no
      rand_serial = yes
      email_in_dn = no
      copy_extensions = none
      x509_extensions = extensions
      [policy]
      organizationName = optional
      commonName = optional
      [extensions]
      \(extensions.joined(separator: "\n"))

      """
    try text.write(toFile: "\(place)/settings.cnf", atomically: false, encoding: .utf8)
  }
}

extension FixtureOptions {
  /// Options of a TLS server.
  ///
  /// - Parameters:
  ///   - identity: The certificate shown, with its key.
  ///   - protocols: The HTTP versions spoken.
  ///   - clientAuthority: Who must have issued the client's certificate, which is demanded then.
  /// - Returns: The options.
  public static func tls(
    _ identity: CertificateIdentity,
    protocols: Protocols = .http1,
    clientAuthority: CertificateAuthority? = nil
  ) -> Self {
    var options = Self()
    options.security = .tls(
      FixtureTLS(identity: identity, clientAuthority: clientAuthority.map { [$0.certificate] })
    )
    options.protocols = protocols
    return options
  }

  /// Options of a plain HTTP/2 server by prior knowledge.
  public static var http2: Self {
    var options = Self()
    options.protocols = .http2
    return options
  }
}
