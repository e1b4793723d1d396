import Diagnostics
import Documents
import Scenarios
import Testing

/// Keys are compared by their scalar values, and a tagged scalar is text.
@Suite(.timeLimit(.minutes(5))) struct YAMLKeyTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  private func read(_ text: String) -> (value: JSONValue?, diagnostics: [Diagnostic]) {
    YAMLData.read(SourceFile(path: "a.yaml", utf8: Array(text.utf8)))
  }

  @Test(arguments: [0, 30])
  func `keys that differ in their Unicode form alone are two keys`(others: Int) throws {
    var text = "\(Self.composed): 1\n\(Self.decomposed): 2\n"
    for number in 0..<others { text += "k\(number): x\n" }
    let (value, diagnostics) = read(text)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(value?.object?.count == 2 + others)
    #expect(value?[Self.composed] == 1)
    #expect(value?[Self.decomposed] == 2)
  }

  @Test func `a merge keeps both forms of a key`() throws {
    let (value, diagnostics) = read(
      "a: &a { \(Self.composed): 1 }\nc: { <<: *a, \(Self.decomposed): 2 }\n"
    )
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(value?["c"]?.object?.count == 2)
    #expect(value?["c"]?[Self.decomposed] == 2)
  }

  @Test func `a key that is there twice is still a mistake`() {
    let (value, diagnostics) = read("\(Self.composed): 1\n\(Self.composed): 2\n")
    #expect(value == nil)
    #expect(diagnostics.first?.message.contains("a second time") == true)
  }

  @Test(arguments: ["~", "null", "true", "7", "0x1F", "007", ".inf"])
  func `a scalar that is tagged as text is text`(spelling: String) {
    let (value, diagnostics) = read("a: !!str \(spelling)\n")
    #expect(diagnostics.isEmpty)
    #expect(value?["a"] == .string(spelling))
  }
}
