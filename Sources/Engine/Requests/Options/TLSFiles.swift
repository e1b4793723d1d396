import Cryptography
import CurlTransport
import Diagnostics
import Documents
import Locks
import Scenarios
import SessionCore

/// The files that `tls` names, looked at before a transfer would fail by them.
///
/// What was found good is remembered for the run, so that a file is read once and not for each request.
final class TLSFiles: Sendable {
  private struct IdentityKey: Hashable {
    var certificate: String
    var key: String?
    var password: String?
  }

  private struct PinKey: Hashable {
    var folder: String
    var value: JSONValue
  }

  private struct Known {
    var authorities: [String: TransferOptions.TLS.CertificateAuthorities] = [:]
    var identities: Set<IdentityKey> = []
    var pins: [PinKey: SecurityPolicy] = [:]
  }

  private static let limit = 1024
  private let known = Locked<Known>(Known())

  /// The authorities of `ca`.
  ///
  /// - Parameters:
  ///   - path: as the scenario has it; a file in PEM, or a certificate in DER.
  ///   - files: the project's files.
  /// - Returns: the file itself, or its certificate in PEM.
  /// - Throws: the mistake in the path or the file.
  func authorities(
    _ path: String,
    _ files: ScenarioFiles
  ) throws(Mistake) -> TransferOptions.TLS.CertificateAuthorities {
    let resolved = try Mistake.reporting(files.ofOptions.path(of: path))
    if let known = known.withLock({ $0.authorities[resolved] }) { return known }
    let bytes = try Mistake.reporting(files.ofOptions.read(path))
    let found: TransferOptions.TLS.CertificateAuthorities
    if Self.isDER(bytes) {
      guard (try? CertificateFacts(der: bytes)) != nil else { throw Self.noCertificate(path) }
      let block = PEM.Block(label: "CERTIFICATE", bytes: bytes)
      found = .pem(Array(PEM.encode(block).utf8))
    } else {
      _ = try Self.certificates(bytes, path)
      found = .file(resolved)
    }
    known.withLock { known in
      if known.authorities.count < Self.limit { known.authorities[resolved] = found }
    }
    return found
  }

  /// Finds out whether `certificate` and `key` can be shown to a server.
  ///
  /// - Parameters:
  ///   - certificate: the path, as the scenario has it, of a file in PEM.
  ///   - key: the same of the key's file; `nil` when the key is beside the certificate.
  ///   - password: that of the key.
  ///   - files: the project's files.
  /// - Returns: the paths of both files.
  /// - Throws: the mistake, at the key of `tls` that it is in.
  func identity(
    certificate: String,
    key: String?,
    password: String?,
    _ files: ScenarioFiles
  ) throws(Mistake) -> (certificate: String, key: String?) {
    let keyPlace = key == nil ? "certificate" : "key"
    let certificatePath = try Mistake.at("certificate") { () throws(Mistake) in
      try Mistake.reporting(files.ofOptions.path(of: certificate))
    }
    let keyPath = try key.map { key throws(Mistake) in
      try Mistake.at("key") { () throws(Mistake) in
        try Mistake.reporting(files.ofOptions.path(of: key))
      }
    }
    let identity = IdentityKey(certificate: certificatePath, key: keyPath, password: password)
    if known.withLock({ $0.identities.contains(identity) }) { return (certificatePath, keyPath) }
    let (bytes, leaf) = try Mistake.at("certificate") { () throws(Mistake) in
      let bytes = try Mistake.reporting(files.ofOptions.read(certificate))
      if Self.isDER(bytes) { throw Self.notPEM(certificate, "x509") }
      return (bytes, try Self.certificates(bytes, certificate)[0])
    }
    let keyBytes = try key.map { key throws(Mistake) in
      try Mistake.at("key") { () throws(Mistake) in
        let bytes = try Mistake.reporting(files.ofOptions.read(key))
        if Self.isDER(bytes) { throw Self.notPEM(key, "pkey") }
        return bytes
      }
    }
    do throws(CryptographyError) {
      let privateKey = try PrivateKey(pem: keyBytes ?? bytes, password: password)
      guard privateKey.belongs(to: leaf) else {
        throw CryptographyError(code: .unfit, message: "")
      }
    } catch {
      throw Self.mistake(error.code, file: key ?? certificate, certificate: certificate, keyPlace)
    }
    known.withLock { known in
      if known.identities.count < Self.limit { known.identities.insert(identity) }
    }
    return (certificatePath, keyPath)
  }

