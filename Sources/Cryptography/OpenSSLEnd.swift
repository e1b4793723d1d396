import COpenSSL

/// What OpenSSL does when the process ends.
public enum OpenSSLEnd: Sendable {
  /// Keeps OpenSSL from freeing what it has when the process ends: a thread that ends at that moment would read what is
  /// freed already, and crash the process.
  ///
  /// - Returns: whether it does as told; it does not once something else has used OpenSSL.
  public static func leaveEverything() -> Bool {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
  }
}
