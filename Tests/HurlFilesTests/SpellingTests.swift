import Diagnostics
import Testing

@testable import HurlFiles

/// What the ranges of a tree say of the file.
@Suite(.timeLimit(.minutes(5))) struct SpellingTests {
  @Test(arguments: Constructs.all)
  func `the rows of a tree cover the file but for white space and comments`(text: String) throws {
    let source = SourceFile(path: "a.hurl", text: text)
    let file = try #require(HurlParser.parse(source).file)
    let utf8 = file.range.file.utf8
    var ranges = file.comments.map(\.range.utf8)
    for node in SyntaxNode(file).children.flatMap(\.children) {
      for part in node.children {
        // Of a section, its heading and its rows.
        ranges += part.label == "section" ? part.children.map(\.range.utf8) : [part.range.utf8]
      }
    }
    var place = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      try #require(place <= range.lowerBound, "an overlap at byte \(place)")
      #expect(utf8[place..<range.lowerBound].allSatisfy { " \t\r\n".utf8.contains($0) })
      place = range.upperBound
    }
    #expect(utf8[place...].allSatisfy { " \t\r\n".utf8.contains($0) })
  }

  @Test(arguments: Constructs.all)
  func `children stand in their order inside of their parent, with signs between`(
    text: String
  ) throws {
    let source = SourceFile(path: "a.hurl", text: text)
    let file = try #require(HurlParser.parse(source).file)
    let utf8 = file.range.file.utf8
    let comments = file.comments.map(\.range.utf8)
    for node in SyntaxNode(file).all where !node.children.isEmpty {
      var place = node.range.utf8.lowerBound
      var gaps: [UInt8] = []
      for child in node.children.map(\.range.utf8) {
        try #require(place <= child.lowerBound && child.upperBound <= node.range.utf8.upperBound)
        gaps += (place..<child.lowerBound).filter { index in
          !comments.contains { $0.contains(index) }
        }.map { utf8[$0] }
        place = child.upperBound
      }
      gaps += utf8[place..<node.range.utf8.upperBound]
      let signs = " \t\r\n:=,;\"`[]"
      // A `file,…;` begins with its keyword, a multiline text is all its own.
      let isFree = ["file", "multiline"].contains(node.label)
      #expect(isFree || gaps.allSatisfy { signs.utf8.contains($0) }, "in \(node.text)")
    }
  }

  @Test(arguments: Constructs.all)
  func `no node begins or ends with white space that is not its own`(text: String) throws {
    let source = SourceFile(path: "a.hurl", text: text)
    let file = try #require(HurlParser.parse(source).file)
    let free: Set = ["file", "text", "json"]
    for node in SyntaxNode(file).all where !free.contains(node.label) && node.label.first != "\"" {
      let spelling = node.range.text
      #expect(spelling.first?.isWhitespace != true && spelling.last?.isWhitespace != true)
    }
  }

  @Test(arguments: Constructs.all)
  func `a file with other line breaks has the same tree`(text: String) throws {
    // White space in bodies and comments is theirs.
    guard !text.contains("\r"), !text.contains("```"), !text.contains("POST") else { return }
    let tree = HurlParser.parse(SourceFile(path: "a.hurl", text: text)).file
      .map { SyntaxNode($0).text }
    let other = HurlParser.parse(
      SourceFile(path: "a.hurl", text: text.replacing("\n", with: "\r\n"))
    ).file.map { SyntaxNode($0).text }
    #expect(tree == other)
  }
}
