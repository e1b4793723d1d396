import TestSupport
import Testing

/// A `curlew.yaml` that cannot be understood: without its secrets, limits and preparations nothing may be sent.
@Suite(.timeLimit(.minutes(5))) struct BrokenProjectTests {
  private static let scenario = "scenario: one\nsteps:\n  - GET: BASE/json\n"

  private func project(base: String, _ files: [String: String] = [:]) throws -> CommandProject {
    let scenario = Self.scenario.replacing("BASE", with: base)
    return try CommandProject(files.merging(["one.scenario.yaml": scenario]) { $1 })
  }

  @Test(arguments: [
    "secrets: [TOKEN]\nrun: { rate: ${x} }\n", "\tsecrets: [TOKEN]\n", "- secrets\n", "secrets\n",
    "secrets: [TOKEN]\n---\nsecrets: []\n", "secrets: [TOKEN\n",
    "secrets: [TOKEN]\nrun: { rat: 1 }\n",
  ])
  func `nothing is sent when the project cannot be understood`(text: String) async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, ["curlew.yaml": text])
    let ending = try await project.run("run", ".")
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.all.contains("curlew.yaml:"), "\(ending.all)")
    #expect(ending.output.contains("nothing was run"), "\(ending.all)")
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test(arguments: ["ln -s nowhere curlew.yaml", "mkfifo curlew.yaml"])
  func `nothing is sent when the project cannot be read`(command: String) async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url)
    let ending = try await project.shell("\(command) && \"$CURLEW\" run .")
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.all.contains("the file cannot be read"), "\(ending.all)")
    #expect(server.counts.requests == 0)
    await server.stop()
  }

  @Test(arguments: ["", "---\n", "# nothing yet\n"])
  func `a project without anything in it is one`(text: String) async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, ["curlew.yaml": text])
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    await server.stop()
  }

  @Test func `a project that is named as a scenario keeps the others from nothing`() async throws {
    let server = try await FixtureServer.start()
    let project = try project(base: server.url, ["curlew.yaml": "secrets: [TOKEN]\n"])
    try project.folder.write("secrets: []\n", to: "other/curlew.yaml")
    let files = ["other/curlew.yaml", "curlew.yaml", "one.scenario.yaml"]
    let ending = try await project.run(["run"] + files)
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.all.contains("error: curlew.yaml is the project, no scenario"), "\(ending.all)")
    #expect(ending.output.contains("1 passed"), "\(ending.all)")
    await server.stop()
  }
}
