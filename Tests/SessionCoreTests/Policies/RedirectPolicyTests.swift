import Foundation
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct RedirectPolicyTests {
  private func next(
    _ method: String,
    _ status: Int,
    to location: String = "/b",
    policy: RedirectPolicy = .standard,
    followed: Int = 0
  ) throws -> SessionRequest? {
    let request = SessionRequest(
      method: method,
      url: try URI("http://h/a#f"),
      headers: ["Authorization": "x", "Cookie": "y", "Content-Type": "t", "X": "1"],
      body: .bytes([1]),
      authentication: .bearer("t")
    )
    let response = SessionResponse.fixture(status, headers: ["Location": location])
    return try policy.next(after: response, to: request, followed: followed)
  }

  @Test(arguments: [
    ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"),
    ("POST", 308, "POST"), ("PUT", 302, "PUT"), ("PUT", 303, "GET"), ("PUT", 307, "PUT"),
    ("HEAD", 302, "HEAD"), ("HEAD", 303, "HEAD"), ("DELETE", 301, "DELETE"), ("GET", 303, "GET"),
  ])
  func `row 81: the method follows the status`(method: String, status: Int, then: String) throws {
    let request = try #require(try next(method, status))
    #expect(request.method == then)
    let keepsBody = method == then
    #expect((request.body.length == 1) == keepsBody)
    #expect(request.headers.contains("Content-Type") == keepsBody)
    #expect(request.url.text == "http://h/b#f")
  }

  @Test(arguments: [300, 304, 305, 306, 309, 399])
  func `other statuses are followed only when they may, with method and body`(status: Int) throws {
    #expect(try next("POST", status) == nil)
    let policy = RedirectPolicy(limit: 1, methodChange: .always, statuses: .all)
    let request = try #require(try next("POST", status, policy: policy))
    #expect((request.method, request.body.length) == ("POST", 1))
    #expect(throws: SessionError.self) {
      try next("POST", status, policy: policy, followed: 1)
    }
  }

  @Test(arguments: [200, 299, 400])
  func `a status beside 3xx is never followed`(status: Int) throws {
    #expect(try next("GET", status, policy: RedirectPolicy(limit: 1, statuses: .all)) == nil)
  }

  @Test(arguments: [
    ("/b", true), ("http://h:80/b", true), ("https://h/b", false), ("http://i/b", false),
    ("http://h:81/", false), ("//i/b", false),
  ])
  func `row 82: credentials stay within an origin`(location: String, stays: Bool) throws {
    let request = try #require(try next("GET", 302, to: location))
    #expect(request.headers.contains("Authorization") == stays)
    #expect(request.headers.contains("Cookie") == stays)
    #expect((request.authentication != nil) == stays)
    #expect(request.headers["X"] == "1")
  }

  @Test(arguments: ["https://h/b", "http://i/b", "http://h:81/"])
  func `credentials go to any server when they may, but never those for a proxy`(
    location: String
  ) throws {
    var policy = RedirectPolicy.limited(1)
    policy.credentials = .any
    let request = try #require(try next("GET", 302, to: location, policy: policy))
    #expect(request.headers["Authorization"] == "x")
    #expect(request.headers["Cookie"] == "y")
    #expect(request.authentication != nil)
    var named = request
    named.headers["Host"] = "h"
    named.headers["Proxy-Authorization"] = "z"
    let again = try #require(
      try policy.next(
        after: .fixture(302, headers: ["Location": "http://elsewhere/"]),
        to: named,
        followed: 0
      )
    )
    #expect(!again.headers.contains("Host") && !again.headers.contains("Proxy-Authorization"))
  }

  @Test func `an archive keeps both parts, and one without credentials keeps them at home`() throws
  {
    let policy = RedirectPolicy(limit: 3, credentials: .any)
    let archive = try JSONEncoder().encode(policy)
    #expect(try JSONDecoder().decode(RedirectPolicy.self, from: archive) == policy)
    let old = try JSONDecoder().decode(RedirectPolicy.self, from: Data(#"{"limit": 3}"#.utf8))
    #expect(old == .limited(3))
    let never = try JSONDecoder().decode(RedirectPolicy.self, from: Data("{}".utf8))
    #expect(never == .never)
  }

  @Test
  func `row 83: one redirect past the limit is an error`() throws {
    #expect(try next("GET", 302, followed: 15) != nil)
    let error = try #require(throws: SessionError.self) { try next("GET", 302, followed: 16) }
    #expect(error.code.rawValue == -1007)
    #expect(error.response?.status == 302)
  }

  @Test(arguments: [("file:///etc/passwd", -1002), ("ftp://h/", -1002), ("http://h:99999/", -1010)])
  func `only HTTP is followed`(location: String, code: Int) throws {
    let error = try #require(throws: SessionError.self) { try next("GET", 302, to: location) }
    #expect(error.code.rawValue == code)
  }

  @Test
  func `nothing is followed that is no redirect or must not be`() throws {
    #expect(try next("GET", 304) == nil)
    #expect(try next("GET", 200) == nil)
    #expect(try next("GET", 302, policy: .never) == nil)
  }
}

@Suite(.timeLimit(.minutes(5))) struct RetryPolicyTests {
  private func delay(_ method: String, status: Int?, retries: Int) throws -> Duration? {
    RetryPolicy().delay(
      beforeRetrying: SessionRequest(method: method, url: try URI("http://h/")),
      status: status,
      error: status == nil ? SessionError(code: .timedOut, message: "") : nil,
      retries: retries
    )
  }

  @Test
  func `row 99: a retry waits half a second, then one, then there is none`() throws {
    #expect(try delay("GET", status: 503, retries: 0) == .milliseconds(500))
    #expect(try delay("GET", status: nil, retries: 1) == .seconds(1))
    #expect(try delay("GET", status: 503, retries: 2) == nil)
    #expect(try delay("POST", status: 503, retries: 0) == nil)
    #expect(try delay("GET", status: 404, retries: 0) == nil)
  }
  @Test
  func `what a lost connection has ended can be all that is tried again`() throws {
    let request = SessionRequest(url: try URI("http://h/"))
    func delay(_ status: Int?, _ code: SessionError.Code?) -> Duration? {
      RetryPolicy.connectionLost.delay(
        beforeRetrying: request,
        status: status,
        error: code.map { SessionError(code: $0, message: "") },
        retries: 0
      )
    }
    #expect(delay(nil, .networkConnectionLost) == .milliseconds(500))
    #expect(delay(nil, .timedOut) == nil)
    #expect(delay(503, nil) == nil)
  }
}
