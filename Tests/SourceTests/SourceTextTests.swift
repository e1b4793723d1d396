import Testing

@Suite(.timeLimit(.minutes(5))) struct SourceTextTests {
  @Test(arguments: [
    ("import A", ["A"]),
    ("public import A", ["A"]),
    ("@testable import A", ["A"]),
    ("@testable   private\timport A.B", ["A"]),
    ("@_spi(Some, Other) import A", ["A"]),
    ("import struct X.Y", ["X"]),
    ("import let X.y", ["X"]),
    ("  import A // why", ["A"]),
    ("import A;import B", ["A", "B"]),
    ("// import A", []),
    ("let text = \"import A\"", []),
    ("importer.run()", []),
    ("let `import` = 1", []),
    ("#if canImport(A)\nimport A\r\nimport B\n#endif", ["A", "B"]),
  ])
  func `imports are read as Swift reads them`(text: String, modules: [String]) {
    #expect(SourceText(path: "Sources/A/A.swift", text: text).imports == modules)
  }

  @Test(arguments: [
    ("a // b\nc", "a     \nc"),
    ("a /* b /* c */ d */ e", "a                   e"),
    (#"x("a\"b")"#, #"x("    ")"#),
    (##"x(#"a"b\n"#)"##, ##"x(#"     "#)"##),
    (#"x("a\(b + "c")d")"#, #"x("  (b + " ") ")"#),
    ("x(\"\"\"\n  a \"b\" c\n  \"\"\")", "x(\"\"\"\n         \n  \"\"\")"),
    ("#if a\n\"b", "#if a\n\" "),
    ("a /* b", "a     "),
  ])
  func `comments and literals are blanked in place`(text: String, code: String) {
    #expect(SourceText(path: "Sources/A/A.swift", text: text).code == code)
  }

  @Test func `the line of a breach is told`() {
    let file = SourceText(path: "Sources/A/A.swift", text: "a\n/* \n */ b\nb")
    #expect(file.lines(holding: "b") == [3, 4])
  }
}
