import CurlTransport
import Glibc

/// Writes a body to a file instead of the network.
enum FormFile {
  /// Writes all bytes of a source; a file that is not complete is removed.
  static func write(_ source: some BodySource, to path: String) throws(SessionError) {
    let descriptor = try create(path)
    defer { close(descriptor) }
    do throws(SessionError) {
      while let bytes = try next(of: source) { try write(bytes, to: descriptor, path) }
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  /// The same, with room for others between two pieces.
  static func writeInPieces(
    _ source: some BodySource,
    to path: String
  ) async throws(SessionError) {
    let descriptor = try create(path)
    defer { close(descriptor) }
    do throws(SessionError) {
      while let bytes = try next(of: source) {
        try write(bytes, to: descriptor, path)
        await Task.yield()
        if Task.isCancelled {
          throw SessionError(code: .cancelled, message: "the writing of \(path) was cancelled")
        }
      }
    } catch {
      unsafe unlink(path)
      throw error
    }
  }

  private static func create(_ path: String) throws(SessionError) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { return descriptor }
    throw SessionError(
      code: .cannotCreateFile,
      message: "\(path) cannot be created: errno \(errno)"
    )
  }

  private static func next(of source: some BodySource) throws(SessionError) -> [UInt8]? {
    do {
      var state = BodySourceState.more
      let bytes = try unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        let room = UnsafeMutableRawBufferPointer(buffer)
        var span = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
        state = try source.read(into: &span)
        count = unsafe span.finalize(for: room)
      }
      switch state {
      case .more: return bytes
      case .end: return bytes.isEmpty ? nil : bytes
      case .waiting:
        throw SessionError(
          code: .requestBodyStreamExhausted,
          message: "a stream that has to wait cannot be written to a file"
        )
      }
    } catch let error as SessionError {
      throw error
    } catch {
      throw SessionError(
        code: .requestBodyStreamExhausted,
        message: "the body cannot be read",
        underlyingErrors: [error]
      )
    }
  }

  private static func write(
    _ bytes: [UInt8],
    to descriptor: Int32,
    _ path: String
  ) throws(SessionError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw SessionError(
          code: .cannotWriteToFile,
          message: "\(path) cannot be written: errno \(errno)"
        )
      }
      rest = rest.dropFirst(count)
    }
  }
}
