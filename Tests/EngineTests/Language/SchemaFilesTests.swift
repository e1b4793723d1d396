import Diagnostics
import Documents
import Engine
import Foundation
import TestSupport
import Testing

@testable import Scenarios

/// The JSON Schema that `curlew schema` prints, over real files.
@Suite(.timeLimit(.minutes(5))) struct SchemaFilesTests {
  private let schema: JSONSchema

  /// Compiled once for all files.
  private static let compiled = Result {
    try JSONSchema(compiling: ScenarioSchema.document(vocabulary: .standard))
  }

  init() throws { schema = try Self.compiled.get() }

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
    #expect(unseen.map { $0.components(separatedBy: ".")[0] } == Self.invisible.map(\.key))
  }

  /// The files whose mistake no schema can see, with what it would have to know.
  ///
  /// The list is closed: a new file either stands here or does not validate.
  private static let invisible: KeyValuePairs = [
    "expect-literal": "where a matcher ends and a literal begins inside of equals",
    "expect-schema": "what is in a file",
    "expect-xpath-exists": "what an XPath gives",
    "expression-functions": "what stands in an expression",
    "expression-in-key": "what stands in an expression",
    "expression-later": "which names an expression knows",
    "expression-literals": "what stands in an expression",
    "expression-pipe": "what stands in an expression",
    "expression-places": "which names an expression knows",
    "expression-reserved": "which names an expression knows",
    "expression-siblings": "which names an expression knows",
    "expression-single-quoted": "what stands in an expression",
    "expression-syntax": "what stands in an expression",
    "expression-unknown": "which names an expression knows",
    "path-rules": "which files there are",
    "scenario-missing-file": "which files there are",
    "step-etag": "which header has quotes of its own",
    "step-json-text": "what a text says as JSON",
    "step-name": "which names an expression knows",
    "step-parallel-captures": "that two maps have a key in common",
    "step-template": "which names an expression in another file knows",
    "step-use-broken": "what is in a file",
    "step-use-cycle": "what is in a file",
    "step-use-cycles": "what is in a file",
    "step-use-missing": "which files there are",
    "step-use-parameters": "what is in a file",
    "step-use-query": "that what stands beside it is no request",
    "steps-caller": "which names an expression knows",
    "use-handed-back": "what is in a file",
    "use-returns-clash": "which names have a value already",
    "words-expressions": "what stands in an expression",
    "words-functions": "what stands in an expression",
    "yaml-comment-cuts": "comments",
    "yaml-json-tabs": "how a file is indented",
    "yaml-mustache-text": "that a text was meant as an expression",
    "yaml-open-expression": "what stands in an expression",
    "yaml-tilde": "how null is spelled",
  ]

  private static func files(in folder: String) -> [String] {
    // The enumerator gives nothing for a folder that is a link.
    let root = URL(filePath: "\(ProjectPaths.root)/\(folder)").resolvingSymlinksInPath().path
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    // A contract is a file of its own kind.
    return names.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".openapi.yaml") }.sorted().map {
      "\(folder)/\($0)"
    }
  }

  private static func value(of path: String) throws -> JSONValue? {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(ProjectPaths.root)/\(path)"))
    let read = YAMLData.read(SourceFile(path: path, utf8: Array(bytes)))
    return read.0
  }
}
