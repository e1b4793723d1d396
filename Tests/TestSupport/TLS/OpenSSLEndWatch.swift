import COpenSSL
import Glibc

/// Shows whether OpenSSL frees what it has when the process ends.
public enum OpenSSLEndWatch: Sendable {
  /// Ends the process with status 1 when OpenSSL begins to free.
  ///
  /// - Returns: whether it is watched.
  public static func begin() -> Bool {
    OPENSSL_atexit { _exit(EXIT_FAILURE) } == 1
  }
}
