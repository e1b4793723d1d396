import COpenSSL

/// A digest that is made piece by piece, for bodies that are not kept whole.
///
/// ```swift
/// var stream = try DigestStream(.sha256)
/// try stream.update(first)
/// try stream.update(second)
/// let digest = try stream.finish()
/// ```
@safe public struct DigestStream: ~Copyable {
  private let algorithm: DigestAlgorithm
  private let context: OpaquePointer

  /// Starts a digest.
  ///
  /// - Throws: when the library lacks the algorithm.
  public init(_ algorithm: DigestAlgorithm) throws(CryptographyError) {
    guard let context = unsafe EVP_MD_CTX_new() else {
      throw .fromLibrary(.libraryFailure, "no digest can be started")
    }
    guard unsafe EVP_DigestInit_ex(context, algorithm.implementation, nil) == 1 else {
      unsafe EVP_MD_CTX_free(context)
      throw .fromLibrary(.unavailableAlgorithm, "\(algorithm.rawValue) is not available")
    }
    self.algorithm = algorithm
    unsafe self.context = context
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Adds the next bytes of the message.
  public mutating func update(_ bytes: [UInt8]) throws(CryptographyError) {
    try update(bytes.span)
  }

  /// Adds the next bytes of the message.
  public mutating func update(_ bytes: Span<UInt8>) throws(CryptographyError) {
    let status = unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
    }
    guard status == 1 else { throw .fromLibrary(.libraryFailure, "the digest cannot go on") }
  }

  /// Ends the digest.
  ///
  /// - Returns: as many bytes as the algorithm's `length`.
  public consuming func finish() throws(CryptographyError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    guard unsafe EVP_DigestFinal_ex(context, &digest, &length) == 1 else {
      throw .fromLibrary(.libraryFailure, "the digest cannot be ended")
    }
    return Array(digest.prefix(Int(length)))
  }
}

/// One task at a time feeds a digest.
@available(*, unavailable)
extension DigestStream: Sendable {}
