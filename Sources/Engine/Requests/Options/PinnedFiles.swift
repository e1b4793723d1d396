import Cryptography
import Diagnostics
import Documents
import Encodings
import Scenarios
import SessionCore

/// What `tls.pin` names: files with certificates or public keys, or digests of public keys.
struct PinnedFiles {
  /// What they want of a server.
  private(set) var policy: SecurityPolicy

  /// Reads the files.
  ///
  /// - Parameters:
  ///   - value: a map with `certificates` or `public-keys`, each a file or a list of them.
  ///   - files: the project's files.
  /// - Throws: the mistake in the value or in a file.
  init(_ value: JSONValue, _ files: ScenarioFiles) throws(Mistake) {
    let (mode, paths) = try Self.paths(in: value)
    policy = SecurityPolicy(pinning: mode, to: [])
    for path in paths {
      if mode == .publicKey, let digest = try Self.digest(path) {
        policy.pinnedPublicKeyDigests.insert(digest)
        continue
      }
      try add(try Mistake.reporting(files.ofOptions.read(path)), path)
    }
  }

  /// What is pinned, and the files with it; none of them is read.
  ///
  /// - Throws: the mistake in the value.
  static func paths(
    in value: JSONValue
  ) throws(Mistake) -> (mode: SecurityPolicy.PinningMode, paths: [String]) {
    guard let map = value.object, let (key, files) = map.first.map({ ($0.key, $0.value) }),
      map.count == 1, key == "certificates" || key == "public-keys"
    else {
      throw Mistake(
        "pin takes either certificates or public-keys",
        hint: "as in pin: { public-keys: [server.pem] }"
      )
    }
    let paths = try (files.array ?? [files]).map { file throws(Mistake) in try file.optionText() }
    if paths.isEmpty { throw Mistake("pin needs at least one file") }
    guard key == "public-keys" else { return (.certificate, paths) }
    for path in paths { _ = try digest(path) }
    return (.publicKey, paths)
  }

  /// How the digest of a public key begins, as curl and RFC 7469 have it in base64.
  static let digestStart = "sha256//"

  /// The digest of a public key that a text stands for; `nil` for the path of a file.
  private static func digest(_ text: String) throws(Mistake) -> [UInt8]? {
    guard text.hasPrefix(digestStart) else { return nil }
    guard let bytes = Base64.decode(text.dropFirst(digestStart.count)), bytes.count == 32 else {
      throw Mistake(
        "\"\(text)\" is no SHA-256 of a public key",
        hint: "expected sha256// and 32 bytes in base64, which are 44 characters"
      )
    }
    return bytes
  }

  private mutating func add(_ bytes: [UInt8], _ path: String) throws(Mistake) {
    let wantsKeys = policy.pinningMode == .publicKey
    var found = 0
    for block in try Self.blocks(bytes, path) {
      if block.label == "PUBLIC KEY", wantsKeys {
        policy.pinnedPublicKeys.insert(block.bytes)
      } else if (try? CertificateFacts(der: block.bytes)) != nil {
        policy.pinnedCertificates.insert(block.bytes)
      } else {
        continue
      }
      found += 1
    }
    guard found > 0 else {
      throw Mistake(
        "\"\(path)\" holds no certificate\(wantsKeys ? " and no public key" : "")",
        hint: "expected a file in PEM or a certificate in DER"
      )
    }
  }

  private static func blocks(
    _ bytes: [UInt8],
    _ path: String
  ) throws(Mistake) -> [PEM.Block] {
    // A certificate in DER is a sequence, which no text begins like.
    guard bytes.first != 0x30 else { return [PEM.Block(label: "CERTIFICATE", bytes: bytes)] }
    do throws(CryptographyError) {
      return try PEM.blocks(in: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Mistake("\"\(path)\" cannot be read: \(error.message)")
    }
  }
}
