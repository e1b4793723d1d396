import CurlTransport
import Testing

@testable import SessionCore

/// The rules of RFC 9111 as a function, without any server.
@Suite(.timeLimit(.minutes(5))) struct CachePlanTests {
  private static let now = 784_111_777.0  // Sun, 06 Nov 1994 08:49:37 GMT
  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  private func stored(_ headers: HTTPHeaders, at time: Double = now) -> CachedResponse {
    CachedResponse(
      response: SessionResponse(url: .fixture, status: 200, headers: headers),
      data: [1],
      requestTime: time,
      responseTime: time,
      varyNames: [],
      selector: []
    )
  }

  private func plan(
    _ request: HTTPHeaders,
    _ response: HTTPHeaders,
    after seconds: Double,
    policy: CachePolicy = .useProtocolCachePolicy
  ) -> String {
    var asked = SessionRequest(url: .fixture, headers: request)
    asked.attributes.cachePolicy = policy
    let plan = CachePlan(for: asked, stored: stored(response), now: Self.now + seconds)
    return switch plan {
    case .load: "load"
    case .serve: "serve"
    case .validate: "validate"
    case .gatewayTimeout: "504"
    case .unavailable: "unavailable"
    }
  }

  @Test(arguments: [
    ("max-age=60", 59.0, "serve"), ("max-age=60", 60, "validate"),
    ("MAX-AGE=\"60\"", 59, "serve"), ("max-age=60, max-age=0", 59, "serve"),
    ("private=\"a, max-age=0\", max-age=60", 59, "serve"),
    ("s-maxage=600, max-age=60", 100, "validate"), ("max-age=x", 0, "validate"),
    ("max-age=99999999999999999999", 2_000_000_000, "serve"), ("no-cache", 0, "validate"),
    ("no-cache=\"a\", max-age=60", 0, "validate"), ("max-age=60, must-revalidate", 59, "serve"),
    ("", 0, "validate"),
  ])
  func `row 87: max-age and its like say how long an answer is fresh`(
    control: String,
    age: Double,
    expected: String
  ) {
    #expect(
      plan([:], ["ETag": "\"a\"", "Cache-Control": control, "Date": Self.date], after: age)
        == expected
    )
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:50:37 GMT", 59.0, "serve"),
    ("Sunday, 06-Nov-94 08:50:37 GMT", 61, "validate"),
    ("Sun Nov  6 08:50:37 1994", 59, "serve"), ("0", 0, "validate"), ("-1", 0, "validate"),
    ("Sun, 06 Nov 1994 08:48:37 GMT", 0, "validate"),
  ])
  func `row 87: Expires counts from Date, and what is no date is the past`(
    expires: String,
    age: Double,
    expected: String
  ) {
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Expires": expires, "Date": Self.date]
    #expect(plan([:], headers, after: age) == expected)
    var both = headers
    both["Cache-Control"] = "max-age=1000"
    #expect(plan([:], both, after: age) == "serve")
  }

  @Test
  func `row 87: Age and a Date in the past make an answer older`() {
    let fresh: HTTPHeaders = ["ETag": "\"a\"", "Cache-Control": "max-age=60"]
    var aged = fresh
    aged["Age"] = "50"
    #expect(plan([:], aged, after: 9) == "serve")
    #expect(plan([:], aged, after: 10) == "validate")
    var old = fresh
    old["Date"] = "Sun, 06 Nov 1994 08:48:47 GMT"
    #expect(plan([:], old, after: 9) == "serve")
    #expect(plan([:], old, after: 10) == "validate")
    // A Date in the future and a clock that was set back are no reason to be younger than now.
    old["Date"] = "Sun, 06 Nov 1994 09:48:47 GMT"
    #expect(plan([:], old, after: 60) == "validate")
    #expect(plan([:], fresh, after: -1000) == "serve")
  }

  @Test
  func `row 87: without any word a tenth of the time since the last change is guessed`() {
    let headers: HTTPHeaders = [
      "Date": Self.date, "Last-Modified": "Sun, 06 Nov 1994 08:32:57 GMT",
    ]
    #expect(plan([:], headers, after: 99) == "serve")
    #expect(plan([:], headers, after: 101) == "validate")
    let ancient: HTTPHeaders = [
      "Date": Self.date, "Last-Modified": "Sun, 06 Nov 1974 08:32:57 GMT",
    ]
    #expect(plan([:], ancient, after: 86_000) == "serve")
    #expect(plan([:], ancient, after: 87_000) == "validate")
  }

  @Test(arguments: [
    ("max-age=10", 10.0, "serve"), ("max-age=10", 11, "validate"), ("min-fresh=20", 40, "serve"),
    ("min-fresh=20", 41, "validate"), ("no-cache", 0, "validate"), ("no-store", 0, "load"),
    ("max-stale", 5000, "serve"), ("max-stale=10", 70, "serve"), ("max-stale=10", 71, "validate"),
    ("only-if-cached", 0, "serve"), ("only-if-cached", 61, "504"),
    ("only-if-cached, max-stale", 61, "serve"), ("only-if-cached, no-cache", 0, "504"),
  ])
  func `row 87: a request says what age it takes`(control: String, age: Double, expected: String) {
    let headers: HTTPHeaders = [
      "ETag": "\"a\"", "Cache-Control": "max-age=60", "Date": Self.date,
    ]
    #expect(plan(["Cache-Control": control], headers, after: age) == expected)
  }

  @Test
  func `row 87: must-revalidate stands over max-stale, and Pragma means no-cache`() {
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Cache-Control": "max-age=60, must-revalidate"]
    #expect(plan(["Cache-Control": "max-stale"], headers, after: 61) == "validate")
    #expect(plan(["Pragma": "no-cache"], headers, after: 0) == "validate")
    #expect(plan(["Pragma": "no-cache", "Cache-Control": "x"], headers, after: 0) == "serve")
    #expect(plan([:], ["Cache-Control": "max-age=60"], after: 61) == "load")
  }

  @Test(arguments: [
    (CachePolicy.useProtocolCachePolicy, "validate", "load"),
    (.reloadIgnoringLocalCacheData, "load", "load"), (.returnCacheDataElseLoad, "serve", "load"),
    (.returnCacheDataDontLoad, "serve", "unavailable"),
    (.reloadRevalidatingCacheData, "validate", "load"),
  ])
  func `row 87: each policy has its way with a stale answer and with none`(
    policy: CachePolicy,
    stale: String,
    none: String
  ) {
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Cache-Control": "max-age=0, must-revalidate"]
    #expect(plan([:], headers, after: 10, policy: policy) == stale)
    var request = SessionRequest(url: .fixture)
    request.attributes.cachePolicy = policy
    let plan = CachePlan(for: request, stored: nil, now: Self.now)
    #expect(plan == (none == "load" ? .load : .unavailable))
  }

  @Test(arguments: [
    (200, "", true), (200, "no-store", false), (200, "NO-STORE", false), (200, "private", true),
    (200, "no-cache", true), (200, "must-understand, no-store", true),
    (299, "must-understand, no-store, max-age=1", false), (206, "max-age=1", false),
    (304, "max-age=1", false), (401, "max-age=1", false), (407, "public", false), (404, "", true),
    (302, "", false), (302, "max-age=1", true), (307, "public", true), (500, "", false),
    (503, "max-age=5", true), (201, "", false), (103, "max-age=1", false),
  ])
  func `row 87: what is kept follows from status and directives`(
    status: Int,
    control: String,
    isKept: Bool
  ) {
    let response = SessionResponse(
      url: .fixture,
      status: status,
      headers: control.isEmpty ? [:] : ["Cache-Control": control]
    )
    func proposal(_ request: SessionRequest) -> CachedResponse? {
      ResponseCache.proposal(response, [], to: request, options: .init(), times: (0, 0))
    }
    #expect((proposal(SessionRequest(url: .fixture)) != nil) == isKept)
    #expect(proposal(SessionRequest(method: "POST", url: .fixture)) == nil)
    #expect(proposal(SessionRequest(method: "HEAD", url: .fixture)) == nil)
    let secret = SessionRequest(url: .fixture, headers: ["Cache-Control": "no-store"])
    #expect(proposal(secret) == nil)
    // A private cache keeps what answers credentials.
    let known = SessionRequest(url: .fixture, headers: ["Authorization": "Basic eA=="])
    #expect((proposal(known) != nil) == isKept)
  }
}
