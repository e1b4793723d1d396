import Foundation
import Locks
import SessionCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TaskProgressTests {
  @Test
  func `row 74: a task is cancelled by its progress`() async throws {
    let server = try await FixtureServer.start { _ in
      .script([
        .text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .untilClosed,
      ])
    }
    let session = URLSessionManager()
    let results = Collected<Int>()
    let task = session.dataTask(
      with: SessionRequest(url: try URI(server.url)),
      serializer: HTTPResponseSerializer()
    ) { results.append($0.error?.code.rawValue ?? 0) }
    let progress = task.progress(of: .download)
    let updates = progress.updates
    task.resume()
    for await update in updates where update.completedUnitCount == 3 {
      #expect(update.totalUnitCount == 6)
      progress.cancel()
      progress.cancel()
    }
    await session.waitForAll()
    #expect(results.all == [-999])
    #expect(progress.current.completedUnitCount == 3)
    #expect(await progress.updates.first { _ in true } == nil)
  }

  @Test
  func `row 74: progress pauses and resumes its task and ends at one`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let task = session.uploadTask(
      with: SessionRequest(method: "PUT", url: try URI(server.url + "/upload")),
      from: .bytes([UInt8](repeating: 1, count: 200_000)),
      serializer: HTTPResponseSerializer()
    ) { _ in }
    let progress = task.progress(of: .upload)
    let updates = progress.updates
    progress.resume()
    #expect(task.state == .running)
    progress.pause()
    #expect(task.state == .suspended)
    progress.resume()
    var last: TransferProgress?
    for await update in updates { last = update }
    #expect(last?.fractionCompleted == 1)
    #expect(last?.completedUnitCount == 200_000)
  }
}

/// Waits in its decoding until another one decodes as well.
private struct Meeting: ResponseSerializer {
  let inside: Locked<Int>
  let needed: Int

  func serialize(_ response: SessionResponse, data: [UInt8]) -> SerializedResponse<Bool> {
    inside.withLock { $0 += 1 }
    let limit = ContinuousClock.now + .seconds(100)
    while ContinuousClock.now < limit {
      if inside.withLock({ $0 }) >= needed { return SerializedResponse(object: true) }
      Thread.sleep(forTimeInterval: 0.001)
    }
    return SerializedResponse(object: false)
  }
}

@Suite(.timeLimit(.minutes(5)))
struct DecodingTests {
  @Test(.enabled("needs two processors") { ProcessInfo.processInfo.activeProcessorCount > 1 })
  func `row 69: bodies are decoded in parallel, callbacks never overlap`() async throws {
    let server = try await FixtureServer.start()
    let session = URLSessionManager()
    let serializer = Meeting(inside: Locked(0), needed: 2)
    let results = Collected<Bool>()
    let running = Locked(0)
    let overlaps = Collected<Int>()
    for _ in 0..<2 {
      session.dataTask(
        with: SessionRequest(url: try URI(server.url + "/json")),
        serializer: serializer
      ) { result in
        let before = running.withLock { count in
          count += 1
          return count
        }
        if before > 1 { overlaps.append(before) }
        results.append(result.object ?? false)
        running.withLock { $0 -= 1 }
      }.resume()
    }
    await session.waitForAll()
    #expect(results.all == [true, true])
    #expect(overlaps.all.isEmpty)
  }
}
