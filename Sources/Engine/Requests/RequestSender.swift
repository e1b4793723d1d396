import CurlTransport
import HTTPMessages
import Locks
import Scenarios
import SessionCore

/// Sends the requests of one run of a scenario: a session for each name, each with a jar of its own, all over the same connections.
final class RequestSender: Sendable {
  /// The session of requests that name none.
  static let mainSession = "main"

  /// The place of the scenario in the plan.
  let place: Int
  private let loop: TransferLoop
  private let start: CookieJar
  // Made once: a session is made for each run of a scenario.
  private static let plain: SessionConfiguration = {
    var configuration = SessionConfiguration()
    configuration.cookies = nil
    return configuration
  }()
  private let sessions = Locked(Sessions())

  /// The sessions by their names.
  private struct Sessions {
    // Apart, for most scenarios have only this one.
    private var main: URLSessionManager?
    private var others: [String: URLSessionManager] = [:]

    subscript(name: String) -> URLSessionManager? {
      get { name == RequestSender.mainSession ? main : others[name] }
      set {
        if name == RequestSender.mainSession {
          main = newValue
        } else {
          others[name] = newValue
        }
      }
    }
  }

  /// Makes the sessions of a run of a scenario.
  ///
  /// - Parameters:
  ///   - loop: makes the transfers.
  ///   - cookies: what every jar starts with.
  ///   - place: of the scenario in the plan.
  init(loop: TransferLoop, cookies: CookieJar, place: Int = -1) {
    self.loop = loop
    self.place = place
    start = cookies
  }

  /// Sends a request; a session that is new starts with the run's cookies.
  ///
  /// - Parameter sending: the request, complete, and its session.
  /// - Returns: the response, whatever its status.
  /// - Throws: when no whole response came.
  func send(_ sending: SendingRequest) async throws(SessionError) -> SessionData {
    try await session(named: sending.session).data(for: sending.request)
  }

  /// Changes the cookies of a session.
  ///
  /// - Parameters:
  ///   - name: the name of the session.
  ///   - change: `clear` or a line of a cookie file.
  ///   - now: seconds since 1970.
  /// - Returns: `false` for a text that is neither.
  func change(cookiesOf name: String, _ change: String, now: Double) -> Bool {
    guard let storage = session(named: name).configuration.cookies else { return true }
    if change == RequestStep.clearsJar {
      storage.update { $0 = CookieJar() }
      return true
    }
    guard RequestStep.isCookieLine(change),
      CookieJar.firstUnreadableLine(inNetscapeText: change) == nil
    else { return false }
    let cookies = CookieJar(netscapeText: change, now: now).cookies
    storage.update { jar in for cookie in cookies { jar.set(cookie, now: now) } }
    return true
  }

  /// The cookies of a session as they are now.
  func cookies(of name: String) -> CookieJar {
    session(named: name).configuration.cookies?.jar ?? CookieJar()
  }

  @inline(never)
  private func session(named name: String) -> URLSessionManager {
    sessions.withLock { sessions in
      if let session = sessions[name] { return session }
      var configuration = Self.plain
      configuration.cookies = CookieStorage(start)
      let session = URLSessionManager(configuration: configuration, loop: loop)
      sessions[name] = session
      return session
    }
  }
}

/// What is sent, and how: passed on by reference.
final class SendingRequest: Sendable {
  /// The request, complete.
  let request: SessionRequest
  /// The name of the session.
  let session: String
  /// The `rate` that the request has of its own.
  let ratePlace: RequestPaces.Place?
  /// Reads the body when that need not be in memory as a whole.
  let body: StreamedBody?

  init(
    request: SessionRequest,
    session: String,
    ratePlace: RequestPaces.Place?,
    body: StreamedBody?
  ) {
    self.request = request
    self.session = session
    self.ratePlace = ratePlace
    self.body = body
  }
}
