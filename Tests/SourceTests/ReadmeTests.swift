import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReadmeTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: SourceTree.root.appendingPathComponent(path), encoding: .utf8)
  }

  @Test(arguments: ["swift test", "swift run curlew run --demo"])
  func `the gate calls the commands of the README as they stand`(command: String) throws {
    let readme = try text("README.md").split(separator: "\n")
    let gate = try text(".ci/run").split(separator: "\n")
    #expect(readme.count { $0.hasSuffix("&& \(command)") } == 1)
    #expect(gate.count { $0.drop { $0 == " " } == command } == 1)
  }

  @Test func `the gate installs the system packages that the README names`() throws {
    let readme = try text("README.md")
    let gate = try text(".ci/run")
    let line = try #require(gate.split(separator: "\n").first { $0.hasPrefix("packages=(") })
    let packages = line.dropFirst("packages=(".count).prefix { $0 != ")" }
    #expect(readme.contains("install -y \(packages) && "))
  }
}
