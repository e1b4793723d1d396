import CurlTransport
import TestSupport
import Testing

/// Many transfers at once on a loop, and few after them on the handles and connections that are kept.
@Suite(.timeLimit(.minutes(5))) struct ManyTransfersTests {
  private static let body = [UInt8](repeating: 7, count: 10_000)

  /// The ways in which transfers share connections, or do not.
  enum Way: Sendable, CaseIterable {
    case http1
    /// HTTP/2 by prior knowledge, where libcurl 7.88 fails on a connection that is used again.
    case clearHTTP2
    /// HTTP/2 over TLS: a stream that ends while others share its connection keeps libcurl's buffer.
    case secureHTTP2

    /// How many transfers at once; the server takes a hundred streams of a connection.
    var count: Int { self == .secureHTTP2 ? 80 : 200 }
  }

  @Test(arguments: Way.allCases)
  func `bodies are whole whatever a handle or connection was used for before`(
    way: Way
  ) async throws {
    let authority = try CertificateAuthority.shared
    let options: FixtureOptions =
      switch way {
      case .http1: FixtureOptions()
      case .clearHTTP2: .http2
      case .secureHTTP2: .tls(try authority.issue(.server()), protocols: .http2)
      }
    let server = try await FixtureServer.start(options) { _ in .bytes(Self.body) }
    var plain = TransferRequest(url: server.url(host: "localhost"))
    if way == .clearHTTP2 { plain.options.httpVersion = .http2PriorKnowledge }
    if way == .secureHTTP2 {
      plain.options.tls.certificateAuthorities = .file(authority.certificateFile)
    }
    var other = plain
    other.options.decodesContent = false
    let loop = TransferLoop()
    for request in [plain, other, plain] {
      let problems = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<way.count { group.addTask { await Self.problem(of: request, on: loop) } }
        return await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(problems == [nil])
      for few in [plain, other, plain, other] {
        #expect(await Self.problem(of: few, on: loop) == nil)
      }
    }
    await server.stop()
  }

  @Test func `transfers at once keep their connections, however few may stand idle`() async throws {
    let gates = [Gate(), Gate(), Gate()]
    let server = try await FixtureServer.start { request in
      .text("kept").after([.gate(gates[Int(request.path.dropFirst()) ?? 0])])
    }
    var configuration = TransferLoop.Configuration()
    configuration.idleConnectionLimit = 1
    let loop = TransferLoop(configuration: configuration)
    for (wave, gate) in gates.enumerated() {
      let request = TransferRequest(url: "\(server.url)/\(wave)")
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<40 {
          group.addTask {
            let response = try? await loop.transfer(request)
            #expect(response?.body == Array("kept".utf8))
          }
        }
        await gate.reached(count: 40)
        gate.open()
      }
    }
    #expect(server.counts.connectionsAccepted == 40)
    await server.stop()
  }

  private static func problem(of request: TransferRequest, on loop: TransferLoop) async -> String? {
    do throws(CurlError) {
      let response = try await loop.transfer(request)
      return response.body == body ? nil : "another body of \(response.body.count) bytes"
    } catch {
      return "\(error)"
    }
  }
}
