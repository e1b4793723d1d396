import TestSupport
import Testing

/// CSV and forms with the real command: `query`, `validate`, `check`, `run` and its reports.
@Suite(.timeLimit(.minutes(5))) struct QueryFormatTests {
  private func project() throws -> CommandProject {
    try CommandProject([
      "rows.csv": "sku,qty\r\nABC-1,2\r\n\"XYZ-9\",\"a \"\"b\"\"\"\r\n",
      "rows.tsv": "sku\tqty\nABC-1\t2,5\n", "semicolons.txt": "ABC-1;2\nXYZ-9;0\n",
      "a.xml": "<a/>", "broken.csv": "a,b\n1,2\n3\n", "answer.txt": "a=1&b=x+y&a=%32",
      "bad.txt": "a=%FF", "rows.jsonl": "{\"a\": 1}\r\n\n[2, {\"a\": 3}]\n",
      "broken.ndjson": "{}\n\n{\"a\": 1,}\n", "lines.json": "{\"a\": 1}\n{\"a\": 2}\n",
      "schema.json": #"{"items": {"properties": {"qty": {"pattern": "^[0-9]+$"}}}}"#,
    ])
  }

  @Test func `query finds values of rows and forms`() async throws {
    let project = try project()
    for (arguments, output) in [
      (["csv", "$[*].sku", "rows.csv"], #"["ABC-1","XYZ-9"]"#),
      (["csv", "$[1]", "rows.csv"], #"[{"sku":"XYZ-9","qty":"a\"b\""}]"#),
      (["csv", "$[0].qty", "rows.tsv"], #"["2,5"]"#),
      (
        [
          "csv", "$[1][0]", "semicolons.txt", "--option", "separator=;", "--option", "header=false",
        ], #"["XYZ-9"]"#
      ),
      (["jsonl", "$..a", "rows.jsonl"], "[1,3]"), (["jsonl", "$[1][0]", "rows.jsonl"], "[2]"),
      (["form", "$.a", "answer.txt"], #"[["1","2"]]"#),
      (["form", "$.b", "answer.txt"], #"["xy"]"#),
      // They are no numbers of JSON.
      (["xml", "number(/b)", "a.xml"], #"["NaN"]"#),
      (["xml", "count(/a) div 0", "a.xml"], #"["Infinity"]"#),
      (["xml", "0 - count(/a) div 0", "a.xml"], #"["-Infinity"]"#),
      (["xml", "count(/a)", "a.xml"], "[1]"),
    ] {
      let ending = try await project.run(["query"] + arguments)
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.output.filter { !$0.isWhitespace } == output, "\(ending.output)")
    }
    let nothing = try await project.run("query", "csv", "$[9]", "rows.csv")
    #expect(nothing.status == 1)
  }

  @Test func `query says what is wrong with a document or an option`() async throws {
    let project = try project()
    for (arguments, message) in [
      (
        ["csv", "$", "broken.csv"], "broken.csv: line 3: expected 2 fields as in the header, got 1"
      ),
      (["form", "$", "bad.txt"], "bad.txt: the value of pair 1 is not UTF-8"),
      (
        ["jsonl", "$", "broken.ndjson"],
        "broken.ndjson: expected a member after the comma at line 3, column 9"
      ),
      (
        ["json", "$", "lines.json"],
        "lines.json: unexpected text after the document at line 2, column 1; each line is JSON by itself, which jsonl reads"
      ),
      (
        ["csv", "$", "rows.csv", "--option", "separator=;;"],
        "--option: separator takes a separator, got \";;\""
      ),
      (
        ["csv", "$", "rows.csv", "--option", "header=no"],
        "--option: header takes true or false, got \"no\""
      ),
      (
        ["csv", "$", "rows.csv", "--option", "charset=klingon"],
        "--option: charset takes a charset, got \"klingon\""
      ),
      (
        ["form", "$", "answer.txt", "--option", "header=false"],
        "--option: form has no option \"header\""
      ),
      (
        ["csv", "$", "rows.csv", "--option", "header"], "--option takes name=value, got \"header\""
      ),
    ] {
      let ending = try await project.run(["query"] + arguments)
      #expect(ending.status == 2, "\(ending.all)")
      #expect(ending.errors == "error: \(message)\n")
    }
    let help = try await project.run("query", "yaml", "$", "rows.csv")
    #expect(help.status == 2)
    #expect(help.all.contains("csv"), "\(help.all)")
  }

  @Test func `validate reads rows by the ending of the file`() async throws {
    let project = try project()
    let ending = try await project.run(
      "validate",
      "schema.json",
      "rows.csv",
      "rows.tsv",
      "broken.csv"
    )
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.output.contains("rows.csv: /1/qty: "), "\(ending.all)")
    #expect(ending.output.contains("rows.tsv: /0/qty: "), "\(ending.all)")
    #expect(
      ending.errors == "error: broken.csv: line 3: expected 2 fields as in the header, got 1\n"
    )
  }

  @Test func `a run shows the row that is not as expected, in every report`() async throws {
    let server = try await FixtureServer.start { _ in
      .text("sku;qty\r\nABC-1;2\r\nXYZ-9;0\r\n", type: "text/csv")
    }
    let project = try CommandProject(
      base: server.url,
      scenario: """
        steps:
          - GET: /
            expect:
              csv:
                separator: ";"
                $[1].qty: { gt: 0 }
            capture:
              sku: { csv: { path: "$[0].sku", separator: ";" } }
        """
    )
    let checked = try await project.run("check", ".")
    #expect(checked.status == 0, "\(checked.all)")
    let ending = try await project.run(
      "run",
      ".",
      "--report",
      "json=a.json",
      "--report",
      "junit=a.xml"
    )
    await server.stop()
    #expect(ending.status == 1, "\(ending.all)")
    let excerpt = "$[1].qty in text/csv, 27 bytes:  … XYZ-9;0"
    #expect(ending.output.contains("expected > 0, got \"0\""), "\(ending.output)")
    #expect(ending.output.contains(excerpt), "\(ending.output)")
    #expect(try project.folder.readText("a.json").contains(excerpt))
    #expect(try project.folder.readText("a.xml").contains("expected &gt; 0"))
  }

  @Test func `check finds each mistake about the rows`() async throws {
    let project = try CommandProject(
      base: "http://127.0.0.1:9",
      scenario: """
        steps:
          - GET: /
            expect: { csv: { header: maybe, separator: ";;", charset: klingon, colums: 3 } }
            capture: { a: { csv: { separator: "," } }, b: { form: { path: $.a } } }
        """
    )
    let ending = try await project.run("check", ".")
    #expect(ending.status == 2, "\(ending.all)")
    for message in [
      "expected true or false for header", "\";;\" is not a separator",
      "\"klingon\" is not a charset",
      "a JSONPath starts with $", "csv needs the key \"path\"", "expected a text for form",
    ] {
      #expect(ending.all.contains(message), "\(message): \(ending.all)")
    }
  }
}
