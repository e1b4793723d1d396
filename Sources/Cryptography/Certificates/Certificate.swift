import COpenSSL

/// The sole owner of one reference to an OpenSSL certificate.
@safe struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  /// Reads one certificate.
  ///
  /// - Parameter der: nothing may follow the certificate.
  /// - Throws: when the bytes are no certificate.
  init(der: [UInt8]) throws(CryptographyError) {
    let pointer: OpaquePointer? = unsafe der.withUnsafeBufferPointer { buffer in
      var next = buffer.baseAddress
      guard let certificate = unsafe d2i_X509(nil, &next, buffer.count) else { return nil }
      let end = unsafe buffer.baseAddress?.advanced(by: buffer.count)
      guard unsafe next == end else {
        unsafe X509_free(certificate)
        return nil
      }
      return unsafe certificate
    }
    guard let pointer = unsafe pointer else {
      throw .fromLibrary(.malformedInput, "the bytes are no X.509 certificate")
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe X509_free(pointer) }

  /// The bytes of a certificate that someone else owns.
  static func der(of certificate: OpaquePointer) throws(CryptographyError) -> [UInt8] {
    try unsafe encode("the certificate cannot be written") { unsafe i2d_X509(certificate, $0) }
  }

  /// Calls one of OpenSSL's `i2d` functions twice: for the length, then for the bytes.
  static func encode(
    _ failure: String,
    _ write: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) throws(CryptographyError) -> [UInt8] {
    let length = write(nil)
    guard length > 0 else { throw .fromLibrary(.libraryFailure, failure) }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var next = buffer.baseAddress
      return unsafe write(&next)
    }
    guard written == length else { throw .fromLibrary(.libraryFailure, failure) }
    return bytes
  }
}
