import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// What a secret is made of, what is made of it, and the files that it stands in.
@Suite(.timeLimit(.minutes(5))) struct SecretValueTests {
  private static let answer = """
    {"user": {"name": "ada-lovelace", "keys": ["key-number-one", {"pin": 12345678}], "on": true},
     "items": [{"id": "item-id-one"}, {"id": "item-id-two"}]}
    """
  private static let pieces = [
    "ada-lovelace", "key-number-one", "12345678", "item-id-one", "item-id-two",
  ]

  private func run(_ text: String, _ secrets: [String: String] = [:]) async throws -> EngineRun {
    let server = try await FixtureServer.start { _ in .json(Self.answer) }
    let run = try await EngineRun(scenario: text, base: server.url) {
      $0.secrets = secrets
      $0.recording = .everything
    }
    await server.stop()
    return run
  }

  @Test func `every text and number in a secret object, list and node list is masked`() async throws
  {
    let run = try await run(
      """
      steps:
        - step: first
          GET: /
          expect: { json: { $.user.name: other } }
          capture:
            user: { json: $.user, secret: true }
            ids: { json: '$.items[*].id', secret: true }
          continue: true
        - log: "${user} ${ids} ${user.keys[1].pin}"
      """
    )
    #expect(run.outcomes == [.failed], "\(run.problems)")
    let all = String(describing: run.steps)
    #expect(all.contains("•••"))
    for piece in Self.pieces { #expect(!all.contains(piece), "\(piece)") }
  }

  @Test
  func `every value that a loop collects as a secret is masked, that of its own step among them`()
    async throws
  {
    let run = try await run(
      """
      steps:
        - GET: /
          repeat: 2
          collect: { names: { json: $.user.name, secret: true } }
          expect: { json: { $.user.name: other } }
          continue: true
        - log: "${names}"
      """
    )
    let all = String(describing: run.steps)
    #expect(all.contains("•••") && !all.contains("ada-lovelace"), "\(all)")
  }

  private static let secret = "  Tok-EN_9x/ää-Qrs  "

  @Test(arguments: [
    ("trim(secret.KEY)", "Tok-EN_9x/ää-Qrs"), ("lower(secret.KEY)", "tok-en_9x/ää-qrs"),
    ("upper(secret.KEY)", "TOK-EN_9X/ÄÄ-QRS"), ("reverse(secret.KEY)", "srQ-ää/x9_NE-koT"),
    ("hex(secret.KEY)", "546f6b2d454e5f39782f"), ("split(secret.KEY, '/')", "Tok-EN_9x"),
    ("replace(secret.KEY, '-', '.')", "Tok.EN_9x/ää.Qrs"),
    ("replace(text, 'Bearer ', '')", "Tok-EN_9x"),
    ("upper(text)", "TOK-EN_9X"), ("join(split(secret.KEY, '/'), '|')", "Tok-EN_9x|ää"),
    ("hex(text)", "546f6b2d454e5f39782f"),
    ("'Bearer ' + secret.KEY", "Tok-EN_9x"), ("concat(trim(secret.KEY), '!')", "Tok-EN_9x"),
    ("regex(secret.KEY, '-(.*)-')", "EN_9x/ää"), ("regex(text, '-(.*)-')", "EN_9x/ää"),
    ("regex_all(secret.KEY, '[A-Za-z_0-9/]{4,}')[0]", "EN_9x/"),
    ("replace_regex(secret.KEY, '[-_/]', '.')", "Tok.EN.9x"),
    ("replace_regex(text, '[-_/]', '.')", "Tok.EN.9x"),
    ("sha256(secret.KEY)", "3feb9780c8cb05df"), ("sha512(text)", "aaa4e2fc0bf7527e"),
    ("hmac_sha512(secret.KEY, 'a')", "cbff85303f9b2a1b"),
    ("hmac_sha512('a', text)", "be5566dbd0bd462c"),
    ("map([text], '$')", "Tok-EN_9x"), ("flatten([[text]])", "Tok-EN_9x"),
    ("filter([text], '@')", "Tok-EN_9x"),
    ("url_parse('http://h/?q=' + url_encode(trim(secret.KEY))).query.q", "Tok-EN_9x"),
    ("url_parse('http://h/p#' + lower(trim(secret.KEY))).fragment", "tok-en_9x"),
  ])
  func `what a function makes of a secret is a secret`(
    expression: String,
    shown: String
  ) async throws {
    let run = try await run(
      """
      steps:
        - set: { text: "Bearer ${secret.KEY}" }
        - set: { made: "${\(expression)}" }
        - log: "it is ${made}"
      """,
      ["KEY": Self.secret]
    )
    #expect(run.hasPassed, "\(run.problems)")
    let logs = run.steps.flatMap(\.logs).joined()
    #expect(logs.contains("•••"), "\(logs)")
    for text in [logs, String(describing: run.steps)] { #expect(!text.contains(shown), "\(text)") }
  }

  @Test func `a function hides no more than the secret in its text`() async throws {
    let run = try await run(
      """
      variables: { text: "plain words,${secret.KEY},more words" }
      steps:
        - set: { parts: "${split(text, ',')}" }
        - log: "${parts[0]} ${parts[1]} ${parts[2]}"
      """,
      ["KEY": "abcdefgh"]
    )
    #expect(run.hasPassed, "\(run.problems)")
    #expect(run.steps.last?.logs == ["plain words ••• more words"])
  }

  @Test func `a secret that stands in a file is in no name and no excerpt`() async throws {
    let server = try await FixtureServer.start { _ in .json("{}") }
    let run = try await EngineRun(
      [
        "one.scenario.yaml": """
        scenario: about hidden-text-1
        base: BASE
        tags: [hidden-text-1]
        steps:
          - step: say hidden-text-1
            GET: /?q=hidden-text-1
            expect: { status: 500, headers: { X: hidden-text-1 } }
            continue: true
          - { step: later hidden-text-1, log: x }
        """
      ],
      base: server.url
    ) { $0.secrets = ["KEY": "hidden-text-1"] }
    #expect(run.outcomes == [.failed], "\(run.problems)")
    let outcomes = run.steps.flatMap(\.attempts).flatMap(\.assertions)
    let ranges =
      outcomes.compactMap(\.range) + run.steps.map(\.step.range)
      + run.reports.map(\.scenario.range)
    #expect(ranges.count >= 5)
    let lines = ranges.map { $0.file.text(ofLine: $0.start.line) }
    #expect(lines.contains { $0.contains("•••") })
    let names =
      run.steps.map(\.step.name) + run.reports.map(\.scenario.name)
      + run.reports.flatMap(\.scenario.tags)
    for text in lines + names { #expect(!text.contains("hidden-text"), "\(text)") }
    let header = outcomes.first { $0.subject.contains("header") }?.range
    #expect(header?.start.line == 7)
    await server.stop()
  }

  @Test func `a secret with delimiters of URLs is in no error of a URL or a proxy`() async throws {
    let secret = "wq/zx7#vb@nm8"
    let run = try await EngineRun(
      scenario: """
        steps:
          - { GET: "http://user:${secret.KEY}@127.0.0.1:1/", continue: true }
          - { GET: "http://${secret.KEY}.invalid/", continue: true }
          - { GET: "http://h.invalid/", options: { proxy: "http://user:${secret.KEY}@127.0.0.1:1" }, continue: true }
        """,
      base: "http://127.0.0.1:1"
    ) {
      $0.secrets = ["KEY": secret]
      $0.recording = .everything
    }
    let all = String(describing: run.steps)
    for piece in ["zx7", "vb@", "nm8", "wq/"] { #expect(!all.contains(piece), "\(piece): \(all)") }
  }
}
