import Documents
import Testing

@Suite(
  .enabled(if: ConformanceSuite.isThere, ConformanceSuite.reason),
  .timeLimit(.minutes(5))
)
struct JSONPathConformanceTests {
  @Test func `the public compliance suite passes, every case`() throws {
    let path = ConformanceSuite.path("jsonpath/cts.json")
    let tests = try #require(ConformanceSuite.document(at: path)["tests"]?.array)
    var passed = 0
    for test in tests {
      let name = test["name"]?.string ?? ""
      let selector = try #require(test["selector"]?.string)
      let failure = Self.failure(of: test, selector)
      #expect(failure == nil, "\(name): \(selector)")
      passed += failure == nil ? 1 : 0
    }
    print("JSONPath suite: \(passed) of \(tests.count)")
    #expect(tests.count == 703)
  }

  private static func failure(of test: JSONValue, _ selector: String) -> String? {
    let path: JSONPath
    do {
      path = try JSONPath(parsing: selector)
    } catch {
      return test["invalid_selector"] == true ? nil : "\(error)"
    }
    if test["invalid_selector"] == true { return "accepted" }
    guard let document = test["document"], let nodes = try? path.nodes(in: document) else {
      return "given up"
    }
    let results = test["results"]?.array ?? [test["result"] ?? nil]
    let values = JSONValue.array(nodes.map(\.value))
    guard results.contains(values) else { return "got \(nodes.map(\.value.description))" }
    guard (try? JSONParser().parse(values.serialized())) == values else {
      return "is not read back as it is written"
    }
    let paths = test["results_paths"]?.array ?? test["result_paths"].map { [$0] } ?? []
    guard paths.isEmpty || paths.contains(.array(nodes.map { .string($0.path) })) else {
      return "got \(nodes.map(\.path))"
    }
    if path.isSingular, nodes.count > 1 { return "is not singular" }
    return nil
  }
}
