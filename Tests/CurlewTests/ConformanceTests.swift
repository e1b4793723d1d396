import Documents
import Foundation
import TestSupport
import Testing

/// Ten cases of each of the public suites beside the project, answered by the real command from outside.
///
/// `DocumentsTests` answer all of them in process.
@Suite(
  .enabled(if: ProjectPaths.conformance != nil, "there is no ../shared/conformance"),
  .timeLimit(.minutes(5))
)
struct ConformanceTests {
  private static let suites = ProjectPaths.conformance

  @Test func `query json gives the nodes of JSONPath cases and refuses what is no path`()
    async throws
  {
    let suite = try Self.document("jsonpath/cts.json")
    let tests = try #require(suite["tests"]?.array)
    let folder = try TemporaryFolder("conformance")
    let cases = Self.some(of: Array(tests.enumerated()))
    #expect(Set(cases.map { $1["invalid_selector"] == true }).count == 2)
    let failures = try await Self.failures(of: cases) { index, test in
      let selector = test["selector"]?.string ?? ""
      let document = test["document"] ?? nil
      let file = try folder.write(document.serialized(), to: "\(index).json")
      // A selector may start with a dash.
      let result = try await CommandRunner.curlew.run(["query", "json", "--", selector, file])
      if test["invalid_selector"] == true {
        return result.status == 2 && !result.errors.isEmpty ? nil : "\(selector) was accepted"
      }
      let results = test["results"]?.array ?? [test["result"] ?? nil]
      let nodes = try JSONParser().parse(result.output)
      guard results.contains(nodes) else { return "\(selector) gave \(nodes)" }
      let status: Int32 = nodes.array?.isEmpty == true ? 1 : 0
      return result.status == status ? nil : "\(selector) exits with \(result.status ?? -1)"
    }
    #expect(failures == [])
  }

  @Test func `query json reads what is JSON and refuses what is not`() async throws {
    let folder = try #require(Self.suites) + "/json-parsing/test_parsing"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") }.sorted()
    let cases = Self.some(of: names)
    #expect(Set(cases.map { $0.prefix(2) }).isSuperset(of: ["n_", "y_"]))
    let failures = try await Self.failures(of: cases) { name in
      let result = try await CommandRunner.curlew.run(["query", "json", "$", "\(folder)/\(name)"])
      let expected: Set<Int32> =
        switch name.prefix(2) {
        case "y_": [0]
        case "n_": [2]
        case _: [0, 2]
        }
      return result.status.map(expected.contains) == true
        ? nil : "\(name) exits with \(result.status ?? -1)"
    }
    #expect(failures == [])
  }

  @Test func `validate judges JSON Schema cases`() async throws {
    let root = try #require(Self.suites) + "/json-schema"
    let folder = try TemporaryFolder("conformance")
    let path = "\(root)/tests/draft2020-12"
    var groups: [(name: String, group: JSONValue)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where name.hasSuffix(".json") {
      for group in try Self.document("json-schema/tests/draft2020-12/\(name)").array ?? [] {
        groups.append(("\(name.dropLast(5))-\(groups.count)", group))
      }
    }
    let failures = try await Self.failures(of: Self.some(of: groups)) { name, group in
      let schema = try folder.write((group["schema"] ?? nil).serialized(), to: "\(name)/schema")
      let tests = group["tests"]?.array ?? []
      // Two files at least, so that each violation starts with the name of its file.
      var files = [try folder.write("1", to: "\(name)/other")]
      for (index, test) in tests.enumerated() {
        files.append(
          try folder.write((test["data"] ?? nil).serialized(), to: "\(name)/\(index)")
        )
      }
      let result = try await CommandRunner.curlew.run(
        ["validate", "--no-formats", "--ref", "http://localhost:1234/=\(root)/remotes", schema]
          + files
      )
      let lines = result.outputText.split(separator: "\n")
      let isInvalid = files.map { file in lines.contains { $0.hasPrefix("\(file): ") } }
      let isRight = zip(isInvalid.dropFirst(), tests).allSatisfy { $0 != ($1["valid"] == true) }
      let status: Int32 = isInvalid.contains(true) ? 1 : 0
      return isRight && result.status == status
        ? nil : "\(name): \(result.outputText)\(result.errorText)"
    }
    #expect(failures == [])
  }

  private static func document(_ name: String) throws -> JSONValue {
    let path = try #require(suites) + "/" + name
    return try JSONParser().parse(Array(Data(contentsOf: URL(filePath: path))))
  }

  /// Ten cases, at equal distances.
  private static func some<Case>(of cases: [Case]) -> [Case] {
    (0..<10).map { cases[$0 * cases.count / 10] }
  }

  /// What is wrong with some cases, four of them judged at once.
  private static func failures<Case: Sendable>(
    of cases: [Case],
    _ judge: @escaping @Sendable (Case) async throws -> String?
  ) async throws -> [String] {
    try await withThrowingTaskGroup(of: String?.self) { group in
      var waiting = cases[...]
      for _ in 0..<4 {
        guard let next = waiting.popFirst() else { break }
        group.addTask { try await judge(next) }
      }
      var failures: [String] = []
      while let failure = try await group.next() {
        if let failure { failures.append(failure) }
        if let next = waiting.popFirst() { group.addTask { try await judge(next) } }
      }
      return failures.sorted()
    }
  }
}

/// What `curlew validate` does with several files.
@Suite(.timeLimit(.minutes(5))) struct ValidateCommandTests {
  @Test func `several documents are judged by one schema, each named in its lines`() async throws {
    let project = try CommandProject([
      "schema.json": #"{ "type": "integer" }"#, "a.json": "1", "b.json": #""x""#, "c.json": "{",
    ])
    let good = try await project.run("validate", "schema.json", "a.json", "a.json")
    #expect(good.status == 0 && good.all.isEmpty, "\(good.all)")
    let bad = try await project.run("validate", "schema.json", "b.json", "a.json")
    #expect(bad.status == 1 && bad.output.hasPrefix("b.json: /: expected type integer"))
    let broken = try await project.run("validate", "schema.json", "c.json", "b.json")
    #expect(broken.status == 2 && broken.errors.contains("c.json"), "\(broken.all)")
    #expect(broken.output.hasPrefix("b.json: "), "what follows a broken file is judged too")
    let one = try await project.run("validate", "schema.json", "b.json")
    #expect(one.status == 1 && one.output.hasPrefix("/: expected type integer"))
  }
}