  /// What `pin` wants of a server.
  ///
  /// - Parameters:
  ///   - value: as ``PinnedFiles`` takes it.
  ///   - files: the project's files.
  /// - Returns: the policy of the pins.
  /// - Throws: the mistake in the value or in a file.
  func policy(
    _ value: JSONValue,
    _ files: ScenarioFiles
  ) throws(Mistake) -> SecurityPolicy {
    let key = PinKey(folder: files.folder, value: value)
    if let known = known.withLock({ $0.pins[key] }) { return known }
    let policy = try PinnedFiles(value, files).policy
    known.withLock { known in
      if known.pins.count < Self.limit { known.pins[key] = policy }
    }
    return policy
  }

  // MARK: Files

  /// Certificates and keys in DER are sequences, which no text begins like.
  private static func isDER(_ bytes: [UInt8]) -> Bool { bytes.first == 0x30 }

  private static func certificates(
    _ bytes: [UInt8],
    _ path: String
  ) throws(Mistake) -> [[UInt8]] {
    let found: [[UInt8]]
    do throws(CryptographyError) {
      found = try CertificateFile.certificates(in: bytes)
    } catch {
      throw Mistake("\"\(path)\" cannot be read: \(error.message)")
    }
    guard !found.isEmpty else { throw noCertificate(path) }
    return found
  }

  // MARK: Mistakes

  private static func noCertificate(_ path: String) -> Mistake {
    Mistake(
      "\"\(path)\" holds no certificate",
      hint: "expected a file in PEM, which begins with -----BEGIN CERTIFICATE-----"
    )
  }

  private static func notPEM(_ path: String, _ command: String) -> Mistake {
    Mistake(
      "\"\(path)\" is not in PEM",
      hint: "make it PEM with: openssl \(command) -inform DER -in FILE -out FILE.pem"
        + (command == "x509" ? ", or of PKCS #12: openssl pkcs12 -in FILE -out FILE.pem" : "")
    )
  }

  private static func mistake(
    _ code: CryptographyError.Code,
    file: String,
    certificate: String,
    _ place: String
  ) -> Mistake {
    switch code {
    case .passwordNeeded:
      Mistake(
        "the private key in \"\(file)\" is encrypted",
        at: [.key(place)],
        hint: "give its password as key-password, best from a secret"
      )
    case .wrongPassword:
      Mistake(
        "the password does not open the private key in \"\(file)\"",
        at: [.key("key-password")]
      )
    case .unfit:
      Mistake(
        "the private key in \"\(file)\" is not that of the certificate in \"\(certificate)\"",
        at: [.key(place)]
      )
    case _:
      Mistake(
        "\"\(file)\" holds no private key that can be read",
        at: [.key(place)],
        hint: place == "certificate"
          ? "give the key's file as key"
          : "expected a file in PEM with a block such as PRIVATE KEY"
      )
    }
  }
}

extension CryptographyError.Code {
  /// The key is of another certificate.
  fileprivate static var unfit: Self { .init(rawValue: "unfit") }
}

extension Mistake {
  /// Does something with the value of a key, which is the whole path of mistakes then.
  static func at<Value>(
    _ key: String,
    _ body: () throws(Mistake) -> Value
  ) throws(Mistake) -> Value {
    do throws(Mistake) {
      return try body()
    } catch {
      var mistake = error
      mistake.path = [.key(key)]
      throw mistake
    }
  }
}
