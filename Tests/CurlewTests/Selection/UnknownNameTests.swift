import Testing

/// Names on the command line that no file has.
@Suite(.timeLimit(.minutes(5))) struct UnknownNameTests {
  private func project() throws -> CommandProject {
    try CommandProject([
      "one.scenario.yaml":
        "scenario: one\ntags: [smoke]\nvariables: { quantity: 1 }\nsteps: [{ log: \"${quantity}\" }]\n"
    ])
  }

  @Test(arguments: [
    ("quantiti=2", "no file uses the variable \"quantiti\" of --var", "did you mean \"quantity\"?"),
    ("nosuch=1", "no file uses the variable \"nosuch\" of --var", ""),
  ])
  func `a variable of --var that no file has is warned of`(
    given: String,
    message: String,
    hint: String
  ) async throws {
    let run = try await project().run("run", "one.scenario.yaml", "--var", given)
    #expect(run.status == 0)
    #expect(run.output.contains("warning: \(message)"), "\(run.all)")
    #expect(run.output.contains(hint), "\(run.all)")
    let check = try await project().run("check", "one.scenario.yaml", "--var", given)
    #expect(check.all.contains(message), "\(check.all)")
  }

  @Test func `a variable that is defined or used is not warned of`() async throws {
    let project = try CommandProject([
      "one.scenario.yaml": "scenario: one\nsteps: [{ use: a.steps.yaml }]\n",
      "a.steps.yaml": "steps: [{ log: \"${deep ?? 'x'}\" }]\n",
    ])
    let run = try await project.run("run", ".", "--var", "deep=1")
    #expect(!run.all.contains("no file uses"), "\(run.all)")
  }

  @Test func `a tag that no scenario has suggests one that they have`() async throws {
    let run = try await project().run("run", "one.scenario.yaml", "--tag", "smokee")
    #expect(run.status == 4)
    #expect(run.output.contains("no scenario has the tag \"smokee\" of --tag"), "\(run.all)")
    #expect(run.output.contains("did you mean \"smoke\"?"), "\(run.all)")
    let excluded = try await project().run("run", "one.scenario.yaml", "--tag", "not slow")
    #expect(excluded.status == 0)
    #expect(!excluded.all.contains("no scenario has"), "\(excluded.all)")
    let slip = try await project().run("run", "one.scenario.yaml", "--tag", "not smok")
    #expect(slip.output.contains("did you mean \"smoke\"?"), "\(slip.all)")
  }
}
