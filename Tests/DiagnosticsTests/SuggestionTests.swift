import Diagnostics
import Testing

@Suite(.timeLimit(.minutes(5))) struct SuggestionTests {
  @Test(arguments: [
    ("expects", "expect"), ("starts_with", "starts-with"), ("stauts", "status"),
    ("Status", "status"),
    ("lenght", "length"),
  ])
  func `a slip finds the name that was meant`(written: String, meant: String) {
    let names = ["expect", "starts-with", "status", "length", "json"]
    #expect(Suggestion.nearest(to: written, in: names) == meant)
  }

  @Test(arguments: ["banana", "", String(repeating: "x", count: 1_000)])
  func `what is far from every name finds nothing`(written: String) {
    #expect(Suggestion.nearest(to: written, in: ["expect", "status"]) == nil)
  }
}
