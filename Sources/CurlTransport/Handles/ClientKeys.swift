/// The private keys that the certificates of ours are used with.
///
/// libcurl compares the certificates of two transfers and neither keys nor passwords, so that one with
/// a wrong key would pass over a connection that another has made. Used on the loop's thread.
final class ClientKeys {
  private struct Key: Hashable {
    var file: String?
    var password: String
    var certificateType: String?
  }

  // Nothing where a certificate has been used with several keys.
  private var keys: [String: Key?] = [:]

  /// Takes note of a transfer's key.
  ///
  /// - Returns: whether it may share connections: its certificate has always been used with this key.
  func areShareable(_ tls: TransferOptions.TLS) -> Bool {
    guard let certificate = tls.certificateFile else { return true }
    let key = Key(
      file: tls.keyFile,
      password: tls.keyPassword ?? "",
      certificateType: tls.certificateType
    )
    guard let known = keys[certificate] else {
      keys[certificate] = key
      return true
    }
    if known == key { return true }
    keys[certificate] = .some(nil)
    return false
  }
}
