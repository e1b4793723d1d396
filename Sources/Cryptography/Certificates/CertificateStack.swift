import COpenSSL

/// The sole owner of a list of OpenSSL certificates.
@safe struct CertificateStack: ~Copyable {
  let pointer: OpaquePointer

  init() throws(CryptographyError) {
    guard let pointer = unsafe curlew_x509_stack_new() else {
      throw .fromLibrary(.libraryFailure, "no list of certificates can be made")
    }
    unsafe self.pointer = pointer
  }

  deinit { unsafe curlew_x509_stack_free(pointer) }

  /// Reads a certificate and adds it.
  mutating func append(der: [UInt8]) throws(CryptographyError) {
    let certificate = try Certificate(der: der)
    guard unsafe curlew_x509_stack_push(pointer, certificate.pointer) == 1 else {
      throw .fromLibrary(.libraryFailure, "a certificate cannot be kept")
    }
  }

  /// The bytes of each certificate of a list that someone else owns.
  static func ders(of stack: OpaquePointer?) throws(CryptographyError) -> [[UInt8]] {
    var ders: [[UInt8]] = []
    for index in 0..<max(0, unsafe curlew_x509_stack_count(stack)) {
      guard let certificate = unsafe curlew_x509_stack_value(stack, index) else { continue }
      ders.append(try unsafe Certificate.der(of: certificate))
    }
    return ders
  }
}
