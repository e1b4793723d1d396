import CCurl
import Cryptography
import Glibc

/// How often a request goes out.
///
/// libcurl sends a request again by itself when a kept connection breaks before any answer, or when an
/// HTTP/2 server refuses its stream. It asks each time before it sends, and there a request is held
/// back that must not be made twice.
extension Transfer {
  /// How often the request went out so far.
  struct Sendings {
    /// How often libcurl began to send.
    var count = 0
    /// How many bytes had gone out before the last time.
    var bytesBefore = 0
    /// Whether a head has come since.
    var isAnswered = false
    /// Whether the server has refused the last one unread.
    var isRefused = false
    /// How often it was sent again without an answer to the time before.
    var resends = 0
    /// What was seen of TLS on the connection of a request that must not be made twice.
    var witness: HandshakeWitness?
    /// Whether the transfer was begun anew.
    var isBegunAgain = false
    /// How long it had taken until then, in microseconds.
    var timeBefore: Int64 = 0
  }

  /// The methods that mean the same twice as once (RFC 9110 section 9.2.2, and the registry of
  /// methods).
  private static let repeatable: Set<String> = [
    "DELETE", "GET", "HEAD", "OPTIONS", "PROPFIND", "PUT", "QUERY", "REPORT", "SEARCH", "TRACE",
  ]

  /// Whether no request of the transfer has begun to go out, so that it is still connecting.
  var isConnecting: Bool { sendings.count == 0 }

  private var isRepeatable: Bool { Self.repeatable.contains(method) }

  /// Whether the request went out, in part at least, and nothing came back.
  private var isUnanswered: Bool {
    sendings.count > 0 && !sendings.isAnswered
      && handle.number(CURLINFO_REQUEST_SIZE) > sendings.bytesBefore
  }

  /// Hears that libcurl is about to open a connection.
  func willConnect() {
    // Until the new connection stands, the server may have ended the old one.
    if isUnanswered, !isRepeatable, connectionStands { sendings.isRefused = true }
  }

  /// Hears that libcurl is about to send the request.
  ///
  /// - Returns: false when the transfer is to end.
  func willSend() -> Bool {
    let isResend = isUnanswered
    guard !isResend || isRepeatable || sendings.isRefused || connectionStands else {
      return fail(
        .emptyReply,
        """
        the kept connection broke after the \(method) request was sent, and the server may have \
        processed it; it is not sent again
        """
      )
    }
    sendings.count += 1
    sendings.bytesBefore = handle.number(CURLINFO_REQUEST_SIZE)
    sendings.isAnswered = false
    sendings.isRefused = false
    if isResend { sendings.resends += 1 }
    if !isRepeatable {
      sendings.witness = unsafe handle.tlsSession.flatMap {
        unsafe HandshakeWitness.of(connection: $0)
      }
    }
    return true
  }

  /// Whether the connection that the request went out on is open, as far as its TLS and the system
  /// know.
  ///
  /// libcurl repeats a request for two reasons. If the connection did not break, the server has
  /// refused the stream, and has not processed it (RFC 9113 section 8.7).
  private var connectionStands: Bool {
    guard let connection, let witness = sendings.witness, !witness.hasEnded,
      let descriptor = poller.connection(from: connection.localPort)
    else { return false }
    var byte: UInt8 = 0
    let count = unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
    return count > 0 || (count < 0 && errno == EAGAIN)
  }

  /// Decides about a transfer that failed on a kept HTTP/2 connection.
  ///
  /// libcurl 7 may send on one that is ended already, which fails, and does not repeat that.
  ///
  /// - Parameter result: how it ended.
  /// - Returns: whether it is to be begun anew on another connection.
  func mayBeginAgain(_ result: CURLcode) -> Bool {
    result == CURLE_HTTP2 && handle.number(CURLINFO_NUM_CONNECTS) == 0 && sendings.count > 0
      && !sendings.isAnswered && !sendings.isBegunAgain && (isRepeatable || !isUnanswered)
  }

  /// Makes a transfer ready to go out once more.
  ///
  /// - Returns: false when its body cannot be had again.
  func beginAgain() -> Bool {
    guard rewindBody(), (try? handle.takeFreshConnection()) != nil else { return false }
    if isUnanswered { sendings.resends += 1 }
    sendings.isBegunAgain = true
    sendings.bytesBefore = 0
    sendings.timeBefore = handle.offset(CURLINFO_TOTAL_TIME_T)
    socket = -1
    use(nil)
    return true
  }
}
