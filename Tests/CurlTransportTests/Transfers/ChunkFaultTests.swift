import CurlTransport
import TestSupport
import Testing

/// Chunks that make no sense are told from a connection that is lost within them.
@Suite(.timeLimit(.minutes(5))) struct ChunkFaultTests {
  private static let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

  /// What a server does behind its head, and the codes that this may have.
  private static let faults: [(String, [FixtureStep], [CurlError.Code])] = [
    ("no number", [.text("zz\r\nabc\r\n"), .untilClosed], [.badServerResponse]),
    (
      "a number beyond all", [.text("fffffffffffffffff\r\nabc"), .untilClosed],
      [.badServerResponse]
    ),
    ("a chunk over its size", [.text("3\r\nabcdef\r\n"), .untilClosed], [.badServerResponse]),
    ("an end within a chunk", [.text("100\r\nabc"), .close], [.partialBody]),
    ("no farewell", [.text("100\r\nabc"), .closeAbruptly], [.partialBody, .receiveFailed]),
    ("a reset", [.text("100\r\nabc"), .wait(milliseconds: 50), .reset], [.receiveFailed]),
  ]

  @Test func `a connection that was lost before does not make chunks a loss`() async throws {
    let server = try await FixtureServer.start()
    let loop = TransferLoop()
    for fault in [FixtureFault.resetInBody, .brokenChunk, .resetBeforeHead, .brokenChunk] {
      let request = TransferRequest(url: server.url + "/fault/\(fault.rawValue)")
      let error = await #expect(throws: CurlError.self) { try await loop.transfer(request) }
      let isChunk = fault == .brokenChunk
      #expect(error?.code == (isChunk ? .badServerResponse : .receiveFailed))
    }
  }

  @Test(arguments: faults.indices, [false, true])
  func `a fault of chunks has its code, on new and on kept connections`(
    index: Int,
    isEncrypted: Bool
  ) async throws {
    let (name, steps, codes) = Self.faults[index]
    let authority = try CertificateAuthority.shared
    let options = isEncrypted ? FixtureOptions.tls(try authority.issue(.server())) : .init()
    let server = try await FixtureServer.start(options) { request in
      request.path == "/good" ? .text("good") : .script([.text(Self.head)] + steps)
    }
    for isKept in [false, true] {
      let loop = TransferLoop()
      var request = TransferRequest(url: server.url + "/good")
      request.options.tls.certificateAuthorities = .file(authority.certificateFile)
      if isKept { #expect(try await loop.transfer(request).status == 200) }
      request.url = server.url + "/bad"
      var error: CurlError?
      do throws(CurlError) {
        let response = try await loop.transfer(request)
        Issue.record("\(name) passed: \(response.body)")
      } catch let caught {
        error = caught
      }
      #expect(codes.contains(error?.code ?? .cancelled), "\(name): \(error?.message ?? "")")
    }
  }
}
