import RunEvents
import TestSupport
import Testing

/// What `image` takes for an image of its own accord.
@Suite(.timeLimit(.minutes(5))) struct ImageExpectationTests {
  private static let webP: [UInt8] = [
    0x52, 0x49, 0x46, 0x46, 0x1C, 0x00, 0x00, 0x00, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4C,
    0x0F, 0x00, 0x00, 0x00, 0x2F, 0x04, 0x80, 0x00, 0x00, 0x07, 0x10, 0xFD, 0x8F, 0xFE, 0x07, 0x22,
    0xA2, 0xFF, 0x01, 0x00,
  ]

  @Test func `WebP is an image without a word about its type`() async throws {
    let server = try await FixtureServer.start { _ in .bytes(Self.webP, type: "image/webp") }
    let text = """
      steps:
        - GET: /
          expect: { image: { format: webp, width: 5, height: 3 } }
      """
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }
}
