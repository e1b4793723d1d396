import CCurl

/// The sole owner of a libcurl easy handle.
///
/// A handle is not copyable, so it is cleaned up once and used from one place at a time.
@safe struct EasyHandle: ~Copyable {
  /// For calls that need the handle itself; not to be kept.
  let raw: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>

  init() throws(CurlError) {
    guard let raw = unsafe curl_easy_init() else { throw CurlError(CURLE_FAILED_INIT) }
    unsafe self.raw = raw
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    unsafe curl_easy_cleanup(raw)
    unsafe errorText.deallocate()
  }

  /// What libcurl says of the last failure in words, empty when it says nothing.
  var message: String {
    unsafe String(cString: errorText)
  }

  /// Takes the last message away and lets libcurl write the next.
  func collectMessage() throws(CurlError) {
    unsafe errorText.pointee = 0
    try unsafe set(CURLOPT_ERRORBUFFER, pointer: errorText)
  }

  /// Forgets all options, and keeps connections, the share and the name cache.
  func reset() {
    unsafe curl_easy_reset(raw)
  }

  /// Makes libcurl pause or go on.
  ///
  /// - Returns: ``hadNothingPaused(_:)`` recognises the code of a transfer that has no connection yet.
  func pause(_ bits: Int32) -> CURLcode {
    unsafe curl_easy_pause(raw, bits)
  }

  /// Whether ``pause(_:)`` did nothing, because the transfer waits for a connection.
  ///
  /// libcurl refuses such a call. Its callbacks pause the transfer when bytes come or go.
  static func hadNothingPaused(_ result: CURLcode) -> Bool { result == CURLE_BAD_FUNCTION_ARGUMENT }

  // MARK: Options

  @inline(__always)
  func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
    try check(unsafe curlew_easy_set_long(raw, option, value))
  }

  @inline(__always)
  func set(_ option: CURLoption, offset value: Int64) throws(CurlError) {
    try check(unsafe curlew_easy_set_offset(raw, option, curl_off_t(value)))
  }

  /// Sets an option to a text, which libcurl copies, or to nothing.
  func set(_ option: CURLoption, _ value: String?) throws(CurlError) {
    guard let value else {
      return try check(unsafe curlew_easy_set_string(raw, option, nil))
    }
    let bytes = value.utf8.span
    for index in bytes.indices where bytes[index] == 0 {
      throw CurlError(code: .invalidRequest, message: "a NUL in an option's text")
    }
    try check(unsafe value.withCString { text in unsafe curlew_easy_set_string(raw, option, text) })
  }

  /// Sets an option to bytes, which libcurl copies.
  func set(_ option: CURLoption, copying bytes: [UInt8]) throws(CurlError) {
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe curlew_easy_set_blob(raw, option, bytes.baseAddress, bytes.count)
    }
    try check(code)
  }

  /// Sets an option to a pointer that stays valid until the option is set anew or the handle ends.
  @unsafe @inline(__always)
  func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) throws(CurlError) {
    try check(unsafe curlew_easy_set_pointer(raw, option, pointer))
  }

  // MARK: Facts

  @inline(__always)
  func number(_ info: CURLINFO) -> Int {
    var value = 0
    return unsafe curlew_easy_get_long(raw, info, &value) == CURLE_OK ? value : 0
  }

  @inline(__always)
  func offset(_ info: CURLINFO) -> Int64 {
    var value: curl_off_t = 0
    return unsafe curlew_easy_get_offset(raw, info, &value) == CURLE_OK ? Int64(value) : 0
  }

  func text(_ info: CURLINFO) -> String? {
    var value: UnsafePointer<CChar>?
    guard unsafe curlew_easy_get_string(raw, info, &value) == CURLE_OK, let value = unsafe value
    else { return nil }
    return unsafe String(cString: value)
  }
}
