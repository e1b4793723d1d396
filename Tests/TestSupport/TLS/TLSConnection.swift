import COpenSSL

/// The server's state of one TLS connection: takes the bytes of the wire and returns those to be sent.
@safe final class TLSConnection {
  /// How a step of OpenSSL ended.
  enum Outcome {
    case done
    /// OpenSSL waits for bytes from the client.
    case needsInput
    /// The client sent `close_notify`.
    case ended
    /// OpenSSL refuses to go on.
    case failed
  }

  private let connection: OpaquePointer
  private let input: OpaquePointer
  private let output: OpaquePointer

  /// Takes over a new `SSL *`.
  @unsafe
  init?(_ connection: OpaquePointer) {
    guard let input = unsafe BIO_new(BIO_s_mem()) else {
      unsafe SSL_free(connection)
      return nil
    }
    guard let output = unsafe BIO_new(BIO_s_mem()) else {
      unsafe BIO_free(input)
      unsafe SSL_free(connection)
      return nil
    }
    unsafe self.connection = connection
    unsafe self.input = input
    unsafe self.output = output
    // The connection owns both from here on.
    unsafe SSL_set_bio(connection, input, output)
    unsafe SSL_set_accept_state(connection)
  }

  deinit {
    // OpenSSL would forget the session of a client that closed without `close_notify`.
    unsafe SSL_set_shutdown(connection, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN)
    unsafe SSL_free(connection)
  }

  /// The version that was agreed on, as OpenSSL names it: `TLSv1.3`.
  var version: String { unsafe String(cString: SSL_get_version(connection)) }

  /// The client's certificate in DER.
  var peerCertificate: [UInt8]? {
    guard let certificate = unsafe SSL_get0_peer_certificate(connection) else { return nil }
    let length = unsafe i2d_X509(certificate, nil)
    guard length > 0 else { return nil }
    var der = [UInt8](repeating: 0, count: Int(length))
    let written = unsafe der.withUnsafeMutableBufferPointer { bytes in
      var next = bytes.baseAddress
      return unsafe i2d_X509(certificate, &next)
    }
    return written == length ? der : nil
  }

  /// The protocol that was chosen by ALPN.
  var applicationProtocol: String? {
    var name: UnsafePointer<UInt8>?
    var length: UInt32 = 0
    unsafe SSL_get0_alpn_selected(connection, &name, &length)
    guard length > 0 else { return nil }
    return unsafe String(
      decoding: UnsafeBufferPointer(start: name, count: Int(length)),
      as: UTF8.self
    )
  }

  /// Takes bytes that came from the client.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    unsafe BIO_write(input, bytes.baseAddress, Int32(clamping: bytes.count))
  }

  /// Goes on with the handshake.
  func continueHandshake() -> Outcome {
    ERR_clear_error()
    return unsafe outcome(SSL_do_handshake(connection))
  }

  /// Decrypts the next bytes into `buffer`.
  ///
  /// - Returns: How many there are, and how the step ended.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> (count: Int, outcome: Outcome) {
    ERR_clear_error()
    var count = 0
    let result = unsafe SSL_read_ex(connection, buffer.baseAddress, buffer.count, &count)
    return (count, outcome(result))
  }

  /// Encrypts bytes, at least one.
  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    ERR_clear_error()
    var count = 0
    let result = unsafe SSL_write_ex(connection, bytes.baseAddress, bytes.count, &count)
    return outcome(result)
  }

  /// Sends `close_notify`.
  func sendCloseNotify() {
    ERR_clear_error()
    unsafe SSL_shutdown(connection)
    ERR_clear_error()
  }

  /// How many bytes wait to be sent.
  var pendingCount: Int { unsafe BIO_ctrl_pending(output) }

  /// Moves the bytes that are to be sent into `buffer`.
  ///
  /// - Returns: How many.
  func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    max(0, Int(unsafe BIO_read(output, buffer.baseAddress, Int32(clamping: buffer.count))))
  }

  private func outcome(_ result: Int32) -> Outcome {
    if result > 0 { return .done }
    switch unsafe SSL_get_error(connection, result) {
    case SSL_ERROR_WANT_READ: return .needsInput
    case SSL_ERROR_ZERO_RETURN: return .ended
    default: return .failed
    }
  }
}
