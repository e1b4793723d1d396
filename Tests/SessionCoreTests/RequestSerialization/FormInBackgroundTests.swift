import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FormInBackgroundTests {
  private func form(_ file: String) throws -> MultipartFormData {
    var form = MultipartFormData(boundary: "B")
    form.append("hello", name: "greeting")
    try form.append(file: file, name: "file")
    return form
  }

  @Test
  func `a form that is written in the background is the same file`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 7, count: 300_000), to: "part")
    let form = try form(file)
    _ = try form.write(to: folder.path("a")) as RequestBody
    let body = try await form.writeInBackground(to: folder.path("b"))
    #expect(try folder.read("a") == folder.read("b"))
    guard case .file(folder.path("b")) = body else {
      Issue.record("expected the file, got \(body)")
      return
    }
    let path = folder.path("c")
    let result = await withCheckedContinuation { continuation in
      form.write(to: path) { continuation.resume(returning: $0) }
    }
    _ = try result.get()
    #expect(try folder.read("a") == folder.read("c"))
  }

  @Test
  func `what cannot be written is an error, and a cancelled write leaves no file`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 7, count: 1 << 20), to: "part")
    let form = try form(file)
    let error = try await sessionError { () async throws(SessionError) in
      try await form.writeInBackground(to: file)
    }
    #expect(error.code == .cannotCreateFile)
    let path = folder.path("cancelled")
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      do throws(SessionError) {
        _ = try await form.writeInBackground(to: path)
        return 0
      } catch {
        return error.code.rawValue
      }
    }
    #expect(await task.value == -999)
    #expect(throws: (any Error).self) { try folder.read("cancelled") }
  }
}
