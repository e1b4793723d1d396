import TestSupport
import Testing

/// The program by the name of `hurl`: its exit statuses, and what it prints.
@Suite(.timeLimit(.minutes(5))) struct HurlProgramTests {
  private static func server() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      switch request.path {
      case "/one": .json(#"{"id": 1}"#)
      case "/two": .bytes([0x00, 0xFF, 0x0A, 0x7F])
      case "/hop": .redirect("/one")
      case "/xml": .bytes(Array("<a><b/></a>".utf8))
      case _: .json(#"{"no": "such thing"}"#, status: 404)
      }
    }
  }

  static let statuses: [([String], Int32)] = [
    (["one.hurl"], 0), (["--bogus", "one.hurl"], 1), (["none.hurl"], 1),
    (["one.hurl", "none.hurl"], 1), (["--variable", "x", "one.hurl"], 1),
    (["--variable", "newUuid=1", "one.hurl"], 1), (["--jobs", "x", "one.hurl"], 1),
    (["--json", "one.hurl"], 1), (["--retry", "-1", "one.hurl"], 1),
    (["--from-entry", "3", "--to-entry", "2", "two.hurl"], 1), (["--glob", "*.none"], 1),
    (["--report-junit", "one.hurl", "one.hurl"], 1), (["--output", "one.hurl", "one.hurl"], 1),
    (["--digest", "one.hurl"], 1), (["--from-entry", "9", "two.hurl"], 3),
    (["broken.hurl"], 2), (["unreadable.hurl"], 2), (["--test", "one.hurl", "broken.hurl"], 2),
    (["missing.hurl"], 4), (["value.hurl"], 4), (["implicit.hurl"], 4), (["filter.hurl"], 4),
    (["capture.hurl"], 3), (["closed.hurl"], 3), (["unknown.hurl"], 3),
    (["missing.hurl", "closed.hurl"], 3), (["--test", "closed.hurl", "missing.hurl"], 3),
    (["--continue-on-error", "both.hurl"], 3), (["both.hurl"], 4),
    (["--test", "one.hurl", "missing.hurl"], 4), (["--ignore-asserts", "missing.hurl"], 0),
    (["--ignore-asserts", "capture.hurl"], 3), (["--max-time", "0", "one.hurl"], 1),
  ]

  static let errors: [(String, [String], [String])] = [
    ("implicit.hurl", ["Assert header value", "Assert body value"], ["3:15", "4:1"]),
    ("filter.hurl", ["Filter error"], ["5:23"]),
    ("capture.hurl", ["No query result"], ["4:4"]),
    ("captured-filter.hurl", ["Filter error"], ["4:26"]),
    ("captured-nothing.hurl", ["Filter error"], ["4:29"]),
    ("no-json.hurl", ["Invalid body"], ["4:1", "5:1"]),
    ("lines.hurl", ["Assert body value"], ["4:1"]),
    ("hexadecimal.hurl", ["Assert body value"], ["3:5"]),
    ("prefixes.hurl", ["Runtime error"], ["4:7", "5:7", "6:0"]),
    ("closed.hurl", ["HTTP connection"], ["1:5"]),
    ("broken.hurl", ["Parsing"], ["1:1"]),
  ]

  private let project: HurlProject
  private let server: FixtureServer

  init() async throws {
    server = try await Self.server()
    let url = server.url
    let closed = "http://127.0.0.1:1"
    project = try HurlProject([
      "one.hurl": "GET \(url)/one\nHTTP 200\n",
      "two.hurl": "GET \(url)/one\n\nGET \(url)/two\n",
      "rows.hurl": "GET \(url)/one\nHTTP 200\n[Asserts]\nxpath \"//x\" == ```\nabc\n```\n",
      "missing.hurl": "# a thing\nGET \(url)/none\nHTTP 200\n\nGET \(url)/one\n",
      "value.hurl":
        "GET \(url)/one\nHTTP 200\n[Asserts]\njsonpath \"$.id\" == 2\nheader \"X\" exists\n",
      "implicit.hurl": "GET \(url)/one\nHTTP 200\nContent-Type: text/x\n`{\"id\": 2}`\n",
      "filter.hurl": "GET \(url)/one\n\nHTTP 200\n[Asserts]\njsonpath \"$.id\" toInt nth 3 == 1\n",
      "capture.hurl": "GET \(url)/one\nHTTP 200\n[Captures]\nx: jsonpath \"$.none\"\n",
      "captured-filter.hurl":
        "GET \(url)/one\nHTTP 200\n[Captures]\nx: header \"Content-Type\" toInt\n",
      "captured-nothing.hurl":
        "GET \(url)/one\nHTTP 200\n[Captures]\nx: jsonpath \"$.id\" toString regex \"(z)\"\n",
      "no-json.hurl":
        "GET \(url)/two\nHTTP 200\n[Asserts]\njsonpath \"$.id\" exists\nbody == \"a\"\n",
      "lines.hurl": "GET \(url)/one\nHTTP 200\n```json\n{\"id\": 2}\n```\n",
      "hexadecimal.hurl": "GET \(url)/one\nHTTP 200\nhex,00;\n",
      "prefixes.hurl":
        "GET \(url)/xml\nHTTP 200\n[Asserts]\nxpath \"string(//z:b)\" == \"a\"\nxpath \"string(//y:b)\" == \"a\"\nstatus == 1\n",
      "old.hurl": "GET \(url)/one\nHTTP 200\n[Asserts]\njsonpath \"$\" not includes 1\n",
      "closed.hurl": "GET \(closed)/\nHTTP 200\n",
      "unknown.hurl": "GET \(url)/{{a-name}}\nHTTP 200\n",
      "both.hurl": "GET \(url)/none\nHTTP 200\n\nGET \(closed)/\n",
      "broken.hurl": "get \(url)/one\n",
      "unreadable.hurl": "GET \(url)/one\nHTTP 200\n[Nonsense]\n",
      "folder/a.hurl": "GET \(url)/one\n",
      "folder/deeper/b.hurl": "GET \(url)/two\n",
      "folder/c.txt": "no test\n",
    ])
  }

  @Test(arguments: statuses)
  func `the exit status is that of Hurl`(arguments: [String], status: Int32) async throws {
    let ending = try await project.run(arguments)
    #expect(ending.status == status, "\(ending.all)")
    if status != 0 { #expect(!ending.errors.isEmpty) }
  }

  @Test func `the last body of each file is printed as it came`() async throws {
    let one = try await project.run("one.hurl", "two.hurl")
    #expect(one.output == Array(#"{"id": 1}"#.utf8) + [0x00, 0xFF, 0x0A, 0x7F])
    #expect(one.errorText == "")
    let failed = try await project.run("missing.hurl", "one.hurl")
    #expect(failed.outputText == #"{"id": 1}"#)
    for flag in ["--no-output", "--test"] {
      let none = try await project.run(flag, "one.hurl")
      #expect((none.status, none.outputText) == (0, ""), "\(none.all)")
    }
    let part = try await project.run("--to-entry", "1", "two.hurl")
    #expect(part.outputText == #"{"id": 1}"#)
  }

  @Test func `a file takes the bodies of all files`() async throws {
    try project.folder.write("what was there before", to: "out.bin")
    let ending = try await project.run("-o", "out.bin", "one.hurl", "missing.hurl", "two.hurl")
    #expect((ending.status, ending.outputText) == (4, ""), "\(ending.all)")
    let bytes = try project.folder.read("out.bin")
    #expect(bytes == Array(#"{"id": 1}"#.utf8) + [0x00, 0xFF, 0x0A, 0x7F])
  }

  @Test func `include prints the fields before the body`() async throws {
    let ending = try await project.run("--include", "one.hurl")
    #expect(ending.outputText.hasPrefix("HTTP/1.1 200\n"), "\(ending.all)")
    #expect(ending.outputText.lowercased().contains("content-type: application/json\n"))
    #expect(ending.outputText.hasSuffix("\n\n" + #"{"id": 1}"#))
  }

  @Test func `errors have the place, the lines of the file and a note`() async throws {
    let ending = try await project.run("missing.hurl", "value.hurl")
    #expect(
      ending.errorText == """
        error: Assert status code
          --> missing.hurl:3:6
           |
           | GET \(server.url)/none
         3 | HTTP 200
           |      ^^^ actual value is <404>
           |

        error: Assert failure
          --> value.hurl:4:0
           |
           | GET \(server.url)/one
           | ...
         4 | jsonpath "$.id" == 2
           |   actual:   1
           |   expected: 2
           |   $.id in application/json, 9 bytes:  … "id": 1}
           |

        error: Assert failure
          --> value.hurl:5:0
           |
           | GET \(server.url)/one
           | ...
         5 | header "X" exists
           |   actual:   nothing
           |   expected: a value
           |


        """
    )
  }

  @Test(arguments: errors)
  func `each kind of error has its title and place`(
    file: String,
    titles: [String],
    places: [String]
  ) async throws {
    let ending = try await project.run(file)
    for title in titles { #expect(ending.errorText.contains("error: \(title)\n"), "\(ending.all)") }
    #expect(ending.places == places.map { "\(file):\($0)" }, "\(ending.all)")
    #expect(ending.outputText == "")
  }

  @Test func `a row of several lines is marked to the end of its first`() async throws {
    let text = try await project.run("rows.hurl").errorText
    #expect(
      text.contains("\n 4 | xpath \"//x\" == ```\n   | ^^^^^^^^^^^^^^^^^^ the body is not"),
      "\(text)"
    )
  }

  @Test func `a warning is one line`() async throws {
    let ending = try await project.run("old.hurl")
    let start = "warning: old.hurl:4:18: the predicate includes is deprecated"
    #expect(
      ending.errorText.hasPrefix(start) && ending.places.first == "old.hurl:4:0",
      "\(ending.all)"
    )
  }

  @Test func `a variable without a value is named at its place`() async throws {
    let ending = try await project.run("unknown.hurl")
    let column = "GET \(server.url)/{{".count + 1
    #expect(ending.places == ["unknown.hurl:1:\(column)"], "\(ending.all)")
    #expect(ending.errorText.contains("error: Undefined variable\n"))
    #expect(server.requests.isEmpty)
  }

  @Test func `files before one that cannot be parsed are run, those behind it are not`()
    async throws
  {
    let ending = try await project.run(
      "one.hurl",
      "broken.hurl",
      "two.hurl",
      "--report-junit",
      "junit.xml"
    )
    #expect(ending.status == 2)
    #expect(ending.outputText == #"{"id": 1}"#)
    #expect(ending.places == ["broken.hurl:1:1"])
    #expect(server.requests.map(\.path) == ["/one"])
    #expect((try? project.folder.read("junit.xml")) == nil)
    let together = try await project.run("--test", "one.hurl", "broken.hurl")
    #expect(together.places == ["broken.hurl:1:1"])
    #expect(server.requests.count == 1)
  }

  @Test func `a test has a line for each file and a summary`() async throws {
    let ending = try await project.run("--test", "--jobs", "1", "one.hurl", "missing.hurl")
    #expect((ending.status, ending.outputText) == (4, ""))
    let lines = ending.errorText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("Success one.hurl (1 request(s) in ") == true)
    #expect(lines.contains { $0.hasPrefix("Failure missing.hurl (1 request(s) in ") })
    let start = try #require(lines.firstIndex(of: Substring(String(repeating: "-", count: 80))))
    let summary = lines[(start + 1)...].map(String.init)
    #expect(summary.count == 7, "\(ending.errorText)")
    #expect(summary[0] == "Executed files:    2")
    #expect(summary[1].hasPrefix("Executed requests: 2 ("))
    #expect(summary[2] == "Succeeded files:   1 (50.0%)")
    #expect(summary[3] == "Failed files:      1 (50.0%)")
    #expect(summary[4].hasPrefix("Duration:          "))
  }

  @Test func `a file that cannot be run fails the test and hides no other`() async throws {
    let ending = try await project.run("--test", "unknown.hurl", "one.hurl")
    #expect(ending.status == 3)
    #expect(ending.errorText.contains("Success one.hurl"), "\(ending.all)")
    #expect(ending.errorText.contains("Failure unknown.hurl"), "\(ending.all)")
    #expect(ending.errorText.contains("Failed files:      1 (50.0%)"), "\(ending.all)")
  }

  @Test(arguments: [[String](), ["-"]])
  func `a test may come by standard input`(arguments: [String]) async throws {
    let url = server.url
    let good = try await project.run(arguments, input: "GET \(url)/one\nHTTP 200\n")
    #expect((good.status, good.outputText) == (0, #"{"id": 1}"#), "\(good.all)")
    let bad = try await project.run(arguments, input: "GET \(url)/none\nHTTP 200\n")
    #expect((bad.status, bad.places) == (4, ["-:2:6"]), "\(bad.all)")
    let broken = try await project.run(arguments, input: "GET\n")
    #expect((broken.status, broken.places) == (2, ["-:1:4"]), "\(broken.all)")
  }

  @Test func `folders and patterns name files`() async throws {
    let folder = try await project.run("--test", "folder")
    #expect(folder.status == 0, "\(folder.all)")
    #expect(folder.errorText.contains("Success folder/a.hurl"))
    #expect(folder.errorText.contains("Success folder/deeper/b.hurl"))
    #expect(folder.errorText.contains("Executed files:    2\n"))
    let pattern = try await project.run("--test", "--glob", "**/[ab].hurl", "--glob", "on?.hurl")
    #expect(pattern.errorText.contains("Executed files:    3\n"), "\(pattern.all)")
    let any = try await project.run("folder/c.txt")
    #expect((any.status, any.places) == (2, ["folder/c.txt:1:1"]), "\(any.all)")
  }

  @Test func `asserts that are ignored are called skipped in reports`() async throws {
    let ending = try await project.run(
      "--test",
      "--ignore-asserts",
      "missing.hurl",
      "--report-junit",
      "junit.xml",
      "--report-tap",
      "tap.txt"
    )
    #expect(ending.status == 0)
    #expect(ending.errorText.contains("warning: --ignore-asserts: no assertion is evaluated\n"))
    let report = try JUnitReport(try project.folder.read("junit.xml"))
    #expect(report.cases.map(\.verdict) == ["skipped", "skipped"])
    #expect(try project.folder.readText("tap.txt").contains("# SKIP its assertions were not"))
    #expect(server.requests.map(\.path) == ["/none", "/one"])
  }

  @Test func `help and version are printed`() async throws {
    let help = try await project.run("--help")
    #expect(help.status == 0)
    for name in ["--variable", "--location", "--include", "-o, --output", "-L, --location"] {
      #expect(help.outputText.contains(name), "\(name): \(help.outputText)")
    }
    #expect(!help.outputText.contains("--rerun-failed"))
    for flag in ["--version", "-V"] {
      let version = try await project.run(flag)
      #expect(version.status == 0)
      #expect(version.outputText.hasPrefix("curlew "), "\(version.all)")
    }
  }

  @Test func `a report that cannot be written is an error`() async throws {
    let ending = try await project.run("--test", "one.hurl", "--report-junit", "folder")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errorText.contains("folder"), "\(ending.all)")
  }
}
