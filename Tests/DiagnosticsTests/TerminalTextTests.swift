import Diagnostics
import Testing

@Suite(.timeLimit(.minutes(5))) struct TerminalTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\u{1B}[31m", "a\\u{1B}[31m"), ("\u{9B}", "\\u{9B}"),
    ("a\r\n\tb", "a\\r\\n\\tb"),
    ("\u{202E}\u{2066}\u{61C}", "\\u{202E}\\u{2066}\\u{61C}"),
    ("a\u{200B}b", "a\\u{200B}b"), ("a\u{2060}b\u{FEFF}", "a\\u{2060}b\\u{FEFF}"),
    ("\u{E0041}", "\\u{E0041}"),
    ("👩\u{200D}💻 می\u{200C}خواهم", "👩\u{200D}💻 می\u{200C}خواهم"),
  ])
  func `what steers a terminal or hides is shown`(text: String, shown: String) {
    #expect(TerminalText.escaped(text) == shown)
  }

  @Test func `line breaks and tabs are kept where they are wanted`() {
    let text = TerminalText.escaped("a\n\tb\r", keepingTabs: true, keepingLineBreaks: true)
    #expect(text == "a\n\tb\\r")
  }
}
