import TestSupport
import Testing

/// `equals-file` of XML and HTML: which white space counts.
@Suite(.timeLimit(.minutes(5))) struct MarkupVerdictTests {
  private func differences(
    _ body: String,
    type: String = "application/xml",
    _ rows: [(file: String, verdict: String, beside: String)]
  ) async throws -> [String] {
    let key = type == "text/html" ? "html" : "xml"
    var files: [String: String] = [:]
    for (number, row) in rows.enumerated() { files["\(number).xml"] = row.file }
    let table = VerdictTable(response: .text(body, type: type), files: files)
    return try await table.differences(
      rows.enumerated().map { number, row in
        ("\(key): { equals-file: \(number).xml\(row.beside) }", row.verdict)
      }
    )
  }

  @Test func `only layout is dropped`() async throws {
    let mixed = try await differences(
      "<p>a <b>c</b> d</p>",
      [
        ("<p>a <b>c</b> d</p>", "passed", ""), ("<p>a<b>c</b>d</p>", "failed", ""),
        ("<p>\na <b>c</b> d</p>", "failed", ""),
      ]
    )
    #expect(mixed == [])
    let text = try await differences(
      "<p> x </p>",
      [("<p>x</p>", "failed", ""), ("<p> x </p>", "passed", ""), ("<p/>", "failed", "")]
    )
    #expect(text == [])
    let layout = try await differences(
      "<a>\n  <b> </b>\n  <c/>\n</a>",
      [
        ("<a><b> </b><c/></a>", "passed", ""), ("<a><b/><c/></a>", "failed", ""),
        ("<a><b> </b>\t<c/></a>", "passed", ""), ("<a>x<b> </b><c/></a>", "failed", ""),
        ("<a xml:space='preserve'><b> </b><c/></a>", "failed", ""),
      ]
    )
    #expect(layout == [])
    let ignored = try await differences(
      "<a>\n  <id>1</id>\n</a>",
      [("<a></a>", "passed", ", ignore: //id"), ("<a> <id>2</id></a>", "passed", ", ignore: //id")]
    )
    // The one file never had an element, so its emptiness equals what is left.
    #expect(ignored == [])
  }

  @Test func `a page keeps its text too`() async throws {
    let differences = try await differences(
      "<html><body>\n<p> x </p>\n</body></html>",
      type: "text/html",
      [
        ("<html><body><p> x </p></body></html>", "passed", ""),
        ("<html><body><p>x</p></body></html>", "failed", ""),
        ("<html><body><p> x </p><!-- c --></body></html>", "passed", ""),
        ("<html><body><p> x </p><!-- c --></body></html>", "failed", ", comments: true"),
      ]
    )
    #expect(differences == [])
  }

  @Test func `comments and processing instructions count only when they are asked for`()
    async throws
  {
    let differences = try await differences(
      "<?go now?><a>x<!-- one -->y<b/><?do it?></a><!-- end -->",
      [
        ("<a>xy<b/></a>", "passed", ""), ("<a>xy<b/></a>", "failed", ", comments: true"),
        ("<a>xy<b/></a>", "passed", ", comments: false"),
        (
          "<?go now?><a>x<!-- one -->y<b/><?do it?></a><!-- end -->", "passed", ", comments: true"
        ),
        (
          "<?go now?><a>x<!-- two -->y<b/><?do it?></a><!-- end -->", "failed", ", comments: true"
        ),
        ("<?go now?><a>x<!-- one -->y<b/><?do?></a><!-- end -->", "failed", ", comments: true"),
        ("<a>x<!-- one -->y<b/><?do it?></a><!-- end -->", "failed", ", comments: true"),
        ("<?go now?><a>x<!-- one -->y<b/><?do it?></a>", "failed", ", comments: true"),
        (
          "<?go now?><a>x<!-- two -->y<b/><?do it?></a><!-- end -->", "passed",
          ", comments: true, ignore: //comment()"
        ),
      ]
    )
    #expect(differences == [])
  }
}
