/// Texts and bytes that mean something to one reader or another, and nothing in a report.
enum HostileText {
  /// Texts for names, messages, values and bodies.
  static let all: [String] = [
    "<script>alert(1)</script>", "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- x", "-->", "]]>", "<![CDATA[", "&lt;&#0;&bogus;",
    "::error::x\n::error::y", "  ::set-output name=a::b", "##[error]x", "##vso[task.complete]",
    "##teamcity[testFailed name='x']", "::stop-commands::x",
    "\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m", "a\rb\u{8}\u{8}c\u{7F}\u{85}", "\u{0}", "a\u{0}b",
    "\u{202E}abc\u{202C}\u{2066}\u{200F}", "\u{FFFE}\u{FFFF}\u{1FFFE}", "\u{2028}\u{2029}\u{FEFF}",
    #"{"lone": "\uD800", "low": "\uDC00"}"#, "\u{FFFD}",
    "``` `` ```` \n# heading | cell\n| --- |\n[x](javascript:alert(1)) @all",
    "# not ok 1 - x\nBail out!\n1..0\nnot ok 1\n# SKIP\n  ---\n  ...\nok 2 - y # TO\u{44}O",
    #"\ " ' % , : ; ${x} $(id) `id` !x"#, "---\n...\n- a: &b *c", "e\u{301}\u{300}\u{302}",
    "", " ", "\n\n\n", "\t",
  ]

  /// A line of 1 MB, four times what a report that people read may hold.
  static let hugeLine = String(repeating: "mehr ", count: 200_000)

  /// A text of 200 000 lines.
  static let manyLines = String(repeating: "x\n", count: 200_000)

  /// Bodies that are no UTF-8.
  static let bodies: [[UInt8]] = [
    [0xFF, 0xFE, 0x00], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xC3], [0xF0, 0x9F, 0x98],
    [0xC0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], Array(0...255),
  ]
}
