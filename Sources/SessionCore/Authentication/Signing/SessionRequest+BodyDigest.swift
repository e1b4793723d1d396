import Cryptography
import CurlTransport
import Encodings

extension SessionRequest {
  /// The longest body that is hashed where the caller runs, in bytes.
  private static let lightBodyLimit = 16 << 10

  /// SHA-256 of what is sent behind the head, in hexadecimal.
  ///
  /// Files and streams are read once from start to end, and then go back to their start.
  ///
  /// - Returns: `nil` for a body that can be read only once, or that does not come at once.
  /// - Throws: `SessionError` when it cannot be read.
  func bodyDigest() async throws(SessionError) -> String? {
    switch body {
    case .none: return try Self.digest(of: [])
    case .bytes(let bytes) where bytes.count <= Self.lightBodyLimit:
      return try Self.digest(of: bytes)
    case .bytes, .file, .source, .multipart: break
    }
    let request = self
    // A long body would hold up whatever else runs on the caller's thread.
    return try await withTaskExecutorPreference(globalConcurrentExecutor) {
      () async throws(SessionError) -> String? in
      try request.digestOfLongBody()
    }
  }

  private func digestOfLongBody() throws(SessionError) -> String? {
    switch body {
    case .none: return try Self.digest(of: [])
    case .bytes(let bytes): return try Self.digest(of: bytes)
    case .file(let path):
      let source: FileBodySource
      do throws(CurlError) {
        source = try FileBodySource(path: path)
      } catch {
        throw SessionError(error, request: self)
      }
      return try digest(of: source)
    case .source(let source):
      return try digestOfRewindable(source)
    case .multipart(let form):
      return try digestOfRewindable(MultipartSource(form, isPaced: false))
    }
  }

  private func digestOfRewindable(_ source: any BodySource) throws(SessionError) -> String? {
    guard source.rewind() else { return nil }
    let digest = try digest(of: source)
    guard source.rewind() else {
      let message = "the body was read to be signed, and its stream cannot be read a second time"
      throw SessionError(.requestBodyStreamExhausted, message, of: self)
    }
    return digest
  }

  private static func digest(of bytes: [UInt8]) throws(SessionError) -> String {
    do throws(CryptographyError) {
      return Hex.encode(try DigestAlgorithm.sha256.digest(of: bytes))
    } catch {
      throw .noHash(error)
    }
  }

  private func digest(of source: any BodySource) throws(SessionError) -> String? {
    do {
      var stream = try DigestStream(.sha256)
      while true {
        let (bytes, state) = try source.next(1 << 16)
        try stream.update(bytes)
        switch state {
        // Nothing, but more: the transport takes that for the end as well.
        case .more: if bytes.isEmpty { return Hex.encode(try stream.finish()) }
        case .end: return Hex.encode(try stream.finish())
        case .waiting: return nil
        }
      }
    } catch let error as SessionError {
      throw error
    } catch let error as CryptographyError {
      throw .noHash(error)
    } catch {
      let failure =
        error as? CurlError ?? CurlError(code: .bodySourceFailed, message: "\(error)")
      throw SessionError(failure, request: self)
    }
  }
}
