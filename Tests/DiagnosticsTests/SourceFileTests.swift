import Diagnostics
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
}
