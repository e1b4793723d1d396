import Encodings
import Testing

@testable import SessionCore

@Suite(.timeLimit(.minutes(5))) struct ResponseValidationTests {
  private let json = ResponseValidation(acceptableContentTypes: ["application/json"])

  @Test
  func `row 44: all from 200 to 299 pass, all from 400 to 599 fail`() {
    let rule = ResponseValidation()
    for status in 200...299 {
      #expect(rule.validate(.fixture(status), data: []).isValid)
    }
    for status in 400...599 {
      let verdict = rule.validate(.fixture(status), data: [])
      #expect(!verdict.isValid)
      #expect(verdict.error?.code == .badServerResponse)
      #expect(verdict.error?.domain == .responseSerialization)
    }
    #expect(
      rule.validate(.fixture(404), data: []).error?.message
        == "Request failed: Not Found (404)"
    )
  }

  @Test
  func `row 45: a wrong type with data is an error that knows the answer`() throws {
    let response = SessionResponse.fixture(200, type: "text/html")
    let verdict = json.validate(response, data: [65])
    let error = try #require(verdict.error)
    #expect(!verdict.isValid)
    #expect(error.code.rawValue == -1016)
    #expect(error.message == "Request failed: unacceptable content-type: text/html")
    #expect(error.failingURL == "http://h/")
    #expect(error.response == response)
    #expect(error.data == [65])
  }

  @Test
  func `row 46: when both are wrong, the type's error lies beneath the status' one`() {
    let error = json.validate(.fixture(500, type: "text/html"), data: [65]).error
    #expect(error?.code.rawValue == -1011)
    #expect(error?.underlying?.code.rawValue == -1016)
    #expect(error?.contains(.cannotDecodeContentData, in: .responseSerialization) == true)
  }

  @Test
  func `row 47: without a type only an empty body is acceptable`() {
    #expect(json.validate(.fixture(200), data: []).isValid)
    #expect(json.validate(.fixture(200), data: [65]).error?.code.rawValue == -1016)
  }

  @Test
  func `row 48: a wrong type with an empty body is invalid without error`() {
    let response = SessionResponse.fixture(200, type: "text/html")
    let verdict = json.validate(response, data: [])
    #expect(!verdict.isValid)
    #expect(verdict.error == nil)
    let result = JSONResponseSerializer().serialize(response, data: [])
    #expect(result.object == nil)
    #expect(result.error == nil)
  }

  @Test
  func `row 49: without sets all is acceptable`() {
    let rule = ResponseValidation(acceptableStatusCodes: nil)
    #expect(rule.validate(.fixture(500, type: "x/y"), data: [1]).isValid)
  }

  @Test(arguments: [
    "application/json", "APPLICATION/JSON", "application/json; charset=utf-8",
    " application/json ;x",
  ])
  func `row 50: types compare without case and parameters`(type: String) {
    #expect(json.validate(.fixture(200, type: type), data: [65]).isValid)
  }

  @Test(arguments: [
    ("image/*", "image/png", true), ("*/*", "a/b", true), ("*+json", "application/hal+json", true),
    ("application/*+json", "application/x+json", true), ("image/*", "text/png", false),
    ("application/*+json", "text/x+json", false), ("a*a", "a", false), ("a/b", "a/b", true),
  ])
  func `wildcards match when they are asked for`(pattern: String, type: String, matches: Bool) {
    var rule = ResponseValidation(acceptableContentTypes: [pattern], matchesWildcards: true)
    #expect(rule.validate(.fixture(200, type: type), data: [1]).isValid == matches)
    rule.matchesWildcards = false
    #expect(rule.validate(.fixture(200, type: type), data: [1]).isValid == (pattern == type))
  }

  @Test(
    arguments: [
      ("application/json, text/*;q=0.5", "text/x", true), ("application/json", "text/x", false),
      ("*/*", "a/b", true), ("text/html;q=0, a/*", "text/html", false), (nil, "a/b", true),
      ("Application/*+JSON", "application/hal+json", true), ("", "a/b", false),
    ] as [(String?, String, Bool)]
  )
  func `a request's own Accept may be the rule`(accept: String?, type: String, isFine: Bool) throws
  {
    var request = SessionRequest(url: try URI("http://h/"))
    request.headers["Accept"] = accept
    let rule = ResponseValidation(accepting: request)
    #expect(rule.validate(.fixture(200, type: type), data: [1]).isValid == isFine)
    #expect(!rule.validate(.fixture(404, type: type), data: [1]).isValid)
  }

  @Test
  func `an error has one other beneath it at most`() {
    let first = SessionError(code: .timedOut, message: "a")
    let second = SessionError(code: .unknown, message: "b")
    let nested = SessionError.nesting(first, over: second)
    #expect(SessionError.nesting(nil, over: first)?.code == .timedOut)
    #expect(nested?.underlying?.code == .unknown)
    #expect(SessionError.nesting(nested, over: first)?.underlying?.code == .unknown)
    #expect(SessionError.nesting(first, over: nil)?.underlying == nil)
  }
}

extension SessionResponse {
  /// The head of an answer from `http://h/`.
  static func fixture(_ status: Int, type: String? = nil, headers: HTTPHeaders = [:]) -> Self {
    var headers = headers
    headers["Content-Type"] = type
    return SessionResponse(url: URI(URIReference("http://h/")), status: status, headers: headers)
  }
}
