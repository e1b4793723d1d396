import Diagnostics
import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct MediaTypeMatcherTests {
  @Test(
    arguments: [
      (
        "application/json", ["application/json", "Application/JSON; charset=utf-8"],
        ["text/json"]
      ),
      ("image/*", ["image/png"], ["text/plain", "image", "image/a/b"]),
      ("*/*", ["a/b"], ["a/b/c"]),
      (
        "application/*+json", ["application/problem+json"],
        ["application/json", "text/a+json", "application/+json"]
      ),
      ("any", ["x/y", "nonsense"], []),
      (["text/csv", "*/*"], ["a/b"], ["a"]),
    ] as [(JSONValue, [String], [String])]
  )
  func `a media type is acceptable or not`(
    argument: JSONValue,
    good: [String],
    bad: [String]
  ) throws {
    let matcher = try MediaTypeMatcher(from: argument)
    for type in good { #expect(matcher.accepts(type), "\(type)") }
    for type in bad { #expect(!matcher.accepts(type), "\(type)") }
  }

  @Test(arguments: ["json", "", "a/b/c", 5, [], ["a/b", "c"], ["a": 1]] as [JSONValue])
  func `other text is a mistake`(argument: JSONValue) {
    #expect(throws: Mistake.self) { _ = try MediaTypeMatcher(from: argument) }
  }

  @Test func `the decoders have their own types`() {
    #expect(MediaTypeMatcher(of: .json).accepts("application/vnd.api+json"))
    #expect(MediaTypeMatcher(of: .json).accepts("text/javascript"))
    #expect(!MediaTypeMatcher(of: .json).accepts("text/html"))
    #expect(!MediaTypeMatcher(of: .json).accepts(nil))
    #expect(MediaTypeMatcher.any.accepts(nil))
    #expect(MediaTypeMatcher(of: .xml).accepts("application/atom+xml"))
    #expect(MediaTypeMatcher(of: .propertyList).accepts("application/x-plist"))
    #expect(MediaTypeMatcher(of: .csv).accepts("text/csv; header=present; charset=utf-8"))
    #expect(MediaTypeMatcher(of: .csv).accepts("text/tab-separated-values"))
    #expect(!MediaTypeMatcher(of: .csv).accepts("text/plain"))
    #expect(MediaTypeMatcher(of: .form).accepts("application/x-www-form-urlencoded"))
    #expect(MediaTypeMatcher.image.accepts("image/png"))
    #expect(
      MediaTypeMatcher(of: .html).outcome(of: "text/plain").message
        == "expected text/html or application/xhtml+xml, got unacceptable content-type: text/plain"
    )
  }
}
