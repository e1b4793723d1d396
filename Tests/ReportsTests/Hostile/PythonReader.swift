import Foundation
import TestSupport

/// Reads reports with the standard library of Python: somebody else's parsers.
enum PythonReader {
  /// What a reader said of the reports of a kind.
  enum Verdict: Equatable {
    /// All of them were read as what they are.
    case understood
    /// The first complaint.
    case complaint(String)
  }

  /// Whether there is a Python on this machine.
  static var isThere: Bool { python != nil }

  /// Reads the reports of a kind.
  ///
  /// - Parameters:
  ///   - kind: the name of the report.
  ///   - paths: the files.
  /// - Returns: what the reader said; a kind it does not know is understood when it is UTF-8.
  /// - Throws: when Python cannot be started.
  static func read(_ kind: String, _ paths: [String]) async throws -> Verdict {
    let runner = CommandRunner(python ?? "python3")
    let result = try await runner.run(["-c", script, kind] + paths)
    guard result.status != 0 else { return .understood }
    return .complaint(String(result.errorText.suffix(2_000)))
  }

  private static let python: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile)
  }()

  private static let script = #"""
    import html.parser, json, re, sys
    import xml.etree.ElementTree as xml
    kind, paths = sys.argv[1], sys.argv[2:]

    def junit(text):
        root = xml.fromstring(text.encode())
        assert root.tag == "testsuites", root.tag
        cases = list(root.iter("testcase"))
        assert len(cases) == int(root.get("tests")), "tests"
        assert sum(1 for c in cases if c.find("failure") is not None) == int(root.get("failures"))
        assert sum(1 for c in cases if c.find("error") is not None) == int(root.get("errors"))
        names = [(c.get("classname"), c.get("name")) for c in cases]
        assert len(set(names)) == len(names), "names are not unique"
        for suite in root:
            assert suite.tag == "testsuite"
            for case in suite.iter("testcase"):
                assert set(e.tag for e in case) <= {"failure", "error", "skipped", "system-out"}
        for line in text.splitlines():
            assert not line.strip().startswith("::"), line

    def events(text):
        lines = [json.loads(line) for line in text.split("\n")[:-1]]
        assert lines[0]["event"] == "run-started" and lines[-1]["event"] == "run-finished"

    def report(text):
        document = json.loads(text)
        assert document["format"] == "curlew-report" and document["scenarios"]

    def coverage(text):
        document = json.loads(text)
        assert document["format"] == "curlew-coverage" and isinstance(document["contracts"], list)

    def har(text):
        log = json.loads(text)["log"]
        assert log["version"] == "1.2" and log["entries"]
        for entry in log["entries"]:
            assert all(k in entry for k in ("request", "response", "timings", "startedDateTime"))

    def tap(text):
        lines = text.split("\n")
        assert lines[0] == "TAP version 14"
        outer = [l for l in lines if l and not l[0].isspace() and l[0] != "#"]
        points = [l for l in outer if re.match(r"(not )?ok\b", l)]
        plans = [l for l in outer if re.match(r"\d+\.\.\d+", l)]
        assert len(plans) == 1 and plans[0] == "1..%d" % len(points), plans
        assert [int(re.match(r"(?:not )?ok (\d+)", p).group(1)) for p in points] == list(range(1, len(points) + 1))
        assert set(outer) == {lines[0]} | set(points) | set(plans), outer
        assert not any(re.search(r"(?<!\\)# *(todo|skip)", p, re.I) for p in points), points

    # What GitHub's runner makes of a line: ActionCommand.TryParseV2.
    def github(text):
        for line in text.split("\n")[:-1]:
            m = re.match(r"::(error|warning|notice) ([^:]*)::(.*)$", line)
            assert m, line
            keys = [p.split("=", 1)[0] for p in m.group(2).split(",")]
            assert set(keys) <= {"file", "line", "col", "title"} and len(set(keys)) == len(keys), line

    def markdown(text):
        fence = None
        for line in text.split("\n"):
            m = re.match(r" {0,3}(`{3,})(text)?\s*$", line)
            if fence is None and m: fence = m.group(1)
            elif fence is not None and m and not m.group(2) and len(m.group(1)) >= len(fence): fence = None
            elif fence is None:
                plain = re.sub(r"\\.", "", line)
                assert "<" not in plain and "](" not in plain and "@" not in plain, line
        assert fence is None, "a fence is open"

    class Page(html.parser.HTMLParser):
        allowed = set("""html head meta title style script body header footer main nav section aside h1 h2 h3 h4 p div span ul ol li b i em
            strong code pre button input label select option form fieldset legend dialog template table thead tbody tr th td dl dt dd kbd time small noscript
            svg details summary output a br hr g canvas article figure noscript""".split())

        def __init__(self):
            super().__init__(convert_charrefs=True)
            self.id, self.data, self.plain = None, {}, 0

        def handle_starttag(self, tag, attributes):
            assert tag in self.allowed, tag
            for name, value in attributes:
                assert not name.startswith("on") and name not in ("src", "style", "srcdoc"), name
                assert name != "href" or value.startswith("#"), value
            own = dict(attributes)
            if tag == "script":
                self.plain += "type" not in own
                self.id = own.get("id") if own.get("type") == "application/json" else None
                if self.id: self.data[self.id] = ""

        def handle_data(self, text):
            if self.id: self.data[self.id] += text

        def handle_endtag(self, tag):
            if tag == "script": self.id = None

    def page(text):
        page = Page()
        page.feed(text)
        page.close()
        assert page.plain == 1, "scripts"
        data = {name: json.loads(text) for name, text in page.data.items()}
        names = {"data-%d.%d" % (row["index"], row["attempt"]) for row in data["data-index"]}
        assert names and set(data) == names | {"data-run", "data-index"} | (set(data) & {"data-coverage"}), set(data) ^ names
        counts = data["data-run"]["summary"]["scenarios"]
        assert sum(counts.values()) == len(names), counts
        for name in names: assert data[name]["steps"]

    readers = dict(html=page, junit=junit, events=events, json=report, har=har, tap=tap, github=github, markdown=markdown, coverage=coverage, **{"coverage-markdown": markdown})
    for path in paths:
        data = open(path, "rb").read()
        text = data.decode("utf-8")
        try:
            readers.get(kind, lambda text: None)(text)
        except Exception as e:
            sys.exit("%s: %s: %s" % (path, type(e).__name__, str(e)[:800]))
    """#
}
