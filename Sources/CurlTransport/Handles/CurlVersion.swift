import CCurl

/// The libcurl that is loaded at run time, and what it can do.
public struct CurlVersion: Sendable, Hashable {
  /// The version, such as `7.88.1`.
  public let number: String
  /// The TLS library and its version, such as `OpenSSL/3.0.19`.
  public let tlsLibrary: String
  /// Whether ``tlsLibrary`` is OpenSSL, which libcurl names its like otherwise.
  var usesOpenSSL: Bool { tlsLibrary.hasPrefix("OpenSSL/") }
  /// Whether HTTP/2 in the clear needs a connection of its own for each request (libcurl 7.88).
  ///
  /// It begins HTTP/2 anew on a connection on which HTTP/2 is spoken by prior knowledge, and each request behind the
  /// first fails there. Beside such a connection it sends a request that asks for an upgrade on one that waits for its
  /// response over HTTP/1.1, and each of the two gets the response of the other.
  var cannotShareClearHTTP2: Bool { number.hasPrefix("7.") }
  /// Whether HTTP/2 is there.
  public let hasHTTP2: Bool
  /// Whether HTTP/3 is there.
  public let hasHTTP3: Bool
  /// Whether NTLM is there.
  public let hasNTLM: Bool
  /// Whether Negotiate is there.
  public let hasNegotiate: Bool

  /// The libcurl of this process.
  public static let current = CurlVersion()

  private init() {
    let info = unsafe curl_version_info(CURLVERSION_TENTH)
    let bits = unsafe Int64(info?.pointee.features ?? 0)
    func text(_ pointer: UnsafePointer<CChar>?) -> String {
      unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
    number = unsafe text(info?.pointee.version)
    tlsLibrary = unsafe text(info?.pointee.ssl_version)
    hasHTTP2 = bits & Int64(CURL_VERSION_HTTP2) != 0
    hasHTTP3 = bits & Int64(CURL_VERSION_HTTP3) != 0
    hasNTLM = bits & Int64(CURL_VERSION_NTLM) != 0
    hasNegotiate = bits & Int64(CURL_VERSION_SPNEGO) != 0
  }
}
