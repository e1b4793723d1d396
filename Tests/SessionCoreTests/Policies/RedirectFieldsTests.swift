import Testing

@testable import SessionCore

/// What a redirect takes off a request that becomes GET (RFC 9110 section 15.4).
@Suite(.timeLimit(.minutes(5))) struct RedirectFieldsTests {
  private static let ofContent = [
    "Content-Type", "content-length", "Content-Encoding", "Content-Language", "Content-Location",
    "Content-Disposition", "Content-MD5", "Content-Digest", "Content-Range", "Digest",
    "Repr-Digest", "Transfer-Encoding", "Trailer", "EXPECT", "Last-Modified",
  ]
  private static let others = ["Accept", "User-Agent", "X-Content-Kind", "Contents", "TE"]

  @Test(arguments: [(302, false), (303, false), (307, true), (308, true)])
  func `the fields that speak of the body go with it`(status: Int, stay: Bool) throws {
    let names = Self.ofContent + Self.others
    let request = SessionRequest(
      method: "POST",
      url: try URI("http://h/a"),
      headers: HTTPHeaders(names.map { .init(name: $0, value: "v") }),
      body: .bytes([1])
    )
    let response = SessionResponse.fixture(status, headers: ["Location": "/b"])
    let next = try #require(
      try RedirectPolicy.standard.next(after: response, to: request, followed: 0)
    )
    #expect(next.headers.map(\.name) == (stay ? names : Self.others))
  }
}
