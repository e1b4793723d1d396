import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct BytesAssertionTests {
  private let context = MatcherContext(
    kind: .text,
    loadBytes: { (path) throws(Mistake) in
      guard path == "abc.txt" else { throw Mistake("no such file") }
      return Array("abc".utf8)
    }
  )

  @Test(
    arguments: [
      ("length", 3, nil), ("length", ["lt": "1KiB"], nil),
      ("length", 4, "expected 4, got 3 bytes"),
      ("md5", "900150983CD24FB0D6963F7D28E17F72", nil),
      ("sha256", ["starts-with": "ba7816bf"], nil),
      (
        "md5", "00000000000000000000000000000000",
        "expected \"00000000000000000000000000000000\", got \"900150983cd24fb0d6963f7d28e17f72\""
      ),
      ("equals", ["file": "abc.txt"], nil), ("equals", ["hex": "61 62 63"], nil),
      (
        "equals", ["base64": "YWI="],
        "expected 2 bytes 6162, got 3 bytes 616263; they differ from byte 2 on"
      ),
      ("starts-with", "6162", nil),
      ("starts-with", "89504e47", "expected bytes starting with 89504e47, got 616263"),
    ] as [(String, JSONValue, String?)]
  )
  func `bytes are as expected or the message says why`(
    key: String,
    argument: JSONValue,
    message: String?
  ) throws {
    let assertion = try BytesAssertion(key, argument, context: context)
    let outcome = assertion.outcome(of: Array("abc".utf8))
    #expect(outcome.holds == (message == nil))
    #expect(outcome.message == message ?? "")
  }

  @Test(
    arguments: [
      ("md5", "00"), ("md5", "zz"), ("equals", "abc"), ("equals", ["file": "gone"]),
      ("equals", ["base64": "Y"]), ("starts-with", ""), ("starts-with", 123), ("sha1", "00"),
      ("equals", [:]),
    ] as [(String, JSONValue)]
  )
  func `other arguments are mistakes`(key: String, argument: JSONValue) {
    #expect(throws: Mistake.self) {
      _ = try BytesAssertion(key, argument, context: context)
    }
  }

  @Test func `a text in place of digits is shown in digits`() {
    let mistake = #expect(throws: Mistake.self) {
      _ = try BytesAssertion("starts-with", "PK", context: context)
    }
    #expect(mistake?.hint == "\"PK\" is 504b in UTF-8")
  }
}
