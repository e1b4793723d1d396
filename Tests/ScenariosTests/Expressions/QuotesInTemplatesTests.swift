import Diagnostics
import Testing

@testable import Scenarios

/// Where an expression of a text ends: at the first `}` outside of quotes.
@Suite(.timeLimit(.minutes(5))) struct QuotesInTemplatesTests {
  @Test(arguments: [
    (#"${'a\'}b'}"#, "a'}b"), (#"${"a\"}b"}"#, "a\"}b"), (#"x${'\'}\''}y"#, "x'}'y"),
    (#"${'\\'}}"#, #"\}"#), (#"${'}'}${'\'}'}"#, "}'}"), (#"${"'}"}"#, "'}"),
  ])
  func `a brace behind an escaped quote is still inside`(text: String, expected: String) throws {
    let template = try TextTemplate(parsing: SourceFile(path: "a.txt", text: text))
    #expect(try template.evaluate(in: TestScope()) { $0 } == expected)
  }
}
