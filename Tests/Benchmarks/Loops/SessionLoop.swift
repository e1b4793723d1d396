import CurlTransport
import SessionCore

/// The same requests with the session core: plain async calls, as a user writes them.
struct SessionLoop: Sendable {
  private let request: SessionRequest
  private let connections: Int
  private let isOnLoop: Bool
  private let session = URLSessionManager()

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - url: what every request gets.
  ///   - connections: how many tasks send one request after the other.
  ///   - isOnLoop: whether the tasks prefer the transfer loop's thread, else they are on the global
  ///     executor.
  /// - Throws: ``BenchmarkError`` for an unusable URL.
  init(url: String, connections: Int, isOnLoop: Bool) throws(BenchmarkError) {
    guard let address = try? URI(url) else { throw BenchmarkError("unusable URL \(url)") }
    request = SessionRequest(url: address)
    self.connections = connections
    self.isOnLoop = isOnLoop
  }

  /// Makes requests.
  ///
  /// - Parameter count: how many; shared out evenly.
  /// - Throws: what a request throws, or ``BenchmarkError`` when a body is not what it should be.
  func run(_ count: Int) async throws {
    let share = count / connections
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<connections {
        group.addTask(executorPreference: isOnLoop ? TransferLoop.shared : nil) {
          for _ in 0..<share {
            let answer = try await session.data(for: request)
            guard answer.data.count == NginxServer.body.utf8.count else {
              throw BenchmarkError("a body of the session is not whole")
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
