import Diagnostics
import Documents
import Engine
import Foundation
import TestSupport
import Testing

@testable import Scenarios

/// The JSON Schema that `curlew schema` prints, over real files.
@Suite struct SchemaFilesTests {
  private let schema: JSONSchema

  init() throws {
    schema = try JSONSchema(compiling: ScenarioSchema.document(vocabulary: .standard))
  }

  @Test(arguments: files(in: "scenarios"))
  func `every file of the scenarios validates`(path: String) throws {
    let value = try #require(try Self.value(of: path), "\(path) cannot be read")
    #expect(schema.validate(value).map { "\($0)" } == [])
  }

  @Test func `there are scenarios, steps and a project among them`() {
    let names = Self.files(in: "scenarios")
    for ending in [".scenario.yaml", ".steps.yaml", "curlew.yaml"] {
      #expect(names.contains { $0.hasSuffix(ending) })
    }
  }

  @Test func `a file with a mistake that a schema can see does not validate`() throws {
    var unseen: [String] = []
    for path in Self.files(in: "Tests/Fixtures/Mistakes") where !path.contains("/files/") {
      // What YAML itself cannot read, no schema looks at.
      guard let value = try Self.value(of: path) else { continue }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if name != "curlew.yaml", schema.validate(value).isEmpty { unseen.append(name) }
    }
    #expect(unseen.map { $0.components(separatedBy: ".")[0] } == Self.invisible)
  }

  /// Mistakes in names, expressions, paths and the content of texts, and of keys that exclude each other by what they mean.
  private static let invisible = [
    "expect-content-type",
    "expect-ignore",
    "expect-literal",
    "expect-schema",
    "expression-functions",
    "expression-in-key",
    "expression-later",
    "expression-nested",
    "expression-pipe",
    "expression-places",
    "expression-reserved",
    "expression-siblings",
    "expression-single-quoted",
    "expression-syntax",
    "expression-unknown",
    "path-rules",
    "scenario-missing-file",
    "scenario-names",
    "step-etag",
    "step-headers",
    "step-hex",
    "step-json-text",
    "step-parallel-captures",
    "step-template",
    "step-use-broken",
    "step-use-cycle",
    "step-use-cycles",
    "step-use-expression",
    "step-use-missing",
    "step-use-parameters",
    "step-use-query",
    "steps-caller",
    "use-handed-back",
    "words-expressions",
    "yaml-comment-cuts",
    "yaml-json-tabs",
    "yaml-mustache-text",
    "yaml-open-expression",
    "yaml-tilde",
  ]

  private static func files(in folder: String) -> [String] {
    // The enumerator gives nothing for a folder that is a link.
    let root = URL(filePath: "\(ProjectPaths.root)/\(folder)").resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".yaml") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func value(of path: String) throws -> JSONValue? {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(ProjectPaths.root)/\(path)"))
    let read = YAMLData.read(SourceFile(path: path, utf8: Array(bytes)))
    return read.0
  }
}
