import Diagnostics
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct SourceFileTests {
  @Test(arguments: [
    (0, 1, 1), (2, 1, 3), (3, 2, 1), (6, 2, 3), (7, 3, 1), (99, 3, 1), (-5, 1, 1),
  ])
  func `a byte has a line and a column`(offset: Int, line: Int, column: Int) {
    let file = SourceFile(path: "a", text: "ab\nxé\n")
    #expect(file.location(at: offset) == SourceLocation(line: line, column: column))
  }

  @Test func `a line is read without its line break, of either kind`() {
    let file = SourceFile(path: "a", text: "one\r\ntwo\n\nfour")
    #expect((0...5).map { file.text(ofLine: $0) } == ["", "one", "two", "", "four", ""])
  }

  @Test func `bytes that are not UTF-8 show as a replacement character`() {
    #expect(SourceFile(path: "a", utf8: [0x61, 0xFF]).text(ofLine: 1) == "a\u{FFFD}")
  }

  @Test func `a piece of a file counts its lines from where it stands`() {
    let file = SourceFile(path: "a", utf8: Array("seven\neight".utf8), firstLine: 7)
    #expect(file.location(at: 8) == SourceLocation(line: 8, column: 3))
    #expect(file.text(ofLine: 7) == "seven")
    #expect(file.text(ofLine: 8) == "eight")
    #expect(file.text(ofLine: 6).isEmpty && file.text(ofLine: 9).isEmpty)
    #expect(file.offset(ofLine: 8) == 6)
  }

  @Test func `a twin is the same file, and another file of the same text is not`() {
    let file = SourceFile(path: "a", utf8: Array("six\nab".utf8), firstLine: 7, firstColumn: 40)
    let twin = file.twin().twin()
    #expect(twin !== file && twin == file && file == twin && file.twin() == twin)
    #expect(Set([file, twin]).count == 1)
    #expect(twin.range(4..<6) == file.range(4..<6))
    #expect(twin.path == "a" && twin.text(ofLine: 8) == "ab" && twin.lineCount == 2)
    #expect((0...6).map(twin.location) == (0...6).map(file.location))
    let other = SourceFile(path: "a", utf8: file.utf8, firstLine: 7, firstColumn: 40)
    #expect(other != file && other != twin && other.range(0..<1) != twin.range(0..<1))
  }

  @Test func `a piece of a line counts its columns from where it stands`() {
    let file = SourceFile(path: "a", utf8: Array("six\nab".utf8), firstLine: 7, firstColumn: 40)
    #expect(file.location(at: 2) == SourceLocation(line: 7, column: 42))
    #expect(file.location(at: 5) == SourceLocation(line: 8, column: 2))
    #expect(file.range(0..<3).line(cutTo: 10) == ("six", 40))
    #expect(file.range(4..<5).line(cutTo: 10) == ("ab", 1))
  }

  @Test(arguments: [0, 5, 300, 990, 998])
  func `a long line is cut around a place, and its piece is shown as the whole line is`(
    offset: Int
  ) {
    let text = (0..<250).map { "é\($0 % 10)xy" }.joined()
    let file = SourceFile(path: "a", text: text)
    let start = text.unicodeScalars.prefix(offset).reduce(0) { $0 + UTF8.width($1) }
    let range = file.range(start..<(start + 2))
    let (line, column) = range.line(cutTo: 200)
    #expect(line.unicodeScalars.count == 200)
    let shift = offset - (column - 1)
    let shown = line.unicodeScalars.dropFirst(shift).first
    #expect(shown == text.unicodeScalars.dropFirst(offset).first)
    #expect(line.hasPrefix("…") == (column > 1) && line.hasSuffix("…") == (column < 801))
    let piece = SourceFile(path: "a", utf8: Array(line.utf8), firstColumn: column)
    let inner = line.unicodeScalars.prefix(shift).reduce(0) { $0 + UTF8.width($1) }
    let again = piece.range(inner..<(inner + 2))
    #expect(again.start == range.start)
    let renderer = DiagnosticRenderer(maximumWidth: 60)
    #expect(renderer.excerpt(of: again, note: "here") == renderer.excerpt(of: range, note: "here"))
  }

  @Test func `columns of a line of megabytes are right, and found at once`() {
    let text = String(repeating: "aé😀 ", count: 1_000_000) + "\nb"
    let file = SourceFile(path: "a", text: "x\n" + text)
    let took = ProcessorTime.measure {
      for offset in stride(from: 0, to: 1_000_000, by: 997) {
        // Eight bytes of four characters.
        #expect(
          file.location(at: 2 + 8 * offset) == SourceLocation(line: 2, column: 4 * offset + 1)
        )
        #expect(file.location(at: 2 + 8 * offset + 3).column == 4 * offset + 3)
        let range = file.range((2 + 8 * offset)..<(2 + 8 * offset + 1))
        #expect(range.line(cutTo: 100).text.unicodeScalars.count == 100)
      }
    }
    #expect(file.location(at: 8_000_003) == SourceLocation(line: 3, column: 1))
    // Counting from the start of the line takes minutes.
    #expect(took < .seconds(20))
  }
}
