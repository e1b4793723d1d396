import COpenSSL

/// A hash function, and what can be made with it at once.
///
/// ```swift
/// let sum = try DigestAlgorithm.sha256.digest(of: body)
/// Hex.encode(sum)  // "e3b0c442…"
/// ```
public enum DigestAlgorithm: String, Sendable, Hashable, CaseIterable {
  /// MD5 (RFC 1321): 16 bytes; for old checksums only.
  case md5
  /// SHA-1: 20 bytes; for old checksums only.
  case sha1
  /// SHA-256: 32 bytes.
  case sha256
  /// SHA-384: 48 bytes.
  case sha384
  /// SHA-512: 64 bytes.
  case sha512

  /// The length of a digest in bytes.
  public var length: Int { unsafe Int(EVP_MD_get_size(implementation)) }

  /// The digest of `bytes`.
  ///
  /// - Parameter bytes: the whole message.
  /// - Returns: `length` bytes.
  /// - Throws: when the library lacks the algorithm (MD5 under a FIPS policy, say).
  public func digest(of bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
    var stream = try DigestStream(self)
    try stream.update(bytes)
    return try stream.finish()
  }

  /// The digest of a text's UTF-8.
  public func digest(of text: String) throws(CryptographyError) -> [UInt8] {
    try digest(of: Array(text.utf8))
  }

  /// The keyed hash of `bytes` (HMAC, RFC 2104).
  ///
  /// - Parameters:
  ///   - bytes: the whole message.
  ///   - key: of any length, also empty.
  /// - Returns: `length` bytes.
  /// - Throws: when the library lacks the algorithm.
  public func authenticationCode(
    of bytes: [UInt8],
    key: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    let blockLength = self == .sha384 || self == .sha512 ? 128 : 64
    var block = key.count > blockLength ? try digest(of: key) : key
    block += [UInt8](repeating: 0, count: blockLength - block.count)
    var inner = try DigestStream(self)
    try inner.update(block.map { $0 ^ 0x36 })
    try inner.update(bytes)
    var outer = try DigestStream(self)
    try outer.update(block.map { $0 ^ 0x5C })
    try outer.update(inner.finish())
    return try outer.finish()
  }

  /// The library's object of this algorithm, which lives as long as the process.
  var implementation: OpaquePointer? {
    switch self {
    case .md5: unsafe EVP_md5()
    case .sha1: unsafe EVP_sha1()
    case .sha256: unsafe EVP_sha256()
    case .sha384: unsafe EVP_sha384()
    case .sha512: unsafe EVP_sha512()
    }
  }
}
