import Foundation
import TestSupport
import Testing

/// Which files `.hurl` files read and write.
@Suite(.timeLimit(.minutes(5))) struct HurlFileAccessTests {
  private let server: FixtureServer
  private var project: HurlProject
  private let elsewhere: TemporaryFolder

  init() async throws {
    server = try await FixtureServer.start { request in
      switch request.path {
      case "/none": .json("{}", status: 404)
      case _: .bytes(Array("the body".utf8))
      }
    }
    elsewhere = try TemporaryFolder("elsewhere")
    try elsewhere.write("not for tests", to: "secret.txt")
    project = try HurlProject(["secret.txt": "not for tests", "tests/data.txt": "the data"])
    for (name, target) in [
      ("out.txt", elsewhere.path("secret.txt")), ("folder", elsewhere.path),
      ("up.txt", "../secret.txt"), ("near.txt", "data.txt"),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: project.folder.path("tests/\(name)"),
        withDestinationPath: target
      )
    }
  }

  private func write(_ entry: String) throws {
    try project.folder.write(
      "POST \(server.url)/x\n\(entry)\nHTTP 200\n",
      to: "tests/a.hurl"
    )
  }

  @Test(arguments: [
    "file,../secret.txt;", "file,up.txt;", "file,out.txt;", "file,folder/secret.txt;",
    "file,../tests/../secret.txt;", "file,/etc/hostname;", "[Multipart]\na: file,up.txt;",
    "file,{{up}};",
  ])
  func `a file outside the file root is not read, links or not`(entry: String) async throws {
    try write(entry)
    let ending = try await project.run("--variable", "up=../secret.txt", "tests/a.hurl")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(ending.errorText.contains("is outside the file root"), "\(ending.all)")
    #expect(server.requests.isEmpty)
    // By curlew run too, in a project around it.
    let run = try await CommandRunner.curlew.run([
      "run", project.folder.path("tests/a.hurl"), "--var", "up=../secret.txt",
    ])
    #expect(run.status != 0 && server.requests.isEmpty, "\(run.all)")
  }

  @Test(arguments: ["file,data.txt;", "file,near.txt;", "file,../tests/data.txt;"])
  func `a file inside of it is read`(entry: String) async throws {
    try write(entry)
    let ending = try await project.run("tests/a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(server.requests.last?.body == Array("the data".utf8))
  }

  @Test func `output is relative to the folder of the file`() async throws {
    try write("[Options]\noutput: made/body.txt")
    let ending = try await project.run("tests/a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(try project.folder.readText("tests/made/body.txt") == "the body")
    try project.folder.write("", to: "root/x")
    let rooted = try await project.run("--file-root", "root", "tests/a.hurl")
    #expect(rooted.status == 0, "\(rooted.all)")
    #expect(try project.folder.readText("root/made/body.txt") == "the body")
  }

  @Test(arguments: ["../body.txt", "/tmp/body.txt", "folder/body.txt"])
  func `output writes nowhere else`(path: String) async throws {
    try write("[Options]\noutput: \(path)")
    let ending = try await project.run("tests/a.hurl")
    #expect(ending.status == 3, "\(ending.all)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == ["secret.txt"])
  }

  @Test func `a file of bodies is replaced as a whole or stays`() async throws {
    try project.folder.write("before", to: "out.txt")
    try project.folder.write("GET \(server.url)/none\nHTTP 200\n", to: "fails.hurl")
    let failed = try await project.run("--output", "out.txt", "fails.hurl")
    #expect(failed.status == 4, "\(failed.all)")
    #expect(try project.folder.readText("out.txt") == "before")
    try write("")
    try FileManager.default.createSymbolicLink(
      atPath: project.folder.path("link.txt"),
      withDestinationPath: "out.txt"
    )
    let ending = try await project.run("--output", "link.txt", "tests/a.hurl")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(try project.folder.readText("out.txt") == "the body")
    let names = try FileManager.default.contentsOfDirectory(atPath: project.folder.path)
    #expect(names.sorted() == ["fails.hurl", "link.txt", "out.txt", "secret.txt", "tests"])
  }

  @Test(arguments: ["--output", "--cookie-jar"])
  func `a file that cannot be written is an error before anything is sent`(
    option: String
  ) async throws {
    try write("")
    for path in ["none/out.txt", "tests"] {
      let ending = try await project.run(option, path, "tests/a.hurl")
      #expect(ending.status == 3, "\(ending.all)")
      #expect(ending.errorText.contains("error: cannot "), "\(ending.all)")
      #expect(server.requests.isEmpty)
    }
  }

  @Test func `certificates come from any folder`() async throws {
    try elsewhere.write("no certificate", to: "ca.pem")
    try write("[Options]\ncacert: \(elsewhere.path("ca.pem"))")
    let ending = try await project.run("tests/a.hurl")
    // It was read.
    #expect(ending.errorText.contains("certificate"), "\(ending.all)")
    #expect(!ending.errorText.contains("outside"), "\(ending.all)")
    // In a project its folder must be allowed.
    let run = try await CommandRunner.curlew.run(["run", project.folder.path("tests/a.hurl")])
    #expect(run.outputText.contains("outside the project's folder"), "\(run.all)")
  }
}
