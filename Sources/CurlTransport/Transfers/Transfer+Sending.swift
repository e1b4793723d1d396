import CCurl

/// How often a request goes out.
///
/// libcurl sends a request again by itself when a kept connection breaks before any answer. It asks
/// each time before it sends, and there a request is held back that must not be made twice.
extension Transfer {
  /// How often the request went out so far.
  struct Sendings {
    /// How often libcurl began to send.
    var count = 0
    /// How many bytes had gone out before the last time.
    var bytesBefore = 0
    /// Whether a head has come since.
    var isAnswered = false
    /// How often it was sent again without an answer to the time before.
    var resends = 0
  }

  /// The methods that mean the same twice as once (RFC 9110 section 9.2.2, and the registry of
  /// methods).
  private static let repeatable: Set<String> = [
    "DELETE", "GET", "HEAD", "OPTIONS", "PROPFIND", "PUT", "QUERY", "REPORT", "SEARCH", "TRACE",
  ]

  /// Whether no request of the transfer has begun to go out, so that it is still connecting.
  var isConnecting: Bool { sendings.count == 0 }

  /// Hears that libcurl is about to send the request.
  ///
  /// - Returns: false when the transfer is to end.
  func willSend() -> Bool {
    let bytes = handle.number(CURLINFO_REQUEST_SIZE)
    let before = sendings
    sendings.count += 1
    sendings.bytesBefore = bytes
    sendings.isAnswered = false
    // Nobody can have processed what never left.
    guard before.count > 0, !before.isAnswered, bytes > before.bytesBefore else { return true }
    guard Self.repeatable.contains(method) else {
      state.fail(
        CurlError(
          code: .emptyReply,
          message: """
            the kept connection broke after the \(method) request was sent, and the server may have \
            processed it; it is not sent again
            """
        )
      )
      return false
    }
    sendings.resends += 1
    return true
  }
}
