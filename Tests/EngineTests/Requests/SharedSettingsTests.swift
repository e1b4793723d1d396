import Diagnostics
import Documents
import Scenarios
import TestSupport
import Testing

@testable import Engine

/// Options that many requests have in common: each request is made with its own.
@Suite(.timeLimit(.minutes(5))) struct SharedSettingsTests {
  private func agents(
    _ files: [String: String],
    paths: [String] = ["a.scenario.yaml"]
  ) async throws
    -> [String]
  {
    let server = try await FixtureServer.start()
    let run = try await EngineRun(files, base: server.url, paths: paths)
    #expect(run.hasPassed, "\(run.problems)")
    let requests = server.requests
    await server.stop()
    return requests.map { $0.header("User-Agent") ?? "" }
  }

  @Test func `options of defaults hold for each request that says nothing else`() async throws {
    let text = """
      scenario: it
      base: BASE
      defaults: { options: { user-agent: default, timeout: 20s } }
      steps:
        - GET: /json
        - GET: /json
        - { GET: /json, options: { user-agent: own } }
        - { GET: /json, options: { timeout: 10s } }
        - GET: /json
        - steps:
            - GET: /json
            - { GET: /json, options: { user-agent: own } }
        - GET: /json
      """
    let agents = try await agents(["a.scenario.yaml": text])
    #expect(
      agents
        == ["default", "default", "own", "default", "default", "default", "own", "default"]
    )
  }

  @Test func `options with expressions are evaluated for each request`() async throws {
    let text = """
      scenario: it
      base: BASE
      defaults: { options: { timeout: 20s, user-agent: "${name}" } }
      variables: { name: first }
      steps:
        - GET: /json
        - set: { name: second }
        - GET: /json
        - { GET: /json, each: [third, fourth], as: name }
      """
    let agents = try await agents(["a.scenario.yaml": text])
    #expect(agents == ["first", "second", "third", "fourth"])
  }

  @Test func `rows and repeats of a scenario share options and not more`() async throws {
    let text = """
      scenario: it
      base: BASE
      cases: [{ agent: a }, { agent: b }]
      defaults: { options: { timeout: 20s } }
      steps:
        - { GET: /json, options: { user-agent: "${agent}" } }
        - { GET: /json, options: { user-agent: same } }
      """
    let agents = try await agents(["a.scenario.yaml": text])
    #expect(agents.sorted() == ["a", "b", "same", "same"])
  }

  @Test func `a file in options is looked for beside the file whose steps it holds for`()
    async throws
  {
    let login = { (name: String) in "machine 127.0.0.1 login \(name) password b" }
    let files = [
      "curlew.yaml": "defaults: { options: { netrc: login } }",
      "a.scenario.yaml": """
      scenario: it
      base: BASE
      steps:
        - GET: /json
        - use: used/b.steps.yaml
        - GET: /json
      """,
      "used/b.steps.yaml": "steps: [{ GET: /json }, { GET: /json }]",
      "login": login("outer"),
      "used/login": login("inner"),
    ]
    let server = try await FixtureServer.start()
    let run = try await EngineRun(files, base: server.url, paths: ["a.scenario.yaml"])
    #expect(run.hasPassed, "\(run.problems)")
    let requests = server.requests
    await server.stop()
    let credentials = requests.map { $0.header("Authorization") ?? "" }
    try #require(credentials.count == 4)
    #expect(credentials[0] == credentials[3])
    #expect(credentials[1] == credentials[2])
    #expect(credentials[0] != credentials[1])
  }

  @Test func `an option without a path does the same beside every file`() throws {
    let (tlsFiles, netrcFiles) = (TLSFiles(), NetrcFiles(home: nil))
    func made(_ option: RequestOption, in folder: String) throws -> String {
      let example = try #require(
        YAMLData.read(SourceFile(path: "example.yaml", text: option.example)).value
      )
      let value = try #require(example.object?[option.name])
      var settings = RequestSettings(tlsFiles: tlsFiles, netrcFiles: netrcFiles)
      try option.apply(value, &settings, ScenarioFiles(folder: folder, allowed: [folder]))
      var text = ""
      dump(settings, to: &text)
      return text
    }
    let options = RequestOptionCatalogue.all.filter { !$0.hasPath }
    try #require(!options.isEmpty)
    for option in options {
      #expect(try made(option, in: "/one") == made(option, in: "/two"), "\(option.name)")
    }
  }
}
