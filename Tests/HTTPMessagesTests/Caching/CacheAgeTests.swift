import Encodings
import Testing

@testable import HTTPMessages

/// How old a stored answer is (RFC 9111 section 4.2.3).
@Suite(.timeLimit(.minutes(5))) struct CacheAgeTests {
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
  private static let second = 784_111_777.0

  @Test(arguments: [
    // The field Age, seconds on the way, seconds since it came, the age.
    ("0", 0.0, 0.0, 0.0), ("0", 7, 0, 7), ("10", 7, 0, 17), ("10", 7, 5, 22), ("10", 0, 5, 15),
    ("x", 7, 1, 8),
  ])
  func `the time that an answer was on the way counts`(
    told: String,
    delay: Double,
    rest: Double,
    age: Double
  ) {
    let came = Self.second
    let stored = CachedResponse(
      response: SessionResponse(url: .fixture, status: 200, headers: ["Age": told]),
      data: [],
      requestTime: came - delay,
      responseTime: came,
      varyNames: [],
      selector: []
    )
    #expect(CacheFreshness(stored, now: came + rest).age == age)
  }

  @Test
  func `an answer that was on the way for its whole lifetime is not fresh`() {
    func isFresh(delay: Double) -> Bool {
      let stored = CachedResponse(
        response: SessionResponse(
          url: .fixture,
          status: 200,
          headers: ["Date": Self.date, "Age": "50", "Cache-Control": "max-age=60"]
        ),
        data: [],
        requestTime: Self.second - delay,
        responseTime: Self.second,
        varyNames: [],
        selector: []
      )
      return CacheFreshness(stored, now: Self.second).isFresh
    }
    #expect(isFresh(delay: 9))
    #expect(!isFresh(delay: 10))
  }
}

extension URI {
  /// A URL that nothing listens at.
  static var fixture: URI { URI(URIReference("http://h/")) }
}
