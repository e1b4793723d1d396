import CurlTransport
import TestSupport
import Testing

/// Many transfers at once on a loop, and few after them on the handles that are kept.
struct ManyTransfersTests {
  private static let body = [UInt8](repeating: 7, count: 40_000)

  // A stream that ends while others share its connection keeps libcurl's buffer, so that neither its
  // size may change nor may the handle forget it.
  @Test(arguments: [true, false])
  func `bodies are whole whatever a handle was used for before`(isShared: Bool) async throws {
    var fixture = FixtureOptions()
    if isShared { fixture.protocols = .http2 }
    let server = try await FixtureServer.start(fixture) { _ in .bytes(Self.body) }
    var plain = TransferRequest(url: server.url)
    if isShared { plain.options.httpVersion = .http2PriorKnowledge }
    var other = plain
    other.options.decodesContent = false
    let loop = TransferLoop()
    for request in [plain, other, plain] {
      let problems = await withTaskGroup(of: String?.self) { group in
        for _ in 0..<200 { group.addTask { await Self.problem(of: request, on: loop) } }
        return await group.reduce(into: Set<String>()) { if let problem = $1 { $0.insert(problem) } }
      }
      #expect(problems.isEmpty)
      for few in [plain, other, plain, other] {
        #expect(await Self.problem(of: few, on: loop) == nil)
      }
    }
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
