/// A certificate with its private key and the certificates sent along with it.
public struct CertificateIdentity: Sendable {
  /// The certificate.
  public var certificate: FixtureCertificate
  /// The private key in PEM (PKCS #8, not encrypted).
  public var keyPEM: String
  /// The intermediate certificates from the issuer upwards, without the root.
  public var intermediates: [FixtureCertificate]
  /// The file of the certificate and the intermediates in PEM.
  public var certificateFile: String
  /// The file of the key in PEM.
  public var keyFile: String

  /// The private key in PEM, encrypted (PKCS #8).
  ///
  /// - Parameter password: What opens it.
  /// - Returns: The text of the file.
  /// - Throws: `FixtureError` when `openssl` fails.
  public func keyPEM(lockedWith password: String) throws -> String {
    let folder = try TemporaryFolder("key")
    try folder.write(keyPEM, to: "open.pem")
    try OpenSSLCommand.run(
      ["pkcs8", "-topk8", "-in", "open.pem", "-passout", "pass:\(password)", "-out", "locked.pem"],
      in: folder.path
    )
    return try folder.readText("locked.pem")
  }

  /// What a server sends: the certificate, then the intermediate ones.
  public var sentChain: [FixtureCertificate] { [certificate] + intermediates }
}
