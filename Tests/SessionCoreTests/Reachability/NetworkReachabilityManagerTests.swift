import Foundation
import Testing

@testable import SessionCore

/// Why namespaces cannot be used here, told when the tests are skipped.
private let missing = Task { await NetworkNamespace.check() }

@Suite(.timeLimit(.minutes(2)))
struct NetworkReachabilityManagerTests {
  private func next<Element>(_ iterator: inout AsyncStream<Element>.Iterator) async -> Element? {
    await iterator.next(isolation: nil)
  }

  @Test
  func `row 98: the status is unknown before the start, and has AFNetworking's words`() {
    let manager = NetworkReachabilityManager()
    #expect(manager.status == .unknown)
    #expect(!manager.isReachable)
    #expect(
      NetworkReachabilityStatus.allCases.map { "\($0.rawValue) \($0)" } == [
        "-1 Unknown", "0 Not Reachable", "1 Reachable via WWAN", "2 Reachable via WiFi",
      ]
    )
    #expect(NetworkReachabilityManager.shared.statusText == "Unknown")
  }

  @Test
  func `the thread keeps no file open that it has written its name to`() async throws {
    let manager = NetworkReachabilityManager()
    var events = manager.events().makeAsyncIterator()
    try manager.startMonitoring()
    _ = await next(&events)
    let folder = "/proc/self/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    manager.stopMonitoring()
    #expect(open.count { $0.hasSuffix("/comm") } == 0, "\(open)")
  }

  @Test(
    .enabled("needs a network namespace with a link of its own") { await missing.value == nil }
  )
  func `row 98: a link that goes up and down changes the status, with event and object`()
    async throws
  {
    let network = try await NetworkNamespace()
    try await network.addLink("eth7")
    let manager = NetworkReachabilityManager()
    let told = Collected<NetworkReachabilityStatus>()
    manager.setStatusChangeHandler { told.append($0) }
    var events = manager.events().makeAsyncIterator()
    try await network.run { try manager.startMonitoring() }
    #expect(await next(&events)?.status == .notReachable)

    try await network.set("eth7", isUp: true)
    try await network.addAddress(to: "eth7")
    try await network.addDefaultRoute(over: "eth7")
    let event = try #require(await next(&events))
    #expect(event.status == .reachableViaWiFi)
    #expect(event.manager === manager)
    #expect(event.userInfo == ["AFNetworkingReachabilityNotificationStatusItem": 2])
    #expect(
      NetworkReachabilityEvent.name == "com.alamofire.networking.reachability.change"
    )
    #expect(manager.isReachable && manager.isReachableViaWiFi && !manager.isReachableViaWWAN)
    #expect(manager.statusText == "Reachable via WiFi")

    try await network.set("eth7", isUp: false)
    #expect(await next(&events)?.status == .notReachable)
    #expect(!manager.isReachable)
    #expect(told.all == [.notReachable, .reachableViaWiFi, .notReachable])
  }

  @Test(
    .enabled("needs a network namespace with a link of its own") { await missing.value == nil }
  )
  func `row 98: a mobile link is WWAN, and an address is looked up in the routes`() async throws {
    let network = try await NetworkNamespace()
    try await network.addLink("wwan0")
    let everywhere = NetworkReachabilityManager()
    let near = try NetworkReachabilityManager(address: "10.9.8.9")
    let far = try NetworkReachabilityManager(address: "10.10.0.1")
    try await network.set("wwan0", isUp: true)
    try await network.addAddress(to: "wwan0")
    var statuses = [near, far, everywhere].map { $0.statuses().makeAsyncIterator() }
    try await network.run {
      for manager in [near, far, everywhere] { try manager.startMonitoring() }
    }
    #expect(await next(&statuses[0]) == .reachableViaWWAN)
    #expect(await next(&statuses[1]) == .notReachable)
    #expect(await next(&statuses[2]) == .notReachable)
    try await network.addDefaultRoute(over: "wwan0")
    #expect(await next(&statuses[1]) == .reachableViaWWAN)
    #expect(await next(&statuses[2]) == .reachableViaWWAN)
    #expect(everywhere.isReachableViaWWAN)
  }

  @Test(
    .enabled("needs a network namespace with a link of its own") { await missing.value == nil }
  )
  func `row 98: after the stop nothing is told and no thread is left`() async throws {
    let network = try await NetworkNamespace()
    try await network.addLink("eth7")
    let stopped = NetworkReachabilityManager()
    let told = Collected<NetworkReachabilityStatus>()
    var first = stopped.statuses().makeAsyncIterator()
    stopped.setStatusChangeHandler { told.append($0) }
    try await network.run { try stopped.startMonitoring() }
    #expect(await next(&first) == .notReachable)
    stopped.stopMonitoring()

    let witness = NetworkReachabilityManager()
    var seen = witness.statuses().makeAsyncIterator()
    try await network.run { try witness.startMonitoring() }
    #expect(await next(&seen) == .notReachable)
    try await network.set("eth7", isUp: true)
    try await network.addAddress(to: "eth7")
    try await network.addDefaultRoute(over: "eth7")
    #expect(await next(&seen) == .reachableViaWiFi)
    #expect(told.all == [.notReachable])
    #expect(stopped.status == .notReachable)

    try await network.run { try stopped.startMonitoring() }
    #expect(await next(&first) == .reachableViaWiFi)
    stopped.stopMonitoring()
    witness.stopMonitoring()
    #expect(await Self.threadsEnd())
  }

  @Test(
    .enabled("needs a network namespace with a link of its own") { await missing.value == nil }
  )
  func `repeats are told of only if asked for`() async throws {
    let network = try await NetworkNamespace()
    try await network.addLink("eth7")
    let manager = NetworkReachabilityManager()
    manager.reportsRepeats = true
    var statuses = manager.statuses().makeAsyncIterator()
    try await network.run { try manager.startMonitoring() }
    #expect(await next(&statuses) == .notReachable)
    try await network.set("eth7", isUp: true)
    #expect(await next(&statuses) == .notReachable)
  }

  @Test(arguments: ["localhost", "api.localhost.", "127.0.0.1", "[::1]"])
  func `this host is always reachable`(name: String) async throws {
    let manager = NetworkReachabilityManager(domain: name)
    var statuses = manager.statuses().makeAsyncIterator()
    try manager.startMonitoring()
    #expect(await next(&statuses) == .reachableViaWiFi)
  }

  @Test
  func `what is no address is refused`() {
    let error = #expect(throws: SessionError.self) {
      try NetworkReachabilityManager(address: "example.com")
    }
    #expect(error?.code == .badURL)
  }

  @Test
  func `a manager that is given up ends its thread`() async throws {
    for _ in 0..<5 { try NetworkReachabilityManager(domain: "localhost").startMonitoring() }
    #expect(await Self.threadsEnd())
  }

  /// Whether the threads of all managers have ended, waited for a few seconds.
  private static func threadsEnd() async -> Bool {
    let limit = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < limit {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let names = tasks.map { task in
        let place = "/proc/self/task/\(task)/comm"
        return (try? String(contentsOfFile: place, encoding: .utf8)) ?? ""
      }
      if !names.contains("\(ReachabilityThread.name)\n") { return true }
      await Task.yield()
    }
    return false
  }
}

@Suite(.timeLimit(.minutes(5))) struct NetlinkMessageTests {
  @Test
  func `what is cut off or lies about its length is left out`() {
    let whole = NetlinkMessage(kind: 16, flags: 0, sequence: 7, payload: [1, 2, 3, 4]).bytes
    for count in 0..<whole.count { #expect(NetlinkMessage.parse(whole[..<count]).isEmpty) }
    #expect(NetlinkMessage.parse((whole + whole)[...]).map(\.sequence) == [7, 7])
    for index in whole.indices {
      for value: UInt8 in [0, 3, 0x7F, 0xFF] {
        var broken = whole
        broken[index] = value
        for message in NetlinkMessage.parse(broken[...]) {
          _ = NetlinkReader(message.payload).attributes(from: 0)
        }
      }
    }
  }

  @Test
  func `attributes are found behind their padding`() {
    var bytes: [UInt8] = []
    bytes.append(attribute: 3, [9])
    bytes.append(attribute: 4, [1, 2, 3, 4])
    let attributes = NetlinkReader(bytes[...]).attributes(from: 0)
    #expect(attributes[3].map { Array($0) } == [9])
    #expect(attributes[4].map { Array($0) } == [1, 2, 3, 4])
  }
}
