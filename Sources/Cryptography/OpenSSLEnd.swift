import COpenSSL

/// What OpenSSL does when the process ends.
public enum OpenSSLEnd: Sendable {
  /// Keeps OpenSSL from freeing what it has when the process ends: a thread that ends at that moment would read what is
  /// freed already, and crash the process.
  ///
  /// It must be the first use of OpenSSL in the process; later it changes nothing.
  public static func leaveEverything() {
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
  }
}
