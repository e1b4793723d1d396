import CurlTransport
import Foundation
import SessionCore
import TestSupport
import Testing

/// Why namespaces cannot be used here, told when the tests are skipped.
private let missing = Task { await NetworkNamespace.check() }

@Suite(.timeLimit(.minutes(1)))
struct OfflineRetrierTests {
  /// A session whose threads all live in the namespace, and what its retrier hears of the network.
  private func session(
    in network: NetworkNamespace,
    limit: Duration
  ) async throws -> (URLSessionManager, TransferLoop, AsyncStream<NetworkReachabilityStatus>) {
    let loop = try await network.run { TransferLoop() }
    let (heard, hear) = AsyncStream.makeStream(of: NetworkReachabilityStatus.self)
    var configuration = SessionConfiguration()
    configuration.transport.proxy = .none
    configuration.retriers = [
      OfflineRetrier(limit: limit) {
        let manager = NetworkReachabilityManager()
        manager.setStatusChangeHandler { hear.yield($0) }
        return manager
      }
    ]
    return (URLSessionManager(configuration: configuration, loop: loop), loop, heard)
  }

  @Test(
    .enabled("needs a network namespace with a link of its own") { await missing.value == nil }
  )
  func `rows 98, 99: a request without any route is sent again once there is one`() async throws {
    let network = try await NetworkNamespace()
    try await network.addLink("eth7")
    try await network.set("lo", isUp: true)
    let server = try await NetworkNamespace.Server(in: network)
    let (session, loop, heard) = try await session(in: network, limit: .seconds(50))
    let request = SessionRequest(url: try URI("http://10.9.8.7:\(server.port)/"))
    let call = Task(executorPreference: loop) { try await session.data(for: request) }
    var statuses = heard.makeAsyncIterator()
    #expect(await statuses.next(isolation: nil) == .notReachable)
    #expect(server.connections == 0)
    try await network.set("eth7", isUp: true)
    try await network.addAddress(to: "eth7")
    try await network.addDefaultRoute(over: "eth7")
    #expect(try await call.value.response.status == 204)
    #expect(await statuses.next(isolation: nil) == .reachableViaWiFi)
    #expect(server.connections == 1)
  }

  @Test(
    .enabled("needs a network namespace with a link of its own") { await missing.value == nil }
  )
  func `rows 98, 99: a request whose network does not come in time fails as at first`()
    async throws
  {
    let network = try await NetworkNamespace()
    let server = try await NetworkNamespace.Server(in: network)
    let (session, loop, heard) = try await session(in: network, limit: .seconds(2))
    let request = SessionRequest(url: try URI("http://10.9.8.7:\(server.port)/"))
    let start = ContinuousClock.now
    let call = Task(executorPreference: loop) { () async -> SessionError? in
      do throws(SessionError) {
        _ = try await session.data(for: request)
        return nil
      } catch {
        return error
      }
    }
    #expect(await call.value?.code == .cannotConnectToHost)
    #expect(start.duration(to: .now) >= .seconds(2))
    var statuses = heard.makeAsyncIterator()
    #expect(await statuses.next(isolation: nil) == .notReachable)
    #expect(server.connections == 0)
  }
}
