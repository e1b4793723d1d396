import Foundation
import TestSupport
import Testing

/// Bodies that the real command saves.
@Suite(.timeLimit(.minutes(5))) struct SaveCommandTests {
  private func project(
    _ files: [String: String] = [:],
    save: String = "out/body"
  ) throws
    -> CommandProject
  {
    let scenario = """
      scenario: one
      base: ${demo.url}
      steps: [{ GET: "/bytes?length=300000", headers: { Accept: "*/*" }, save: "\(save)" }]
      """
    return try CommandProject(
      ["suite/one.scenario.yaml": scenario].merging(files) { first, _ in first }
    )
  }

  private func files(_ project: CommandProject) -> [String] {
    let found = FileManager.default.enumerator(atPath: project.folder.path)
    return (found?.compactMap { $0 as? String } ?? [])
      .filter { !$0.hasSuffix(".yaml") && $0 != "suite" }.sorted()
  }

  private func count(_ path: String) -> Int? {
    FileManager.default.contents(atPath: path)?.count
  }

  @Test func `the file is below the folder of curlew.yaml, wherever the command is called`()
    async throws
  {
    let project = try project(["curlew.yaml": "run: { demo: true }\n"])
    let ending = try await project.run(in: "suite", ["run", ".", "--jobs", "1"])
    #expect(ending.status == 0, "\(ending.all)")
    #expect(files(project) == ["out", "out/body"])
    #expect(count(project.folder.path("out/body")) == 300_000)
  }

  @Test func `a later step reads what one saves, and no other file need be there`() async throws {
    func project(_ path: String, when: Bool = true) throws -> CommandProject {
      try CommandProject([
        "curlew.yaml": "base: \"${demo.url}\"\nrun: { demo: true }\n",
        "suite/a.scenario.yaml": """
        scenario: saves and sends
        steps:
          - { GET: /catalogue.csv, when: "${\(when)}", save: out/rows.csv }
          - POST: /echo
            file: \(path)
            expect: { text: { contains: ABC-1 } }
          - POST: /uploads
            multipart: [{ name: rows, file: \(path) }]
            expect: { json: { "$.parts[0].filename": rows.csv } }
        """,
      ])
    }
    let sent = try await project("../out/rows.csv").run("run", "suite")
    #expect(sent.status == 0, "\(sent.all)")
    let other = try await project("out/rows.csv").run("run", "suite")
    #expect(other.status == 2, "\(other.all)")
    #expect(other.all.contains("there is no file \"out/rows.csv\""), "\(other.all)")
    let skipped = try await project("../out/rows.csv", when: false).run("run", "suite")
    #expect(skipped.status == 1, "\(skipped.all)")
    #expect(skipped.all.contains("there is no file \"../out/rows.csv\""), "\(skipped.all)")
  }

  @Test func `without curlew.yaml it is below the working folder`() async throws {
    let project = try project()
    let ending = try await project.run("run", "suite", "--demo")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(files(project) == ["out", "out/body"])
  }

  @Test func `the output folder is relative to the working folder, and a rerun has it too`()
    async throws
  {
    let project = try project(["curlew.yaml": "run: { demo: true }\n"], save: "${run.id}")
    let ending = try await project.run(
      in: "suite",
      ["run", ".", "--output-folder", "new/bodies", "--report", "json=-", "--quiet"]
    )
    #expect(ending.status == 0, "\(ending.all)")
    let made = files(project)
    #expect(made.count == 3 && made.allSatisfy { $0.hasPrefix("suite/new") }, "\(made)")
    let empty = try await project.run("run", ".", "--output-folder", "")
    #expect(empty.status == 2 && empty.errors.contains("--output-folder"), "\(empty.all)")
    try project.folder.write("run: { output-folder: a }\n", to: "curlew.yaml")
    let key = try await project.run("check", ".")
    #expect(key.status == 2 && key.all.contains("unknown key \"output-folder\""), "\(key.all)")
  }

  @Test func `a disk that takes no more is an error, and nothing is left`() async throws {
    let project = try project()
    // Blocks of 512 bytes: a quarter of what is to be written.
    let ending = try await project.shell("ulimit -f 150; exec \"$CURLEW\" run . --demo")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.all.contains("the body cannot be saved as \"out/body\""), "\(ending.all)")
    #expect(ending.all.contains("file too large"), "\(ending.all)")
    #expect(files(project) == ["out"])
  }

  @Test func `an interrupt in the middle of a body leaves no file`() async throws {
    let server = try await FixtureServer.start()
    let project = try CommandProject(
      base: server.url,
      scenario: "steps: [{ GET: /fault/stallInBody, save: out/body }]\n"
    )
    let command = try project.start("run", ".")
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    command.send(SIGINT)
    let ending = try await command.result()
    #expect(ending.status == 130, "\(ending.outputText)")
    #expect(files(project) == [])
    await server.stop()
  }
}
