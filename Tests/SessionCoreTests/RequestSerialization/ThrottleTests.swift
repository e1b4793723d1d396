import Foundation
import SessionCore
import TestSupport
import Testing

@Suite(.fewAtATime, .serialized, .timeLimit(.minutes(2)))
struct ThrottleTests {
  private func send(
    _ form: MultipartFormData,
    to server: FixtureServer
  ) async throws -> (Duration, SessionData) {
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/upload"))
    request.headers["Content-Type"] = form.contentType
    request.body = .multipart(form)
    let start = ContinuousClock.now
    let answer = try await URLSessionManager().data(for: request)
    return (start.duration(to: .now), answer)
  }

  @Test
  func `row 34: a pause follows each packet, so a body takes its time`() async throws {
    let server = try await FixtureServer.start()
    var form = MultipartFormData()
    form.append([UInt8](repeating: 65, count: 5000), name: "a")
    _ = try await send(form, to: server)
    form.throttleBandwidth(packetSize: 1000, delay: .milliseconds(500))
    let (slow, answer) = try await send(form, to: server)
    #expect(answer.response.status == 200)
    #expect(form.contentLength > 5000)
    #expect(slow >= .milliseconds(5 * 500))
    #expect(
      server.requests.map(\.bodyLength) == [Int(form.contentLength), Int(form.contentLength)]
    )
    #expect(server.requests[0].bodySHA256 == server.requests[1].bodySHA256)
    let folder = try TemporaryFolder()
    form.throttleBandwidth(packetSize: 1000, delay: .seconds(600))
    _ = try form.write(to: folder.path("form"))
  }

  @Test
  func `row 34: a task that is suspended while its form rests stays so`() async throws {
    let server = try await FixtureServer.start()
    var form = MultipartFormData()
    form.append([UInt8](repeating: 65, count: 4000), name: "a")
    form.throttleBandwidth(packetSize: 1000, delay: .milliseconds(500))
    var request = SessionRequest(method: "POST", url: try URI(server.url + "/upload"))
    request.body = .multipart(form)
    let session = URLSessionManager()
    let statuses = Collected<Int>()
    let task = session.uploadTask(with: request, serializer: HTTPResponseSerializer()) {
      statuses.append($0.response?.status ?? 0)
    }
    let updates = task.progress(of: .upload).updates
    task.resume()
    for await _ in updates { break }
    task.suspend()
    #expect(task.state == .suspended)
    task.resume()
    await session.waitForAll()
    #expect(statuses.all == [200])
    #expect(server.requests.first?.bodyLength == Int(form.contentLength))
  }

  @Test
  func `row 33: a file larger than what is kept in memory is streamed`() async throws {
    let folder = try TemporaryFolder()
    let place = folder.path("hole")
    // A file that is all hole takes no room on the disk.
    #expect(FileManager.default.createFile(atPath: place, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: place))
    try handle.truncate(atOffset: 64 << 20)
    try handle.close()
    let server = try await FixtureServer.start()
    var form = MultipartFormData()
    try form.append(file: place, name: "f")
    form.throttleBandwidth(packetSize: 16 << 20, delay: .milliseconds(50))
    let (duration, answer) = try await send(form, to: server)
    #expect(answer.response.status == 200)
    #expect(duration >= .milliseconds(4 * 50))
    #expect(server.requests.first?.bodyLength == Int(form.contentLength))
    #expect(form.contentLength > 64 << 20)
  }
}
