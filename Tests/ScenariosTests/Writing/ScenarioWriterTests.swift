import Diagnostics
import Documents
import Files
import TestSupport
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ScenarioWriterTests {
  @Test(arguments: Self.files())
  func `what is written of a file reads as the same tree`(path: String) throws {
    let file = SourceFile(path: path, utf8: try FileSystem.read(path, limit: 1 << 24))
    let document = YAMLDocument(reading: file)
    let root = ScenarioNode(try #require(document.root))
    let text = ScenarioWriter().text(of: root)
    let written = ScenarioNode.read(text)
    #expect(written.summary == root.summary, "\(text)")
    #expect(written.diagnostics == [], "\(text)")
    // What is written once is written the same again.
    let again = YAMLDocument(reading: SourceFile(path: path, text: text))
    #expect(ScenarioWriter().text(of: ScenarioNode(try #require(again.root))) == text)
  }

  /// The scenarios, steps and projects of the repository, and those seeds of the fuzzer that are YAML.
  private static func files() -> [String] {
    let folders = ["scenarios", "scenarios/steps", "Tests/Fuzz/Seeds/yaml"]
    return folders.flatMap { folder in
      let path = PathText.join(ProjectPaths.root, folder)
      return (FileSystem.names(in: path) ?? [])
        .filter { $0.hasSuffix(".yaml") && $0 != "flow.yaml" }
        .map { PathText.join(path, $0) }
    }
  }

  @Test(arguments: ["2http:?.", "a:?b", "a:,b", "a:[", "a:{b}", "a::?"])
  func `a colon before a mark is quoted inside of braces`(text: String) {
    let map = ScenarioNode(.map([.init(Self.node("a"), Self.node(text))]), at: Self.range)
    let root = ScenarioNode(
      .map([.init(Self.node("root"), ScenarioNode(.list([map]), at: Self.range))]),
      at: Self.range
    )
    let written = ScenarioNode.read(ScenarioWriter().text(of: root))
    #expect(written.summary == root.summary && written.diagnostics == [])
  }

  @Test func `random trees read as they were written`() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<3_000 {
      let node = Self.node(depth: 4, &random)
      let root = ScenarioNode(.map([.init(Self.node("root"), node)]), at: Self.range)
      let text = ScenarioWriter().text(of: root)
      let written = ScenarioNode.read(text)
      #expect(written.summary == root.summary, "\(text)")
      #expect(written.diagnostics == [], "\(text)")
      #expect(ScenarioNode(ScenarioTree(root)).summary == root.summary)
    }
  }

  private static let range = SourceFile(path: "a", text: "").range(0..<0)

  private static func node(_ text: String) -> ScenarioNode {
    ScenarioNode(.value(.string(text)), at: range)
  }

  private static let pieces = [
    "a", "b c", " ", "  ", "\n", "\n\n", "\t", "\r\n", ":", ": ", " #", "#", "-", "- ", "?", "!",
    "&",
    "*", "|", ">", "'", "\"", "\\", "%", "@", "`", ",", "[", "]", "{", "}", "$", "$$", "~", "null",
    "true", "no", "1", "0x1F", "1e3", ".5", "---", "...", "<<", "=", "é", "\u{301}", "👩‍👩‍👧", "\u{0}",
    "\u{7F}", "\u{85}", "\u{A0}", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{10FFFF}", "“",
    "https://a/b", "a:?b",
  ]

  private static func text(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...5, using: &random)
    return (0..<count).map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
  }

  private static func node(depth: Int, _ random: inout SeededGenerator) -> ScenarioNode {
    let kind = Int.random(in: 0...(depth > 0 ? 9 : 5), using: &random)
    switch kind {
    case 0: return ScenarioNode(.value(.null), at: range)
    case 1: return ScenarioNode(.value(.bool(true)), at: range)
    case 2: return ScenarioNode(.value(.number(JSONNumber(-12))), at: range)
    case 3: return ScenarioNode(.template("${a}" + text(&random)), at: range)
    case 4, 5: return node(literal(&random))
    case 6, 7:
      let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        node(depth: depth - 1, &random)
      }
      return ScenarioNode(.list(items), at: range)
    case _:
      var names: Set<String> = []
      let entries = (0..<Int.random(in: 0...3, using: &random)).compactMap {
        _ -> ScenarioNode.Entry? in
        let name = literal(&random)
        guard names.insert(name).inserted, name != "<<" else { return nil }
        return ScenarioNode.Entry(node(name), node(depth: depth - 1, &random))
      }
      return ScenarioNode(.map(entries), at: range)
    }
  }

  /// A text that reads as itself: one with `${` would be a template.
  private static func literal(_ random: inout SeededGenerator) -> String {
    text(&random).replacing("$", with: "S")
  }

  @Test func `a scenario looks as if a person had written it`() {
    func entry(
      _ key: String,
      _ value: ScenarioNode.Content,
      _ comments: [String] = []
    )
      -> ScenarioNode.Entry
    {
      .init(
        ScenarioNode(.value(.string(key)), at: Self.range, comments: comments),
        ScenarioNode(value, at: Self.range)
      )
    }
    func map(_ entries: ScenarioNode.Entry...) -> ScenarioNode {
      ScenarioNode(.map(entries), at: Self.range)
    }
    var step = map(
      entry("step", .value(.string("read an order"))),
      entry("GET", .template("https://example.com/orders/${order}")),
      entry("headers", .map([entry("Accept", .value(.string("application/json, */*")))])),
      entry(
        "expect",
        .map([
          entry("status", .value(.number(JSONNumber(200)))),
          entry("json", .map([entry("$.items[0].name", .template("${name}"))]), ["By name."]),
        ])
      ),
      entry("text", .value(.string("first\nsecond ${\n")))
    )
    step.comments = ["Nobody may see another's order.", ""]
    let root = ScenarioNode(
      .map([
        entry("scenario", .value(.string("Orders: read")), ["Made of orders.hurl"]),
        entry("tags", .list([Self.node("smoke"), Self.node("yes")])),
        entry("steps", .list([step, map(entry("GET", .value(.string("/"))))])),
      ]),
      at: Self.range
    )
    #expect(
      ScenarioWriter().text(of: root) == """
        # Made of orders.hurl
        scenario: "Orders: read"
        tags: [smoke, "yes"]
        steps:
          # Nobody may see another's order.
          #
          - step: read an order
            GET: https://example.com/orders/${order}
            headers: { Accept: "application/json, */*" }
            expect:
              status: 200
              # By name.
              json: { "$.items[0].name": "${name}" }
            text: |
              first
              second $${
          - GET: /

        """
    )
  }
}
