import CurlTransport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct TransferOptionsCodingTests {
  private func copy(_ options: TransferOptions) throws -> TransferOptions {
    try JSONDecoder().decode(TransferOptions.self, from: JSONEncoder().encode(options))
  }

  private static let changes: [@Sendable (inout TransferOptions) -> Void] = [
    { $0.timeout = .milliseconds(1500) }, { $0.connectTimeout = .seconds(2) },
    { $0.idleTimeout = .microseconds(7) }, { $0.bodyLimit = 9 }, { $0.decodesContent = false },
    { $0.httpVersion = .http2PriorKnowledge }, { $0.ipVersion = .v6 },
    { $0.connectionsPerHost = 3 }, { $0.proxy = .none }, { $0.proxy = .url("http://h:1") },
    { $0.connectTo = [.init(host: "a", port: 1, toHost: "b", toPort: 2), .init(toHost: "c")] },
    { $0.unixSocketPath = "/s" }, { $0.networkInterface = "lo" },
    { $0.waitsForSharedConnection = true }, { $0.rateLimit = 9 }, { $0.asksForCodings = false },
    { $0.proxyExceptions = [] }, { $0.proxyExceptions = ["a.test", "10.0.0.0/8"] },
    { $0.serviceType = .init(trafficClass: 0xB8, priority: 6) },
    { $0.tls.certificateAuthorities = .pem([1, 2]) },
    { $0.tls.certificateAuthorities = .file("/ca") }, { $0.tls.certificateFile = "/c" },
    { $0.tls.certificateType = "P12" }, { $0.tls.keyFile = "/k" }, { $0.tls.insecure = true },
    { $0.tls.minimumVersion = .tls12 }, { $0.tls.maximumVersion = .tls13 },
  ]

  @Test(arguments: changes.indices)
  func `each option survives coding, alone and with all others`(index: Int) throws {
    var options = TransferOptions()
    #expect("\(try copy(options))" == "\(options)")
    Self.changes[index](&options)
    #expect("\(options)" != "\(TransferOptions())", "the change must show")
    #expect("\(try copy(options))" == "\(options)")
    for change in Self.changes { change(&options) }
    Self.changes[index](&options)
    #expect("\(try copy(options))" == "\(options)")
  }

  @Test
  func `an archive without options is that of new ones, and absurd times are bounded`() throws {
    let empty = try JSONDecoder().decode(TransferOptions.self, from: Data("{}".utf8))
    #expect("\(empty)" == "\(TransferOptions())")
    var options = TransferOptions()
    options.timeout = Duration(secondsComponent: .max, attosecondsComponent: 0)
    options.idleTimeout = .seconds(-1)
    let archived = try copy(options)
    #expect(archived.timeout == .seconds(1_000_000_000))
    #expect(archived.idleTimeout == .zero)
  }
}
