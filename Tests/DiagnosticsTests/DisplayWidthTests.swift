import Diagnostics
import Testing

@Suite(.timeLimit(.minutes(5))) struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👍", 2), ("", 0), ("\u{200B}", 0), ("⚡", 2),
    ("\u{1B}[31mab\u{1B}[0m", 2),
  ])
  func `columns are those of a terminal`(text: String, columns: Int) {
    #expect(DisplayWidth.columns(of: text) == columns)
  }

  @Test(arguments: [("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abc", 3, "abc"), ("abc", 0, "")])
  func `a text that does not fit is cut`(text: String, columns: Int, cut: String) {
    #expect(DisplayWidth.fitting(text, columns: columns) == cut)
  }
}
