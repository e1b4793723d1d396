import Foundation
import TestSupport
import Testing

/// The examples of the guide and the README: each is checked, run against the demo API, and prints what the page shows.
///
/// With `CURLEW_UPDATE_EXPECTED=1` in the environment the output on the pages is written anew, but for that with `…`.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  static let guide = "Sources/curlew/curlew.docc"
  static let pages = [
    "GettingStarted", "Requests", "Expectations", "DataRows", "Reuse", "SetUpAndTeardown",
    "WaitingAndRetrying", "Secrets", "SessionsAndAuthentication", "RunningInAPipeline",
    "Contracts", "ReadingAReport", "Troubleshooting", "ComingFromPostman", "ComingFromHurl",
  ]
  static let all = pages.map { "\(guide)/\($0).md" } + ["README.md"]

  /// The project of a page; where it has no project file, with that of *Getting started*.
  private func project(of page: GuidePage) throws -> CommandProject {
    let start = try GuidePage("\(Self.guide)/GettingStarted.md").files()
    let files = ["curlew.yaml": try #require(start["curlew.yaml"])]
    return try CommandProject(files.merging(try page.files()) { _, own in own })
  }

  @Test(arguments: all)
  func `the examples of a page are checked and pass`(path: String) async throws {
    let page = try GuidePage(path)
    let project = try project(of: page)
    let files = try page.files()
    #expect(files.keys.contains { $0.hasSuffix(".scenario.yaml") }, "\(path) has no example")
    #expect(!page.commands.isEmpty, "\(path) shows no output")
    let scenarios = page.passing(files)
    guard !scenarios.isEmpty else { return }
    let check = try await project.run(["check"] + scenarios)
    #expect(check.status == 0, "\(path)\n\(check.all)")
    #expect(check.output.contains(" 0 errors, 0 warnings"), "\(path)\n\(check.all)")
    let run = try await project.run(["run", "--demo"] + scenarios)
    #expect(run.status == 0, "\(path)\n\(run.all)")
    #expect(!run.output.contains(" skipped"), "\(path)\n\(run.all)")
  }

  @Test(arguments: all)
  func `a command prints what the page shows`(path: String) async throws {
    let page = try GuidePage(path)
    let project = try project(of: page)
    var lines = page.text.components(separatedBy: "\n")
    for block in page.commands.reversed() {
      let command = try #require(block.lines.first)
      #expect(command.hasPrefix("$ "), "\(path):\(block.line)")
      let script = command.dropFirst(2)
        .replacing("curlew ", with: "\"$CURLEW\" ", maxReplacements: 1)
      let ending = try await project.shell("{ \(script); } 2>&1")
      var printed = ending.output
      while printed.hasSuffix("\n") { printed.removeLast() }
      let shown = block.lines.dropFirst()
      guard !GuidePage.shows(shown, of: printed) else { continue }
      Issue.record("\(path):\(block.line): \(command)\n\(printed)")
      guard !shown.contains("…") else { continue }
      let place = block.line..<(block.line + shown.count)
      lines.replaceSubrange(place, with: printed.components(separatedBy: "\n"))
    }
    if ProcessInfo.processInfo.environment["CURLEW_UPDATE_EXPECTED"] == "1" {
      let file = "\(ProjectPaths.root)/\(path)"
      try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
  }

  @Test(arguments: all)
  func `a command in text has only options that there are`(path: String) async throws {
    let page = try GuidePage(path)
    let lines = page.blocks.filter { $0.language == "sh" }.flatMap(\.lines)
    for line in lines where line.hasPrefix("curlew ") {
      let words = line.split(separator: " ").prefix { $0 != ">" }
      let help = try await CommandProject().run("help", String(words[1])).output
      #expect(help.contains("USAGE: curlew \(words[1])"), "\(path): \(line)")
      for option in words where option.hasPrefix("--") {
        #expect(help.contains("\(option) ") || help.contains("\(option)/"), "\(path): \(line)")
      }
    }
  }

  @Test(arguments: pages)
  func `help prints the page of a topic`(page: String) async throws {
    let topic = page.replacing(/[A-Z]/) { "-" + $0.output.lowercased() }.dropFirst()
    let project = try CommandProject()
    let ending = try await project.run("help", String(topic))
    #expect(ending.status == 0)
    #expect(ending.output == (try GuidePage("\(Self.guide)/\(page).md").text))
    // Lines of help are broken at hyphens, too.
    let help = try await project.run("help").output.filter { !$0.isWhitespace }
    #expect(help.contains(topic))
  }

  @Test func `every page is in the guide, and every link leads to a page`() throws {
    let folder = "\(ProjectPaths.root)/\(Self.guide)"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .map { $0.replacing(".md", with: "") }
    #expect(Set(names) == Set(Self.pages + ["curlew", "Reference"]))
    let landing = try GuidePage("\(Self.guide)/curlew.md").text
    for name in Self.pages + ["Reference"] { #expect(landing.contains("- <doc:\(name)>")) }
    for name in names where name != "Reference" {
      let text = try GuidePage("\(Self.guide)/\(name).md").text
      for link in text.matches(of: /[(<]doc:(\w+)[)>]/) {
        #expect(names.contains(String(link.1)), "\(name) links to \(link.1)")
      }
    }
  }

  @Test(arguments: [
    (["a", "b"], "a\nb", true), (["a"], "a\nb", false), (["a", "…"], "a\nb", true),
    (["…", "b"], "a\nb", true), (["…", "a"], "a\nb", false), (["b", "…"], "a\nb", false),
    (["…", "b", "…"], "a\nb\nc", true), (["…", "d", "…"], "a\nb\nc", false),
    (["a", "…", "c"], "a\nb\nc", true), (["a", "…", "b", "…", "a"], "a\nb", false),
    (["took 5 ms"], "took 0.71 ms", true), (["expected 5"], "expected 6", false),
  ])
  func `three points stand for any lines, and nothing else does`(
    shown: [String],
    printed: String,
    isShown: Bool
  ) {
    #expect(GuidePage.shows(shown[...], of: printed) == isShown)
  }
}
