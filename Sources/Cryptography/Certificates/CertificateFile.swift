import COpenSSL

/// Files of certificates as OpenSSL reads them when it makes a connection.
public enum CertificateFile: Sendable {
  /// The certificates of a PEM file, in its order; what else it holds is left out.
  ///
  /// - Parameter bytes: the whole file.
  /// - Returns: DER; empty when there are none.
  /// - Throws: when a block cannot be read. Nobody is asked for a password.
  public static func certificates(in bytes: [UInt8]) throws(CryptographyError) -> [[UInt8]] {
    guard !bytes.isEmpty, let input = unsafe BIO_new(BIO_s_mem()) else { return [] }
    defer { unsafe BIO_free(input) }
    guard unsafe BIO_write(input, bytes, Int32(clamping: bytes.count)) == bytes.count else {
      throw .fromLibrary(.libraryFailure, "no memory for the file")
    }
    ERR_clear_error()
    var certificates: [[UInt8]] = []
    while true {
      // Without a function of ours OpenSSL would ask for passwords at the terminal.
      let next = unsafe PEM_read_bio_X509_AUX(input, nil, { _, _, _, _ in -1 }, nil)
      guard let next = unsafe next else { break }
      defer { unsafe X509_free(next) }
      certificates.append(try unsafe Certificate.der(of: next))
    }
    let isAtEnd = curlew_openssl_reason(ERR_peek_last_error()) == PEM_R_NO_START_LINE
    guard isAtEnd else { throw .fromLibrary(.malformedInput, "a certificate cannot be read") }
    ERR_clear_error()
    return certificates
  }
}
