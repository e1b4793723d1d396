import TestSupport
import Testing

@testable import CurlTransport

@Suite(.timeLimit(.minutes(5))) struct TransferRequestRefusalTests {
  private let loop = TransferLoop()

  private static let refused: [(String, CurlError.Code, TransferRequest)] = [
    ("no method", .invalidRequest, TransferRequest(method: "", url: "http://127.0.0.1/")),
    ("method", .invalidRequest, TransferRequest(method: "GE T", url: "http://127.0.0.1/")),
    ("name", .invalidRequest, TransferRequest(url: "http://127.0.0.1/", headers: ["A B": "1"])),
    ("no name", .invalidRequest, TransferRequest(url: "http://127.0.0.1/", headers: ["": "1"])),
    ("break", .invalidRequest, TransferRequest(url: "http://127.0.0.1/", headers: ["A": "1\nB"])),
    ("NUL", .invalidRequest, TransferRequest(url: "http://127.0.0.1/", headers: ["A": "\0"])),
    (
      "body", .invalidRequest,
      TransferRequest(method: "HEAD", url: "http://127.0.0.1/", body: .bytes([1]))
    ),
    (
      "long URL", .malformedURL,
      TransferRequest(url: "http://127.0.0.1/" + String(repeating: "x", count: 8_000_000))
    ),
    ("scheme", .unsupportedProtocol, TransferRequest(url: "ftp://127.0.0.1/")),
    ("URL", .malformedURL, TransferRequest(url: "127.0.0.1")),
  ]

  @Test(arguments: refused)
  func `what cannot be sent is refused before anything is started`(
    name: String,
    code: CurlError.Code,
    request: TransferRequest
  ) async throws {
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
    #expect(await handler.completion()?.error?.code == code)
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
    #expect(await handler.completion()?.error?.code == .invalidRequest)
  }
}
