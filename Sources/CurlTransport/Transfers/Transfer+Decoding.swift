import CCurl
import Compression
import HTTPMessages

/// The codings of bodies (RFC 9110, section 8.4).
///
/// They are undone here and not by libcurl, which takes the end of a body in its middle for its end,
/// and whose releases differ about gzip bodies of several members.
extension Transfer {
  /// The field that says which codings are decoded.
  static let acceptEncodingLine = Array(
    "Accept-Encoding: \(TransferOptions.knownCodings)".utf8
  )

  /// Makes ready for the body behind a head.
  ///
  /// - Returns: false when the transfer is to end.
  func prepareDecoding(_ head: TransferHead) -> Bool {
    // Without `TE` in the request only chunks may be sent (RFC 9112, section 7.4).
    if head.version.major < 2,
      let name = Self.codings(head.headers, "Transfer-Encoding").first(where: { $0 != "chunked" })
    {
      let message = "the answer has a transfer coding that was not asked for: \(name)"
      return fail(.badContentEncoding, message)
    }
    codings = options.decodesContent ? Self.codings(head.headers, "Content-Encoding") : []
    return true
  }

  /// The codings that a field lists, in the order in which they were applied.
  private static func codings(_ headers: TransferHeaders, _ field: String) -> [String] {
    guard headers.contains(name: field) else { return [] }
    return headers.values(named: field).flatMap { value in
      value.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.map(String.init)
    }.filter { $0 != "identity" }
  }

  /// Forgets the body of an answer that was not the last.
  func forgetDecoding() {
    decoding = nil
    codings = []
  }

  /// Begins to decode, with the first bytes of a body.
  ///
  /// - Returns: false when the transfer is to end.
  private func beginDecoding() -> Bool {
    var known: [ContentCoding] = []
    for name in codings {
      guard let coding = ContentCoding(name: name) else {
        let codings = TransferOptions.knownCodings
        return fail(
          .badContentEncoding,
          "the content encoding \(name) is not known; \(codings) are"
        )
      }
      known.append(coding)
    }
    do throws(CompressionError) {
      decoding = try BodyDecoding(known)
    } catch {
      return failDecoding(error)
    }
    return true
  }

  /// Decodes bytes as they came and hands them on.
  ///
  /// - Returns: as ``receiveBody(_:)`` does.
  func decode(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard decoding != nil || beginDecoding(), let decoding else { return 0 }
    guard !decoding.isElsewhere else { return Int(CURL_WRITEFUNC_PAUSE) }
    if let stretch = decoding.takeHeld(), !deliver(stretch) { return 0 }
    let input = unsafe Array(bytes)
    var place = decoding.skip(input.count)
    while true {
      // libcurl will give all of these bytes once more.
      if state.isPaused {
        decoding.hold(place)
        return Int(CURL_WRITEFUNC_PAUSE)
      }
      if decoding.isLong(decoded: state.bodyCount, rest: input.count - place) {
        decoding.hold(place)
        state.decodingBegins()
        let (id, mailbox) = (id, mailbox)
        decoding.decodeElsewhere(input, from: place) { _ = mailbox.post(.decoded(id, $0)) }
        return Int(CURL_WRITEFUNC_PAUSE)
      }
      let stretch = decoding.decode(input, from: place)
      place += stretch.consumed
      guard deliver(stretch) else { return 0 }
      if !stretch.holdsBack, place == input.count { return input.count }
    }
  }

  /// Hands on what another thread has decoded.
  ///
  /// - Returns: what is to be done.
  func take(_ stretch: BodyDecoding.Stretch) -> TransferState.Action {
    guard let decoding, ObjectIdentifier(decoding) == stretch.source else { return .none }
    decoding.take(stretch)
    lastActivity = timer.fair
    if state.isPaused {
      decoding.hold(stretch)
    } else {
      _ = deliver(stretch)
    }
    return state.decodingEnded()
  }

  /// - Returns: false when the transfer is to end.
  private func deliver(_ stretch: BodyDecoding.Stretch) -> Bool {
    if !stretch.output.isEmpty {
      let taken = unsafe stretch.output.withUnsafeBytes { unsafe deliver($0) }
      guard taken == stretch.output.count else { return false }
    }
    return stretch.error.map(failDecoding) ?? true
  }

  private func failDecoding(_ error: CompressionError) -> Bool {
    let names = codings.joined(separator: ", ")
    let reason = "the content encoding \(names) of the answer cannot be undone: \(error.message)"
    return fail(.badContentEncoding, reason)
  }

  /// The error of a compressed body that ended in its middle, or nil.
  var truncation: CurlError? {
    guard let decoding, decoding.endsEarly else { return nil }
    return CurlError(
      code: .badContentEncoding,
      message: "the \(decoding.names) body ended too early"
    )
  }
}

extension TransferOptions {
  /// The codings that are decoded, as `Accept-Encoding` lists them.
  package static let knownCodings = ContentCoding.allCases.map(\.name).joined(separator: ", ")
}
