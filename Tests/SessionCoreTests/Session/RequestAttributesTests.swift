import CurlTransport
import Glibc
import Locks
import TestSupport
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct RequestAttributesTests {
  @Test(arguments: [
    ("wwan0", false), ("ppp0", false), ("wwan1", true), ("eth0", nil), ("wlan0", nil), (nil, nil),
  ])
  func `row 23: without permission nothing is sent over a mobile network`(
    interface: String?,
    allowed: Bool?
  ) async throws {
    let server = try await FixtureServer.start()
    var configuration = SessionConfiguration()
    configuration.defaultInterface = { interface }
    let session = URLSessionManager(configuration: configuration)
    var request = SessionRequest(url: try URI(server.url + "/json"))
    request.attributes.allowsCellularAccess = allowed ?? false
    let asked = request
    guard allowed == false else {
      #expect(try await session.data(for: asked).response.status == 200)
      return
    }
    let error = try await sessionError { () async throws(SessionError) in
      try await session.data(for: asked)
    }
    #expect(error.domain == .url)
    #expect(error.code.rawValue == -1020)
    #expect(error.failingURL == server.url + "/json")
    #expect(server.counts.connectionsAccepted == 0)
  }

  @Test
  func `row 23: the default route is the one with the lowest metric that is up`() {
    let header =
      "Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT\n"
    func line(
      _ name: String,
      _ to: String,
      _ flags: String,
      _ metric: Int,
      _ mask: String
    ) -> String {
      "\(name)\t\(to)\t0100A8C0\t\(flags)\t0\t0\t\(metric)\t\(mask)\t0\t0\t0   \n"
    }
    let lan = line("eth0", "0000A8C0", "0001", 0, "00FFFFFF")
    let wifi = line("wlan0", "00000000", "0003", 600, "00000000")
    let mobile = line("wwan0", "00000000", "0003", 700, "00000000")
    let down = line("eth1", "00000000", "0002", 1, "00000000")
    #expect(DefaultRoute.interface(ipv4: header + lan) == nil)
    #expect(DefaultRoute.interface(ipv4: header + lan + mobile) == "wwan0")
    #expect(DefaultRoute.interface(ipv4: header + mobile + down + wifi + lan) == "wlan0")
    #expect(DefaultRoute.interface(ipv4: "") == nil)
    #expect(DefaultRoute.interface(ipv4: "x\n\0\t\t\n00000000 00000000") == nil)
    let zeros = String(repeating: "0", count: 32)
    let table = """
      \(zeros) 00 \(zeros) 00 \(zeros) ffffffff 00000001 00000000 00200200       lo
      \(zeros) 00 \(zeros) 00 fe800000000000000000000000000001 00000400 00000001 00000000 00000003 ppp0
      \(zeros) 60 \(zeros) 00 \(zeros) 00000200 00000001 00000000 00000003 eth1
      fe800000000000000000000000000000 40 \(zeros) 00 \(zeros) 00000100 00000001 0 00000001 eth0
      """
    #expect(DefaultRoute.interface(ipv6: table) == "ppp0")
    #expect(DefaultRoute.isMobile("ppp0"))
    #expect(!DefaultRoute.isMobile("eth0"))
    // Whatever this machine has, reading it does no harm.
    _ = DefaultRoute.interface()
  }

  /// What packets to a port are marked with, of all this process's sockets that go there.
  private func marks(to port: Int) -> [Int32] {
    (0..<4096).compactMap { (descriptor: Int32) -> Int32? in
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          unsafe getpeername(descriptor, generic, &length)
        }
      }
      guard status == 0, address.sin_family == sa_family_t(AF_INET),
        Int(UInt16(bigEndian: address.sin_port)) == port
      else { return nil }
      var mark: Int32 = -1
      var size = socklen_t(MemoryLayout<Int32>.size)
      unsafe _ = getsockopt(descriptor, Int32(IPPROTO_IP), IP_TOS, &mark, &size)
      return mark
    }
  }

  @Test
  func `row 23: the service type marks the packets, on kept connections as well`() async throws {
    let gate = Locked(Gate())
    let server = try await FixtureServer.start { _ in
      .json("{}").after([.gate(gate.withLock { $0 })])
    }
    let session = URLSessionManager(loop: TransferLoop())
    let expected: [(NetworkServiceType, Int32)] = [
      (.voice, 0xB8), (.standard, 0), (.background, 0x20), (.video, 0x88), (.responsiveData, 0x48),
      (.standard, 0),
    ]
    for (index, (type, mark)) in expected.enumerated() {
      var request = SessionRequest(url: try URI(server.url))
      request.attributes.networkServiceType = type
      let asked = request
      async let answer = session.data(for: asked)
      _ = try await server.requests(count: index + 1)
      #expect(marks(to: server.port) == [mark], "\(type)")
      gate.withLock { $0 }.open()
      _ = try await answer
      gate.withLock { $0 = Gate() }
    }
    #expect(server.counts.connectionsAccepted == 1)
  }

  @Test(arguments: [(true, 1), (false, 6)])
  func `row 23: pipelining waits for a connection that can be shared`(
    isOn: Bool,
    connections: Int
  ) async throws {
    let authority = try CertificateAuthority()
    var options = FixtureOptions()
    options.security = .tls(try FixtureTLS(identity: authority.issue(.server())))
    options.protocols = .http2
    let gate = Gate()
    options.gate = gate
    let server = try await FixtureServer.start(options)
    var configuration = SessionConfiguration()
    configuration.transport.tls.certificateAuthorities = .pem(Array(authority.certificate.pem.utf8))
    let session = URLSessionManager(configuration: configuration, loop: TransferLoop())
    var request = SessionRequest(url: try URI(server.url + "/json"))
    request.attributes.usesPipelining = isOn
    let asked = request
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<6 {
        group.addTask { try? await session.data(for: asked).response.status }
      }
      await gate.reached(count: isOn ? 1 : 2)
      gate.open()
      for await status in group { #expect(status == 200) }
    }
    #expect(server.counts.connectionsAccepted <= connections)
    #expect(isOn || server.counts.connectionsAccepted > 1)
  }

  @Test
  func `row 24: what is set to its default is set`() {
    var touched = TouchedAttributes()
    touched.cachePolicy = .useProtocolCachePolicy
    touched.allowsCellularAccess = true
    var attributes = RequestAttributes()
    attributes.cachePolicy = .returnCacheDataElseLoad
    attributes.allowsCellularAccess = false
    attributes.networkServiceType = .voice
    touched.apply(to: &attributes)
    #expect(attributes.cachePolicy == .useProtocolCachePolicy)
    #expect(attributes.allowsCellularAccess)
    #expect(attributes.networkServiceType == .voice)
  }
}
