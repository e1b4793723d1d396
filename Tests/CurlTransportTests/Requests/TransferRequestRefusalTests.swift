import HTTPMessages
import TestSupport
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct TransferRequestRefusalTests {
  private let loop = TransferLoop()

  /// A request shown by its name: one is megabytes long.
  struct Refused: CustomTestStringConvertible {
    var testDescription: String
    var code: CurlError.Code
    var request: TransferRequest

    init(_ name: String, _ code: CurlError.Code, _ request: TransferRequest) {
      (testDescription, self.code, self.request) = (name, code, request)
    }
  }

  private static let refused = [
    Refused("no method", .invalidRequest, TransferRequest(method: "", url: "http://127.0.0.1/")),
    Refused("method", .invalidRequest, TransferRequest(method: "GE T", url: "http://127.0.0.1/")),
    Refused(
      "name",
      .invalidRequest,
      TransferRequest(url: "http://127.0.0.1/", headers: ["A B": "1"])
    ),
    Refused(
      "no name",
      .invalidRequest,
      TransferRequest(url: "http://127.0.0.1/", headers: ["": "1"])
    ),
    Refused(
      "break",
      .invalidRequest,
      TransferRequest(url: "http://127.0.0.1/", headers: ["A": "1\nB"])
    ),
    Refused(
      "NUL",
      .invalidRequest,
      TransferRequest(url: "http://127.0.0.1/", headers: ["A": "\0"])
    ),
    Refused(
      "body",
      .invalidRequest,
      TransferRequest(method: "HEAD", url: "http://127.0.0.1/", body: .bytes([1]))
    ),
    Refused(
      "long URL",
      .malformedURL,
      TransferRequest(url: "http://127.0.0.1/" + String(repeating: "x", count: 8_000_000))
    ),
    Refused("scheme", .unsupportedProtocol, TransferRequest(url: "ftp://127.0.0.1/")),
    Refused("URL", .malformedURL, TransferRequest(url: "127.0.0.1")),
  ]

  /// Waits until the loop has done all that it was asked for before: it takes requests in their order.
  private func later() async {
    _ = try? await loop.transfer(TransferRequest(url: "http://127.0.0.1:1/"))
  }

  @Test(arguments: refused)
  func `what cannot be sent is refused before anything is started`(
    _ refused: Refused
  ) async throws {
    let (code, request) = (refused.code, refused.request)
    var started = 0
    do throws(CurlError) {
      _ = try await loop.transfer(request) { _ in started += 1 }
      Issue.record("expected an error")
    } catch {
      #expect(error.code == code)
      #expect(!error.message.isEmpty)
    }
    #expect(started == 0)
    let handler = RecordingHandler()
    loop.start(request, handler: handler)
    await later()
    #expect(handler.events == [.finished(code)])
    #expect(await loop.handleCount() == 0)
  }

  @Test func `the loop's own thread hears of a refusal after its call`() async {
    let loop = loop
    let handler = RecordingHandler()
    let before = await Task(executorPreference: loop) {
      loop.start(TransferRequest(method: "", url: "http://127.0.0.1/"), handler: handler)
      return handler.events.count
    }.value
    #expect(before == 0)
    await later()
    #expect(handler.events == [.finished(.invalidRequest)])
  }
}
