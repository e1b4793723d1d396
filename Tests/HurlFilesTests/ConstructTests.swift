import Diagnostics
import Foundation
import Testing

@testable import HurlFiles

/// What is right, and what it is read as.
///
/// With `CURLEW_UPDATE_EXPECTED=1` in the environment the trees are written anew; look at the difference before keeping it.
@Suite(.timeLimit(.minutes(5))) struct ConstructTests {
  @Test func `each construct is read as expected`() throws {
    let printed = Constructs.all.map { text in
      let (file, diagnostics) = HurlParser.parse(SourceFile(path: "a.hurl", text: text))
      let warnings = diagnostics.map { "\($0.range?.description ?? ""): \($0.message)\n" }.joined()
      let tree = file.map { SyntaxNode($0) }
      let entries = tree?.children.map(\.text).joined(separator: "\n")
      let comments = file?.comments.map { "\($0.isWholeLine ? "line" : "behind") #\($0.text)\n" }
      return "▶ \(text.debugDescription)\n\(entries ?? "nothing")\n"
        + (comments ?? []).joined() + warnings
    }.joined(separator: "\n")
    let expectation = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/HurlConstructs.expected")
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      try printed.write(to: expectation, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOf: expectation, encoding: .utf8)
    let pairs = zip(printed.split(separator: "▶"), expected.split(separator: "▶"))
    #expect(pairs.first { $0 != $1 } == nil)
    #expect(printed == expected)
  }

  @Test(arguments: Constructs.all)
  func `what is right has no error`(text: String) {
    let (file, diagnostics) = HurlParser.parse(SourceFile(path: "a.hurl", text: text))
    #expect(file != nil)
    #expect(diagnostics.filter { $0.severity == .error } == [])
  }

  @Test func `each word of the format stands in a construct`() {
    let labels = Set(
      Constructs.all.flatMap { text in
        HurlParser.parse(SourceFile(path: "a.hurl", text: text)).file
          .map { SyntaxNode($0).all.map(\.label) } ?? []
      }
    )
    #expect(words(HurlSection.Name.self, "[", "]").subtracting(labels) == [])
    #expect(words(HurlOption.Name.self, "option ").subtracting(labels) == [])
    #expect(words(HurlQuery.Name.self).subtracting(labels) == [])
    #expect(words(HurlFilter.Name.self).subtracting(labels) == [])
    #expect(words(HurlPredicate.Name.self).subtracting(labels) == [])
    #expect(words(HurlCookieAttribute.self, "attribute ").subtracting(labels) == [])
    #expect(words(HurlCertificateAttribute.self, "attribute ").subtracting(labels) == [])
    #expect(words(HurlMultiline.Language.self).subtracting(labels) == [])
    #expect(words(HurlMultiline.Attribute.self).subtracting(labels) == [])
    for function in HurlFunction.allCases {
      #expect(labels.contains { $0.hasPrefix("function \(function.rawValue)") })
    }
  }

  private func words<Word: HurlWord>(
    _: Word.Type,
    _ before: String = "",
    _ after: String = ""
  ) -> Set<String> {
    Set(Word.allCases.map { before + $0.rawValue + after })
  }

  @Test func `the comments right above an entry are its own`() throws {
    let text =
      "# far\n\n# one\n  # two\nGET http://a # behind\n# three\nGET http://b\n\nGET http://c"
    let file = try #require(HurlParser.parse(SourceFile(path: "a.hurl", text: text)).file)
    let comments = file.entries.map { file.comments.above($0).map(\.text) }
    #expect(comments == [[" one", " two"], [" three"], []])
    #expect(file.comments.map(\.text) == [" far", " one", " two", " behind", " three"])
  }

  @Test func `a byte order mark counts as no column`() {
    let diagnostics =
      HurlParser.parse(SourceFile(path: "a.hurl", text: "\u{FEFF}get http://a")).diagnostics
    #expect(diagnostics.map { $0.range?.start } == [SourceLocation(line: 1, column: 1)])
  }

  @Test func `of many deprecated words some are reported`() {
    let text =
      "GET http://a\nHTTP 200\n[Asserts]\n"
      + String(repeating: "body includes 1\n", count: 1_000)
    let (file, diagnostics) = HurlParser.parse(SourceFile(path: "a.hurl", text: text))
    #expect(file != nil)
    #expect(diagnostics.count == 50)
  }
}
