import Cryptography
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct BodyFactsTests {
  private let context = MatcherContext(kind: .markup)
  private let body = Array("a body of some length".utf8)

  private func facts() throws -> BodyFacts {
    BodyFacts(
      count: body.count,
      start: Array(body.prefix(4)),
      digests: [
        .sha256: try DigestAlgorithm.sha256.digest(of: body),
        .md5: try DigestAlgorithm.md5.digest(of: body),
      ]
    )
  }

  @Test(
    arguments: [
      ("length", 21), ("length", 20), ("length", ["lt": "1KiB"]),
      ("sha256", ["starts-with": "00"]), ("md5", "900150983CD24FB0D6963F7D28E17F72"),
      ("starts-with", "6120"), ("starts-with", "89504e47"),
    ] as [(String, JSONValue)]
  )
  func `facts are judged as the whole body is`(key: String, argument: JSONValue) throws {
    let assertion = try BytesAssertion(key, argument, context: context)
    #expect(assertion.reach.map { $0 <= 4 } == true)
    #expect(assertion.outcome(of: try facts()) == assertion.outcome(of: body))
  }

  @Test func `only a comparison needs the whole body`() throws {
    let assertion = try BytesAssertion("equals", ["hex": "61"], context: context)
    #expect(assertion.reach == nil)
    guard case .errored = assertion.outcome(of: try facts()).verdict else {
      Issue.record("there can be no verdict")
      return
    }
  }

  @Test(arguments: [("sha256", DigestAlgorithm.sha256), ("md5", .md5)])
  func `a digest that was not made is no verdict`(key: String, digest: DigestAlgorithm) throws {
    let assertion = try BytesAssertion(key, ["starts-with": "00"], context: context)
    #expect(assertion.digest == digest)
    let outcome = assertion.outcome(of: BodyFacts(count: 1, start: [0], digests: [:]))
    guard case .errored = outcome.verdict else {
      Issue.record("there can be no verdict")
      return
    }
  }
}
