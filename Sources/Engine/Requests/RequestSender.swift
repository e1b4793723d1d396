import CurlTransport
import Locks
import SessionCore

/// Sends the requests of one run of a scenario: a session for each name, each with a jar of its own, all over the same connections.
final class RequestSender: Sendable {
  private let loop: TransferLoop
  private let start: CookieJar
  private let sessions = Locked<[String: URLSessionManager]>([:])

  /// Makes the sessions of a run of a scenario.
  ///
  /// - Parameters:
  ///   - loop: makes the transfers.
  ///   - cookies: what every jar starts with.
  init(loop: TransferLoop, cookies: CookieJar) {
    self.loop = loop
    start = cookies
  }

  /// Sends a request.
  ///
  /// - Parameters:
  ///   - request: complete.
  ///   - name: of the session; one that is new starts with the run's cookies.
  /// - Returns: what came, whatever its status.
  /// - Throws: when no whole response came.
  func send(
    _ request: SessionRequest,
    session name: String
  ) async throws(SessionError)
    -> SessionData
  {
    try await session(named: name).data(for: request)
  }

  /// The cookies of a session as they are now.
  func cookies(of name: String) -> CookieJar {
    session(named: name).configuration.cookies?.jar ?? CookieJar()
  }

  @inline(never)
  private func session(named name: String) -> URLSessionManager {
    sessions.withLock { sessions in
      if let session = sessions[name] { return session }
      var configuration = SessionConfiguration()
      configuration.cookies = CookieStorage(start)
      let session = URLSessionManager(configuration: configuration, loop: loop)
      sessions[name] = session
      return session
    }
  }
}
