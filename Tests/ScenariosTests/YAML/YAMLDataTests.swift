import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct YAMLDataTests {
  @Test func `YAML and JSON give the same values, expressions staying text`() {
    let yaml = "a: [1, 1.50, no, null]\nb: { c: ${x} y }\nd: |\n  text\n"
    let value = read(yaml.replacing("${x} y", with: "\"${x} y\"")).value
    #expect(value == ["a": [1, 1.5, "no", nil], "b": ["c": "${x} y"], "d": "text\n"])
    #expect(read("{\n\t\"a\": [1,\n\t2]\n}").value == ["a": [1, 2]])
  }

  @Test(arguments: [
    ("", "the file is empty"), ("a:\n", "the key \"a\" has no value"),
    ("a: 007\n", "007 is no number of JSON"),
    ("a: 1\na: 2\n", "the key \"a\" stands here a second time"),
    ("[1", "this [ is never closed"),
  ])
  func `what cannot be read is said`(text: String, message: String) {
    let (value, diagnostics) = read(text)
    #expect(value == nil)
    #expect(diagnostics.map(\.message) == [message])
  }

  @Test(arguments: ["[", "{a: ", "- ", "? ", "[{a: ", "&a [", "'", "!!str [", "a: |\n "])
  func `a million openings end quickly`(opening: String) {
    let (value, diagnostics) = read(
      String(repeating: opening, count: 1_000_000 / opening.utf8.count)
    )
    #expect(value == nil || diagnostics.isEmpty)
  }

  private func read(_ text: String) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    YAMLData.read(SourceFile(path: "a.yaml", text: text))
  }
}
