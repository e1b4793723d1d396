import Foundation
import TestSupport
import Testing

/// Tests of other tools, written as scenario files by the real command.
@Suite(.timeLimit(.minutes(5))) struct ImportCommandTests {
  private static let hurl = """
    # tags: smoke
    # Who is there?
    GET {{url}}/orders?page=2
    Accept: application/json
    HTTP 200
    [Captures]
    first: jsonpath "$.orders[0].id"
    [Asserts]
    jsonpath "$.orders" exists
    jsonpath "$.page" == 2

    POST {{url}}/bytes/{{first}}
    file,data/body.bin;
    HTTP 201

    """

  @Test func `one file is printed, and what is printed passes the check`() async throws {
    let project = try CommandProject([
      "a.hurl": "GET http://127.0.0.1:1/\nHTTP 200\n[Asserts]\nbody contains \"x\"\n"
    ])
    let printed = try await project.run("import", "hurl", "a.hurl")
    #expect(printed.status == 0 && printed.errors.isEmpty, "\(printed.all)")
    #expect(printed.output.hasPrefix("scenario: a\n"), "\(printed.output)")
    try project.folder.write(printed.output, to: "a.scenario.yaml")
    let checked = try await project.run("check", "a.scenario.yaml")
    #expect(checked.status == 0, "\(checked.all)")
  }

  @Test func `a folder is written file by file, and paths lead where they led`() async throws {
    let project = try CommandProject([
      "suite/deep/orders.hurl": Self.hurl, "suite/deep/data/body.bin": "bytes",
      "suite/other.txt": "", "curlew.yaml": "variables: { url: http://127.0.0.1:1 }\n",
    ])
    let ending = try await project.run("import", "hurl", "suite", "--into", "scenarios/new")
    #expect(ending.status == 0, "\(ending.all)")
    let text = try project.folder.readText("scenarios/new/deep/orders.scenario.yaml")
    #expect(text.contains("../../../suite/deep/data/body.bin"), "\(text)")
    #expect(text.contains("tags: [smoke]"), "\(text)")
    let checked = try await project.run("check", "scenarios")
    #expect(checked.status == 0, "\(checked.all)")
  }

  @Test(arguments: [
    (".", "suite/deep/a"), ("./suite", "deep/a"), ("suite/", "deep/a"), ("suite/deep/..", "deep/a"),
    ("suite/deep/.", "a"),
  ])
  func `a folder is the same however it is spelled`(path: String, file: String) async throws {
    let project = try CommandProject(["suite/deep/a.hurl": "GET http://127.0.0.1:1/\n"])
    let ending = try await project.run("import", "hurl", path, "--into", "out")
    #expect(ending.status == 0, "\(ending.all)")
    let text = try project.folder.readText("out/\(file).scenario.yaml")
    #expect(text.hasPrefix("scenario: a"))
  }

  @Test func `nothing is overwritten without force`() async throws {
    let hurl = "GET http://127.0.0.1:1/\n"
    let project = try CommandProject([
      "a.hurl": hurl, "b.hurl": hurl, "out/a.scenario.yaml": "mine",
    ])
    let refused = try await project.run("import", "hurl", "a.hurl", "b.hurl", "--into", "out")
    #expect(refused.status == 2, "\(refused.all)")
    #expect(refused.errors.contains("out/a.scenario.yaml is there already"), "\(refused.all)")
    #expect(try project.folder.readText("out/a.scenario.yaml") == "mine")
    #expect(try project.folder.readText("out/b.scenario.yaml").hasPrefix("scenario: b"))
    let forced = try await project.run("import", "hurl", "a.hurl", "--into", "out", "--force")
    #expect(forced.status == 0, "\(forced.all)")
    #expect(try project.folder.readText("out/a.scenario.yaml").hasPrefix("scenario: a"))
  }

  @Test func `files that become the same one are both left alone`() async throws {
    let hurl = "GET http://127.0.0.1:1/\n"
    let project = try CommandProject(["x/a.hurl": hurl, "y/a.hurl": hurl])
    let ending = try await project.run("import", "hurl", "x/a.hurl", "y", "--into", "out")
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.errors.contains("x/a.hurl: another file becomes out/a.scenario.yaml"))
    #expect(!FileManager.default.fileExists(atPath: project.folder.path("out/a.scenario.yaml")))
  }

  @Test(arguments: [
    (["a.txt"], "a.txt is no .hurl file"), (["none.hurl"], "no such file"),
    (["bad.hurl"], "bad.hurl:1:1"), (["good.hurl", "bad.hurl"], "bad.hurl:1:1"),
    (["empty"], "nothing to import"),
  ])
  func `what cannot be imported is reported`(paths: [String], message: String) async throws {
    let project = try CommandProject([
      "a.txt": "", "bad.hurl": "get /\n", "good.hurl": "GET http://127.0.0.1:1/\n", "empty/x": "",
    ])
    let ending = try await project.run(["import", "hurl"] + paths + ["--into", "out"])
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.errors.contains(message), "\(ending.all)")
    // One broken file hides no other.
    let isWritten = FileManager.default.fileExists(
      atPath: project.folder.path("out/good.scenario.yaml")
    )
    #expect(isWritten == paths.contains("good.hurl"))
  }

  @Test func `several files need a folder`() async throws {
    let hurl = "GET http://127.0.0.1:1/\n"
    let project = try CommandProject(["a.hurl": hurl, "b.hurl": hurl])
    let ending = try await project.run("import", "hurl", ".")
    #expect(ending.status == 2 && ending.errors.contains("--into"), "\(ending.all)")
    #expect(ending.output.isEmpty)
  }
}
