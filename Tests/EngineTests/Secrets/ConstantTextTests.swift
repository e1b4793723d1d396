import Diagnostics
import RunEvents
import TestSupport
import Testing

@testable import Engine

/// Texts of files are looked through once, and all the same no secret is in what is reported of them, whenever it is captured.
@Suite(.timeLimit(.minutes(5))) struct ConstantTextTests {
  private static let letters = Array("abcu26%&;+\\'\"/ ")

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a secret is seen in texts that stay the same when masking changes one of them`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    func text(_ count: ClosedRange<Int>) -> String {
      String(
        (0..<Int.random(in: count, using: &random)).map { _ in
          Self.letters.randomElement(using: &random) ?? "a"
        }
      )
    }
    let pieces = (0...Int.random(in: 0...4, using: &random)).map { _ in text(12...60) }
    let whole = ConstantText { pieces.map { Array($0.utf8)[...] } }
    let mask = SecretMask()
    #expect(!mask.isShown(in: whole))
    var isShown = false
    for _ in 0..<20 {
      // Sometimes more than the texts have bytes.
      for _ in 0..<Int.random(in: 0...3, using: &random) * Int.random(in: 1...30, using: &random) {
        mask.add(String((pieces.randomElement(using: &random) ?? "").prefix(5)) + text(6...140))
      }
      if Int.random(in: 0..<20, using: &random) == 0,
        let piece = pieces.randomElement(using: &random)
      {
        let part = piece.dropFirst(Int.random(in: 0...4, using: &random)).prefix(8)
        let plain = PlainSpelling(of: Array(part.utf8)).bytes
        mask.add(
          Bool.random(using: &random) ? String(part) : String(decoding: plain, as: UTF8.self)
        )
      }
      isShown = pieces.contains { mask.masking($0) != $0 }
      #expect(mask.isShown(in: whole) == isShown, "\(pieces)")
    }
    #expect(mask.isShown(in: whole) == isShown)
  }

  @Test func `a long secret that stands in a text in part is seen`() {
    let text = ConstantText {
      [Array("a line".utf8)[...], Array(repeating: 0x61, count: 200)[...]]
    }
    let mask = SecretMask()
    mask.add("some-other-secret")
    #expect(!mask.isShown(in: text))
    mask.add(String(repeating: "b", count: 300) + String(repeating: "a", count: 300))
    #expect(mask.isShown(in: text))
    mask.add("another-secret")
    #expect(mask.isShown(in: text))
  }

  private static let secret = #"p@ss/"w&<1>"#

  /// What stands in files, and the same as it is shown once the secret is known.
  private static let spellings = [
    #"p@ss/"w&<1>"#, "p%40ss%2F%22w%26%3C1%3E", #"p@ss\/\"w\u0026<1>"#, "p@ss/&quot;w&amp;&lt;1>",
    "p%2540ss%252F%2522w%2526%253C1%253E", "cEBzcy8idyY8MT4",
  ]

  /// Answers with the secret to `/?n=2` alone, else with a text that begins alike.
  private func run(_ files: [String: String]) async throws -> EngineRun {
    let server = try await FixtureServer.start { request in
      let number = request.queryValue("n") ?? ""
      return .json(#"{"token": "\#(number == "2" ? #"p@ss/\"w&<1>"# : "p@ss/word-\(number)")"}"#)
    }
    let run = try await EngineRun(files, base: server.url) { $0.jobs = 1 }
    await server.stop()
    #expect(run.hasPassed, "\(run.problems)")
    return run
  }

  /// Names and lines that are reported of steps.
  private func shown(_ steps: some Sequence<StepDescription>) -> [String] {
    steps.flatMap { step in
      [step.name, step.range.file.text(ofLine: step.range.start.line)]
    }
  }

  @Test(arguments: spellings)
  func `what is captured late is masked in the steps that end then and in all that follows`(
    spelling: String
  ) async throws {
    let run = try await run([
      "one.scenario.yaml": """
      scenario: one
      description: >-
        about '\(spelling)'
      base: BASE
      cases: [{ n: 1 }, { n: 2 }, { n: 3 }]
      steps:
        - { step: before, log: "x" } # \(spelling)
        - step: >-
            get \(spelling)
          GET: /?n=${n}
          capture: { token: { json: $.token, secret: true } }
        - step: later
          log: 'it is ${token}' # \(spelling)
      """
    ])
    #expect(run.steps.count == 9 && run.reports.count == 3)
    let texts = run.steps.map { shown([$0.step]).joined() }
    // Nobody knew it then.
    for text in texts[0...3] where text.contains("•••") { Issue.record("\(text)") }
    #expect(texts[1].contains(spelling) && texts[3].contains(spelling))
    for text in texts[4...] { #expect(!text.contains(spelling), "\(text)") }
    for index in [4, 6, 7] { #expect(texts[index].contains("•••"), "\(texts[index])") }
    let third = run.reports[2].scenario
    #expect(third.summary?.contains("•••") == true)
    for text in shown(third.steps) + [third.summary ?? ""] {
      #expect(!text.contains(spelling), "\(text)")
    }
  }

  @Test(arguments: spellings)
  func `what is captured in one file is masked in all others, those that are used among them`(
    spelling: String
  ) async throws {
    let step = """
      step: >-
            say \(spelling)
          log: x
      """
    func scenario(_ name: String, _ steps: String) -> String {
      "scenario: \(name)\nbase: BASE\nsteps:\n\(steps)\n"
    }
    let run = try await run([
      "a.scenario.yaml": scenario("a", "  - use: used.steps.yaml\n  - \(step)"),
      "b.scenario.yaml": scenario(
        "b",
        """
          - use: used.steps.yaml
          - { GET: /?n=1, capture: { token: { json: $.token, secret: true } } }
          - use: used.steps.yaml
          - { GET: /?n=2, capture: { token: { json: $.token, secret: true } } }
          - use: used.steps.yaml
          - \(step)
        """
      ),
      "c.scenario.yaml": scenario("c", "  - use: used.steps.yaml\n  - \(step)"),
      "used.steps.yaml": "steps:\n  - \(step)\n",
    ])
    let texts = run.steps.map { shown([$0.step]).joined() }
    #expect(texts.count == 10)
    for index in [0, 1, 2, 4] { #expect(texts[index].contains(spelling), "\(texts[index])") }
    for index in 6..<10 {
      #expect(texts[index].contains("•••") && !texts[index].contains(spelling), "\(texts[index])")
    }
    for text in shown(run.reports[2].scenario.steps) {
      #expect(!text.contains(spelling), "\(text)")
    }
  }

  // `\x70` is a `p` for YAML alone: the secret is in what a key says, but in no line of the file.
  @Test(arguments: [
    (#"scenario: "\x70@ss/word-1""#, "step: a"), ("scenario: s # p@ss/word-1", "step: a"),
    ("scenario: s\ndescription: p@ss/word-1", "step: a"),
    ("scenario: s\ntags: [p@ss/word-1]", "step: a"),
    ("scenario: s", #"step: "\x70@ss/word-1""#), ("scenario: s", "step: a # p@ss/word-1"),
  ])
  func `what is captured late is masked wherever it stands alone`(
    head: String,
    step: String
  ) async throws {
    let run = try await run([
      "one.scenario.yaml": """
      \(head)
      base: BASE
      cases: [{ n: 1 }, { n: 3 }]
      steps:
        - \(step)
          log: x
        - { GET: '/?n=${n}', capture: { token: { json: $.token, secret: true } } }
      """
    ])
    let texts = run.reports.map { report in
      let scenario = report.scenario
      let line = scenario.range.file.text(ofLine: scenario.range.start.line)
      return
        ([scenario.name, line, scenario.summary ?? ""] + scenario.tags + shown(scenario.steps))
        .joined(separator: " ")
    }
    try #require(texts.count == 2)
    #expect(texts[0].contains("p@ss/word-1"))
    #expect(texts[1].contains("•••") && !texts[1].contains("p@ss/word-1"), "\(texts)")
  }
}
