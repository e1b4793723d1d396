import Compression
import CurlTransport

extension RequestCompression {
  /// Compresses a request's body, if the rules say so.
  ///
  /// - Parameter request: its body and what its headers say of that body are changed.
  /// - Returns: whether the body is compressed now.
  /// - Throws: `SessionError` of domain `SessionError.Domain.requestSerialization` for a request
  ///   that is refused.
  func apply(to request: inout SessionRequest) async throws(SessionError) -> Bool {
    guard let coding, isWorthIt(request.body.length) else { return false }
    let body = try Self.opened(request)
    guard isWorthIt(body.length), condition?(request) ?? true else { return false }
    if let existing = request.headers["Content-Encoding"] {
      switch existingCoding {
      case .kept: return false
      case .replaced: break
      case .refused: throw .coded(existing, request)
      }
    }
    request.body = try await compressed(body, coding, isReplayable: request.body.isReplayable)
    request.headers.remove("Content-Length")
    request.headers["Content-Encoding"] = coding.rawValue
    return true
  }

  /// The body of a request whose head has been changed by ``apply(to:)`` before.
  func bodyAgain(of request: SessionRequest) async throws(SessionError) -> RequestBody {
    guard let coding else { return request.body }
    return try await compressed(
      Self.opened(request),
      coding,
      isReplayable: request.body.isReplayable
    )
  }

  private func isWorthIt(_ length: Int64?) -> Bool {
    guard let length else { return true }
    return length > 0 && length >= minimumLength
  }

  /// The body as bytes in memory or a source.
  private static func opened(_ request: SessionRequest) throws(SessionError) -> RequestBody {
    switch request.body.transferBody {
    case .none: return .none
    case .bytes(let bytes): return .bytes(bytes)
    case .source(let source): return .source(source)
    case .file(let path):
      do throws(CurlError) {
        return .source(try FileBodySource(path: path))
      } catch {
        throw SessionError(error, request: request)
      }
    }
  }

  private func compressed(
    _ body: RequestBody,
    _ coding: Coding,
    isReplayable: Bool
  ) async throws(SessionError) -> RequestBody {
    switch body {
    case .none, .file, .multipart:
      return body
    case .source(let source):
      return .source(
        try CompressedBodySource(source, coding, level: level, isReplayable: isReplayable)
      )
    case .bytes(let bytes):
      if bytes.count <= Self.quickLength { return .bytes(try compressed(bytes, coding)) }
      // A transfer loop has others to serve while this runs.
      let result = await withTaskExecutorPreference(globalConcurrentExecutor) {
        () async -> Result<[UInt8], SessionError> in
        Result { () throws(SessionError) in try compressed(bytes, coding) }
      }
      return .bytes(try result.get())
    }
  }

  /// What is compressed at once, wherever the caller runs.
  private static let quickLength = 16_384

  private func compressed(_ bytes: [UInt8], _ coding: Coding) throws(SessionError) -> [UInt8] {
    let deflater = try Deflater(coding: coding, level: level)
    var output: [UInt8] = []
    var place = 0
    while true {
      let piece = deflater.compress(bytes, from: place, flush: .end, room: 65_536)
      output += piece.output
      place += piece.consumed
      if piece.isLast { return output }
    }
  }
}

extension SessionError {
  fileprivate static func coded(_ coding: String, _ request: SessionRequest) -> SessionError {
    let message = """
      expected a request without Content-Encoding to compress, got one of \(coding): take the \
      header out, or let `existingCoding` replace or keep it
      """
    return Self(.cannotDecodeContentData, message, of: request, in: .requestSerialization)
  }
}

extension Deflater {
  /// Starts a stream of a coding.
  init(coding: RequestCompression.Coding, level: Int) throws(SessionError) {
    let format: Format =
      switch coding {
      case .gzip: .gzip
      case .deflate: .zlib
      }
    do throws(CompressionError) {
      try self.init(format, level: level)
    } catch {
      throw SessionError(
        domain: .requestSerialization,
        code: .cannotDecodeContentData,
        message: "the body cannot be compressed: \(error.message)"
      )
    }
  }
}
