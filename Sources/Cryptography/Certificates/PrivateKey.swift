import COpenSSL

/// The sole owner of a private key.
///
/// ```swift
/// let key = try PrivateKey(pem: bytes, password: "open sesame")
/// key.belongs(to: certificate)
/// ```
@safe public struct PrivateKey: ~Copyable {
  private let pointer: OpaquePointer

  /// Reads the first key of a PEM file.
  ///
  /// - Parameters:
  ///   - pem: the whole file, certificates beside the key allowed.
  ///   - password: for a key that is encrypted.
  /// - Throws: ``CryptographyError/Code/passwordNeeded`` and ``CryptographyError/Code/wrongPassword``
  ///   for an encrypted key, ``CryptographyError/Code/malformedInput`` where there is none that can be
  ///   read. Nobody is asked for a password.
  public init(pem: [UInt8], password: String? = nil) throws(CryptographyError) {
    guard let input = unsafe BIO_new(BIO_s_mem()) else {
      throw .fromLibrary(.libraryFailure, "no memory for the file")
    }
    defer { unsafe BIO_free(input) }
    guard unsafe BIO_write(input, pem, Int32(clamping: pem.count)) == pem.count else {
      throw .fromLibrary(.libraryFailure, "no memory for the file")
    }
    ERR_clear_error()
    let request = PasswordRequest(password)
    let pointer = unsafe PEM_read_bio_PrivateKey(
      input,
      nil,
      { buffer, size, _, context in
        guard let buffer = unsafe buffer, let context = unsafe context else { return -1 }
        let request = unsafe Unmanaged<PasswordRequest>.fromOpaque(context).takeUnretainedValue()
        return unsafe request.answer(UnsafeMutableBufferPointer(start: buffer, count: Int(size)))
      },
      Unmanaged.passUnretained(request).toOpaque()
    )
    extendLifetime(request)
    ERR_clear_error()
    if let pointer = unsafe pointer {
      unsafe self.pointer = pointer
    } else if !request.wasAsked {
      throw CryptographyError(code: .malformedInput, message: "there is no private key")
    } else if password == nil {
      throw CryptographyError(code: .passwordNeeded, message: "the private key is encrypted")
    } else {
      throw CryptographyError(code: .wrongPassword, message: "the password does not open the key")
    }
  }

  deinit { unsafe EVP_PKEY_free(pointer) }

  /// Tells whether the key is that of a certificate.
  ///
  /// - Parameter certificate: DER.
  /// - Returns: false as well for what is no certificate.
  public func belongs(to certificate: [UInt8]) -> Bool {
    guard let certificate = try? Certificate(der: certificate) else { return false }
    defer { ERR_clear_error() }
    let result = unsafe X509_check_private_key(certificate.pointer, pointer)
    extendLifetime(certificate)
    return result == 1
  }
}

@available(*, unavailable)
extension PrivateKey: Sendable {}

/// What OpenSSL is answered when it wants a password.
private final class PasswordRequest {
  private let password: [UInt8]?
  private(set) var wasAsked = false

  init(_ password: String?) {
    self.password = password.map { Array($0.utf8) }
  }

  /// Writes the password.
  ///
  /// - Returns: its length, or -1 when there is none or it is too long.
  func answer(_ buffer: UnsafeMutableBufferPointer<CChar>) -> Int32 {
    wasAsked = true
    guard let password, password.count < buffer.count else { return -1 }
    for (index, byte) in password.enumerated() {
      unsafe buffer[index] = CChar(bitPattern: byte)
    }
    return Int32(password.count)
  }
}
