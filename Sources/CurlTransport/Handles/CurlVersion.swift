import CCurl

/// The libcurl that is loaded at run time, and what it can do.
public struct CurlVersion: Sendable, Hashable {
  /// The version, such as `7.88.1`.
  public let number: String
  /// The TLS library and its version, such as `OpenSSL/3.0.19`.
  public let tlsLibrary: String
  /// Whether ``tlsLibrary`` is OpenSSL, which libcurl names its like otherwise.
  var usesOpenSSL: Bool { tlsLibrary.hasPrefix("OpenSSL/") }
  /// Whether it begins HTTP/2 anew on a connection in the clear that HTTP/2 is spoken on by prior
  /// knowledge: each request behind the first fails there (libcurl 7.88).
  var cannotReuseClearHTTP2: Bool { number.hasPrefix("7.") }
  /// Whether it looks for each piece of a body whether to decode it; libcurl 8 looks once, before the
  /// head is known here.
  var canStopDecoding: Bool { number.hasPrefix("7.") }
  /// Whether HTTP/2 is there.
  public let hasHTTP2: Bool
  /// Whether HTTP/3 is there.
  public let hasHTTP3: Bool
  /// Whether gzip is decoded.
  public let hasGzip: Bool
  /// Whether Brotli is decoded.
  public let hasBrotli: Bool
  /// Whether Zstandard is decoded.
  public let hasZstandard: Bool
  /// Whether NTLM is there.
  public let hasNTLM: Bool
  /// Whether Negotiate is there.
  public let hasNegotiate: Bool

  /// The field that says which content codings are decoded, as libcurl would write it.
  let acceptEncodingLine: [UInt8]

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
    hasGzip = bits & Int64(CURL_VERSION_LIBZ) != 0
    hasBrotli = bits & Int64(CURL_VERSION_BROTLI) != 0
    hasZstandard = bits & Int64(CURL_VERSION_ZSTD) != 0
    let codings = [
      hasGzip ? "deflate, gzip" : nil, hasBrotli ? "br" : nil, hasZstandard ? "zstd" : nil,
    ].compactMap(\.self)
    let list = codings.isEmpty ? "identity" : codings.joined(separator: ", ")
    acceptEncodingLine = Array("Accept-Encoding: \(list)".utf8)
    hasNTLM = bits & Int64(CURL_VERSION_NTLM) != 0
    hasNegotiate = bits & Int64(CURL_VERSION_SPNEGO) != 0
  }
}
