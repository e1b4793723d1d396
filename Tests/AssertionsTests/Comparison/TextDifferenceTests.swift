import Documents
import Testing

@testable import Assertions

/// Where two texts differ.
@Suite(.timeLimit(.minutes(5))) struct TextDifferenceTests {
  private func differences(_ expected: String, _ actual: String) -> [Difference] {
    TextDifference.between(expected, actual, at: "$.a", limit: 20)
  }

  @Test func `two long texts show the first difference with what stands around it`() {
    let start = String(repeating: "ä", count: 500)
    let end = String(repeating: "y", count: 500)
    let found = differences(start + "one" + end, start + "two" + end)
    #expect(found.count == 1)
    #expect(found.first?.path == "$.a, character 501")
    let around = String(repeating: "ä", count: 40)
    let rest = String(repeating: "y", count: 77)
    #expect(found.first?.expected == "…\"\(around)one\(rest)\"…")
    #expect(found.first?.actual == "…\"\(around)two\(rest)\"…")
  }

  @Test func `a long text that goes on differs at its end`() {
    let text = String(repeating: "a", count: 300)
    let found = differences(text, text + "b")
    #expect(found.first?.path == "$.a, character 301")
    #expect(found.first?.expected == "…\"\(String(repeating: "a", count: 40))\"")
    #expect(found.first?.actual == "…\"\(String(repeating: "a", count: 40))b\"")
  }

  @Test func `short texts of one line are shown whole elsewhere`() {
    #expect(differences("a", "b").isEmpty)
    #expect(differences("a", "a").isEmpty)
  }

  @Test func `a text is long by its characters, not by its bytes`() {
    let text = String(repeating: "ä", count: 150)
    #expect(differences(text + "b", text + "c").isEmpty)
  }

  @Test func `texts of several lines show lines, and one that was put in moves no other`() {
    let found = differences("a\nb\nc\nd\ne", "a\nnew\nb\nc\nD\ne")
    #expect(
      found == [
        Difference(path: "$.a, line 2", expected: "nothing", actual: "\"new\""),
        Difference(path: "$.a, line 5", expected: "\"d\"", actual: "\"D\""),
      ]
    )
    #expect(
      differences("a\nb\nc", "a\nc")
        == [Difference(path: "$.a, line 2", expected: "\"b\"", actual: "nothing")]
    )
    #expect(differences("a\r\nb", "a\nb").first?.expected == #""a\r""#)
  }

  @Test func `a long line shows where it differs`() {
    let line = String(repeating: "x", count: 400)
    let found = differences("a\n\(line)1", "a\n\(line)2")
    #expect(found.first?.path == "$.a, line 2")
    #expect(found.first?.expected.hasSuffix("x1\"") == true)
    #expect(found.first?.actual.hasSuffix("x2\"") == true)
  }

  @Test func `many lines that have nothing in common end soon`() {
    let old = (0..<50_000).map { "old \($0)" }.joined(separator: "\n")
    let new = (0..<50_000).map { "new \($0)" }.joined(separator: "\n")
    #expect(differences(old, new).count == 20)
  }

  @Test func `a secret is masked before a text is cut`() {
    let start = String(repeating: "a", count: 495)
    let redaction = Redaction(
      reach: 6,
      text: { $0.replacing("secret", with: "•••") },
      bytes: { $0 }
    )
    let found = redaction.during {
      differences(start + "secret" + start + "1", start + "secret" + start + "2")
    }
    #expect(found.count == 1)
    #expect(!found.description.contains("ecre"))
  }
}
