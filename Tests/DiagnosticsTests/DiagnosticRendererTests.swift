import Diagnostics
import Testing

@Suite(.timeLimit(.minutes(5))) struct DiagnosticRendererTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "scenarios/orders.scenario.yaml", text: text)
  }

  private func range(_ part: String, in file: SourceFile) throws -> SourceRange {
    let text = String(decoding: file.utf8, as: UTF8.self)
    let found = try #require(text.firstRange(of: part))
    let start = text.utf8.distance(from: text.startIndex, to: found.lowerBound)
    return file.range(start..<(start + part.utf8.count))
  }

  @Test func `a diagnostic shows place, line, underline and suggestion`() throws {
    let file = file("steps:\n  - GET: /\n    expects:\n      status: 200\n")
    let diagnostic = Diagnostic(
      .error,
      "unknown key \"expects\"",
      at: try range("expects", in: file),
      suggestion: "expect"
    )
    #expect(
      DiagnosticRenderer().render(diagnostic) == """
        scenarios/orders.scenario.yaml:3:5: error: unknown key "expects"
            3 |     expects:
              |     ^^^^^^^ did you mean "expect"?
        """
    )
  }

  @Test func `what is wide is underlined as wide as it is`() throws {
    let file = file("名前: 注文 x")
    let renderer = DiagnosticRenderer()
    #expect(
      renderer.excerpt(of: try range("注文", in: file))
        == "    1 | 名前: 注文 x\n      |       ^^^^"
    )
    #expect(
      renderer.excerpt(of: try range("x", in: file))
        == "    1 | 名前: 注文 x\n      |            ^"
    )
  }

  @Test func `columns count characters, and tabs stay under tabs`() throws {
    let file = file("\tä: café x")
    let diagnostic = Diagnostic(.warning, "odd", at: try range("x", in: file), hint: "quote it")
    #expect(
      DiagnosticRenderer().render(diagnostic) == """
        scenarios/orders.scenario.yaml:1:10: warning: odd
            1 | \tä: café x
              | \t        ^ quote it
        """
    )
  }

  @Test func `a control character in a file does not reach the terminal`() throws {
    let file = file("a: \u{1B}[31mred")
    let text = DiagnosticRenderer().excerpt(of: try range("a", in: file))
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("\\u{1B}[31mred"))
  }

  @Test func `a very long line is cut around the place`() throws {
    let file = file(
      String(repeating: "x", count: 5_000) + "HERE" + String(repeating: "y", count: 5_000)
    )
    let text = DiagnosticRenderer().excerpt(of: try range("HERE", in: file))
    #expect(text.count < 400)
    #expect(text.contains("HERE"))
    #expect(text.contains("^^^^"))
    #expect(text.contains("| …xxx"))
    #expect(text.contains("yyy…\n"))
  }

  @Test func `a file without a place and an option without a file are still named`() {
    let renderer = DiagnosticRenderer()
    #expect(
      renderer.render(Diagnostic(.error, "no such file", at: .file(path: "a.yaml")))
        == "a.yaml: error: no such file"
    )
    #expect(
      renderer.render(Diagnostic(.error, "bad", at: .none, hint: "write 5s"))
        == "error: bad\n  write 5s"
    )
  }
}
