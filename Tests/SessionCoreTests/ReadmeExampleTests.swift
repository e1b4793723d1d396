import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadmeExampleTests {
  @Test
  func `the README shows the example that is compiled here`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let example = try String(
      contentsOf: folder.appending(path: "ReadmeExample.swift"),
      encoding: .utf8
    )
    let start = try #require(readme.range(of: "## The session core\n"))
    let rest = readme[start.upperBound...]
    let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    #expect(section.split(separator: "\n", omittingEmptySubsequences: false).count <= 60)
    let open = try #require(section.range(of: "```swift\n"))
    let close = try #require(section.range(of: "```\n", range: open.upperBound..<section.endIndex))
    #expect(section[open.upperBound..<close.lowerBound] == example)
  }

  @Test
  func `the README's example does what it says`() async throws {
    let root = try CertificateAuthority.shared
    let server = try await FixtureServer.start(.tls(root.issue(.server()))) { request in
      switch request.method {
      case "GET": request.number == 0 ? .status(503) : .json(#"[{"id": 7}]"#)
      case "POST": .json(#"{"error": "out of stock"}"#, status: 422)
      case _: .status(201)
      }
    }
    let folder = try TemporaryFolder()
    let photo = try folder.write([UInt8](repeating: 7, count: 100_000), to: "photo.png")
    try await tourOfTheSessionCore(
      server: server.url,
      certificate: root.certificate.der,
      photo: photo
    )
    let requests = server.requests
    #expect(requests.map(\.method) == ["GET", "GET", "POST", "PUT"])
    #expect(requests[1].target == "/v1/orders?page=2")
    #expect(requests[2].text == #"{"sku":"ABC-1","quantity":2}"#)
    #expect(requests[2].header("Content-Type") == "application/json")
    #expect(requests[3].path == "/v1/photos/17")
    #expect(requests[3].bodyLength == 100_000)
    #expect(requests[3].header("Content-Type") == "image/png")
    let stranger = try CertificateAuthority.selfSigned(.server()).certificate.der
    await #expect(throws: (any Error).self) {
      try await tourOfTheSessionCore(server: server.url, certificate: stranger, photo: photo)
    }
    #expect(server.counts.requests == 4)
  }
}
