import CurlTransport
import Files
import Glibc

/// Writes a body to a file instead of the network.
enum FormFile {
  /// Writes all bytes of a source; a file that is not complete is removed.
  static func write(_ source: some BodySource, to path: String) throws(SessionError) {
    let file = try create(path)
    do throws(SessionError) {
      while let bytes = try next(of: source) { try file.write(bytes, to: path) }
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
    let file = try create(path)
    do throws(SessionError) {
      while let bytes = try next(of: source) {
        try file.write(bytes, to: path)
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

  private static func create(_ path: String) throws(SessionError) -> FileDescriptor {
    do throws(FileError) {
      return try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    } catch {
      throw .file(path, .cannotCreateFile, cannotBe: "created", error.code)
    }
  }

  private static func next(of source: some BodySource) throws(SessionError) -> [UInt8]? {
    do {
      let (bytes, state) = try source.next(65_536)
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
}
