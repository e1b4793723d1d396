import CCurl
import Compression

/// Bodies in gzip.
///
/// libcurl's decoder takes the first member of the data alone, and does not say when the data end in
/// their middle. So they are decoded here, where libcurl can be stopped from it; else what libcurl
/// makes of them is checked.
extension Transfer {
  /// Makes ready for the body behind a head.
  ///
  /// - Returns: false when the transfer is to end.
  func prepareGzip(_ head: TransferHead) -> Bool {
    guard options.decodesContent, Self.isGzip(head.headers) else { return true }
    do throws(CurlError) {
      if CurlVersion.current.canStopDecoding {
        try startInflating()
      } else {
        let isChunked = head.version.major < 2 && head.headers.contains(name: "Transfer-Encoding")
        gzipTail = GzipTail(isChunked: isChunked, length: head.contentLength)
        try handle.watchWire(self)
      }
      return true
    } catch {
      state.fail(error)
      return false
    }
  }

  private func startInflating() throws(CurlError) {
    do throws(CompressionError) {
      inflater = try GzipInflater()
    } catch {
      throw .undecodable(error)
    }
    decodedAhead = 0
    try handle.set(CURLOPT_HTTP_CONTENT_DECODING, 0)
  }

  /// Forgets the body of an answer that was not the last.
  ///
  /// - Returns: false when the transfer is to end.
  func forgetGzip() -> Bool {
    gzipTail = nil
    guard inflater != nil else { return true }
    inflater = nil
    do throws(CurlError) {
      try handle.set(CURLOPT_HTTP_CONTENT_DECODING, 1)
      return true
    } catch {
      state.fail(error)
      return false
    }
  }

  /// Decodes bytes as they came and hands them on.
  ///
  /// - Returns: as ``receiveBody(_:)`` does.
  func decode(_ bytes: UnsafeRawBufferPointer, with inflater: GzipInflater) -> Int {
    var place = min(decodedAhead, bytes.count)
    decodedAhead -= place
    while true {
      let piece: GzipInflater.Piece
      do throws(CompressionError) {
        piece = try unsafe inflater.decode(UnsafeRawBufferPointer(rebasing: bytes[place...]))
      } catch {
        state.fail(.undecodable(error))
        return 0
      }
      place += piece.consumed
      if piece.decoded > 0 {
        let output = unsafe UnsafeRawBufferPointer(rebasing: inflater.output[..<piece.decoded])
        guard unsafe deliver(output) == piece.decoded else { return 0 }
      }
      guard piece.mayHaveMore else { return bytes.count }
      // libcurl will give all of these bytes once more.
      if state.isPaused {
        decodedAhead += place
        return Int(CURL_WRITEFUNC_PAUSE)
      }
    }
  }

  /// Whether gzip is the one coding of a body.
  private static func isGzip(_ headers: TransferHeaders) -> Bool {
    let codings = headers.values(named: "Content-Encoding")
    guard codings.count == 1, let coding = codings.first?.lowercased() else { return false }
    return coding == "gzip" || coding == "x-gzip"
  }

  /// Whether a gzip body ended in its middle.
  var isGzipTruncated: Bool {
    if let inflater { return inflater.endsEarly }
    return gzipTail?.isTruncated(decoded: state.bodyCount) == true
  }
}

extension CurlError {
  fileprivate static func undecodable(_ error: CompressionError) -> Self {
    Self(
      code: .badContentEncoding,
      message: "the content encoding of the answer cannot be undone: \(error.message)"
    )
  }
}
