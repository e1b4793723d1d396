/// A way of misbehaving that has a name, also reachable as `/fault/NAME`.
public enum FixtureFault: String, Sendable, Hashable, CaseIterable {
  /// FIN after the request, before any byte.
  case closeBeforeHead
  /// FIN in the middle of a header line.
  case closeInHead
  /// FIN after half of a body whose length was told.
  case closeInBody
  /// FIN after half of a chunk.
  case closeInChunk
  /// Answers before the request's body has come, and closes.
  case closeInUpload
  /// RST after the request, before any byte.
  case resetBeforeHead
  /// RST after half of a body whose length was told.
  case resetInBody
  /// RST at the request's head, its body not read.
  case resetInUpload
  /// A `Content-Length` of more bytes than come before the FIN.
  case longerContentLength
  /// A `Content-Length` of fewer bytes than come.
  case shorterContentLength
  /// Two different `Content-Length` headers.
  case doubleContentLength
  /// A `Content-Length` that is no number.
  case badContentLength
  /// A chunk size that is no number.
  case brokenChunk
  /// A chunk longer than its size, so that the next size is read from data.
  case overlongChunk
  /// Nothing, until the client goes.
  case stallBeforeHead
  /// Half a head, then nothing until the client goes.
  case stallInHead
  /// Half a body, then nothing until the client goes.
  case stallInBody
  /// The request's body is not read, until the client goes.
  case stallInUpload
  /// Bytes that are no HTTP.
  case garbageHead
  /// An HTTP version that does not exist.
  case badVersion
  /// A status that is no number.
  case badStatus
  /// A header line without a colon.
  case badHeaderLine
  /// A body without an end.
  case endlessBody
  /// A chunked body without an end.
  case endlessChunks
  /// Header lines without an end.
  case endlessHead
  /// One header line without an end.
  case endlessHeaderLine
  /// 100 headers of 10 000 bytes each.
  case hugeHeaders
  /// Informational answers without an end.
  case informationalFlood
  /// A body of 30 bytes, one every 20 milliseconds.
  case slowDrip
  /// A head that comes byte by byte, one every 5 milliseconds.
  case slowHead
  /// `Content-Encoding: gzip` on bytes that are none.
  case brokenGzip
  /// A gzip stream that ends in its middle, in a body of the right length.
  case truncatedGzip
  /// A gzip stream with a wrong checksum.
  case corruptGzip
  /// A TLS connection that ends without farewell, in a body up to the end of the connection.
  case truncatedTLS
  /// A redirect to itself, without end.
  case redirectLoop

  /// True when the fault strikes before the request's body has come.
  public var isEarly: Bool {
    switch self {
    case .closeInUpload, .resetInUpload, .stallInUpload: true
    case .closeBeforeHead, .closeInHead, .closeInBody, .closeInChunk, .resetBeforeHead,
      .resetInBody, .longerContentLength, .shorterContentLength, .doubleContentLength,
      .badContentLength, .brokenChunk, .overlongChunk, .stallBeforeHead, .stallInHead,
      .stallInBody, .garbageHead, .badVersion, .badStatus, .badHeaderLine, .endlessBody,
      .endlessChunks, .endlessHead, .endlessHeaderLine, .hugeHeaders, .informationalFlood,
      .slowDrip, .slowHead, .brokenGzip, .truncatedGzip, .corruptGzip, .truncatedTLS,
      .redirectLoop:
      false
    }
  }
}

extension FixtureResponse {
  /// A response that misbehaves in a way that has a name.
  ///
  /// - Parameter fault: The way.
  /// - Returns: The response.
  public static func fault(_ fault: FixtureFault) -> Self { FaultScripts.response(fault) }
}
