import Documents
import Testing

@Suite(
  .enabled(if: ConformanceSuite.isThere, ConformanceSuite.reason),
  .timeLimit(.minutes(5))
)
struct JSONSchemaConformanceTests {
  /// What a file of the suite gave.
  private struct Count {
    var passed = 0
    var failures: [String] = []

    var total: Int { passed + failures.count }
  }

  @Test func `the public suite passes, every required case`() throws {
    let folder = ConformanceSuite.path("json-schema/tests/draft2020-12")
    var sum = Count()
    for name in ConformanceSuite.names(in: folder) where name.hasSuffix(".json") {
      let count = try Self.count(folder + "/" + name, assertsFormat: false)
      #expect(count.failures.isEmpty, "\(name)")
      sum.passed += count.passed
      sum.failures += count.failures
    }
    print("JSON Schema suite: \(sum.passed) of \(sum.total) required cases")
    #expect(sum.total == 1299)
  }

  @Test(arguments: [
    ("bignum", false), ("float-overflow", false), ("non-bmp-regex", false),
    ("ecmascript-regex", false), ("anchor", false), ("dynamicRef", false), ("id", false),
    ("no-schema", false), ("refOfUnknownKeyword", false), ("unknownKeyword", false),
    ("dependencies-compatibility", false), ("format-assertion", false),
    ("format/date-time", true), ("format/date", true), ("format/duration", true),
    ("format/ecmascript-regex", true), ("format/email", true), ("format/hostname", true),
    ("format/idn-email", true), ("format/idn-hostname", true), ("format/ipv4", true),
    ("format/ipv6", true), ("format/iri-reference", true), ("format/iri", true),
    ("format/json-pointer", true), ("format/regex", true), ("format/relative-json-pointer", true),
    ("format/time", true), ("format/unknown", true), ("format/uri-reference", true),
    ("format/uri-template", true), ("format/uri", true), ("format/uuid", true),
  ])
  func `the optional files that are claimed pass`(name: String, assertsFormat: Bool) throws {
    let path = ConformanceSuite.path("json-schema/tests/draft2020-12/optional/\(name).json")
    let count = try Self.count(path, assertsFormat: assertsFormat)
    print("JSON Schema suite: \(count.passed) of \(count.total) in optional/\(name)")
    #expect(count.failures.isEmpty)
  }

  private static func count(_ path: String, assertsFormat: Bool) throws -> Count {
    var count = Count()
    for group in try ConformanceSuite.document(at: path).array ?? [] {
      let about = group["description"]?.string ?? ""
      let tests = group["tests"]?.array ?? []
      let schema: JSONSchema
      do {
        schema = try JSONSchema(
          compiling: group["schema"] ?? nil,
          options: .init(assertsFormat: assertsFormat),
          resources: remote
        )
      } catch {
        count.failures += tests.map { "\(about): \($0["description"] ?? nil): \(error)" }
        continue
      }
      for test in tests {
        let data = test["data"] ?? nil
        let isValid = schema.isValid(data)
        let violations = schema.validate(data)
        if isValid == test["valid"]?.bool, violations.isEmpty == isValid {
          count.passed += 1
        } else {
          count.failures.append("\(about): \(test["description"] ?? nil): \(violations)")
        }
      }
    }
    return count
  }

  private static func remote(_ uri: String) -> JSONValue? {
    let prefix = "http://localhost:1234/"
    guard uri.hasPrefix(prefix) else { return nil }
    let path = ConformanceSuite.folder + "/json-schema/remotes/" + uri.dropFirst(prefix.count)
    return try? ConformanceSuite.document(at: path)
  }
}
