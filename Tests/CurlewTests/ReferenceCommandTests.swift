import Foundation
import TestSupport
import Testing

/// `curlew reference`.
@Suite struct ReferenceCommandTests {
  @Test func `it prints the page, or a part of it`() async throws {
    let project = try CommandProject()
    let whole = try await project.run("reference")
    let page = "\(ProjectPaths.root)/Sources/curlew/curlew.docc/Reference.md"
    #expect(whole.status == 0)
    #expect(whole.output == (try String(contentsOfFile: page, encoding: .utf8)))
    let part = try await project.run("reference", "matchers")
    #expect(part.status == 0)
    #expect(part.output.hasPrefix("## Matchers\n"))
    #expect(whole.output.contains(part.output))
  }

  @Test func `a part that there is not is a mistake of usage that names the parts`() async throws {
    let ending = try await CommandProject().run("reference", "matcher")
    #expect(ending.status == 2)
    #expect(ending.errors.contains("there is no part 'matcher'"))
    #expect(ending.errors.contains("matchers"))
  }
}
