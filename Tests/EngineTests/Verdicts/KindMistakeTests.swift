import Diagnostics
import Documents
import Engine
import TestSupport
import Testing

@testable import Scenarios

/// Matchers that cannot hold of the kind of value that stands there.
@Suite(.timeLimit(.minutes(5))) struct KindMistakeTests {
  @Test(arguments: [
    ("image: { width: { count: 3 } }", "count cannot hold of width", "width: 3"),
    ("image: { width: { count: { gt: 3 } } }", "count cannot hold of width", "width: { gt: 3 }"),
    ("status: { length: 3 }", "length cannot hold of status", "2xx"),
    ("status: { matches: '^2' }", "matches cannot hold of status", "2xx"),
    ("status: { not: { starts-with: '4' } }", "starts-with cannot hold of status", "2xx"),
    ("status: { in: [ok] }", "status is a number, got \"ok\"", "status: 2"),
    ("redirects: none", "redirects is a number, got \"none\"", "redirects: 2"),
    ("redirects: true", "redirects is a number, got \"true\"", "redirects: 2"),
    ("redirects: { empty: true }", "empty cannot hold of redirects", "redirects: 0"),
    ("time: { before: 5s }", "before cannot hold of time", "write lt: 5s"),
    ("time: fast", "time is a duration, got \"fast\"", "lt: 500ms"),
    ("size: { length: 5 }", "length cannot hold of size", "size: 5"),
    ("size: { matches: '5' }", "matches cannot hold of size", "gt"),
    ("size: 5s", "size is a size in bytes, got \"5s\"", "64KiB"),
    ("text: { count: 3 }", "count cannot hold of the body's text", "length: 3"),
    ("text: { any: a }", "any cannot hold of the body's text", "text: a"),
    ("text: { equals: { a: 1 } }", "the body's text never equals an object", ""),
    ("text: null", "the body's text is never null", "exists: false"),
    ("headers: { A: null }", "A is never null", "exists: false"),
    ("headers: { A: { any: { count: 3 } } }", "count cannot hold of an element of A", "length: 3"),
    ("url: { unordered: [a] }", "unordered cannot hold of url", "in: [a]"),
    ("cookies: { a: { count: 1 } }", "count cannot hold of a cookie", "length: 1"),
    (
      "cookies: { a: { attributes: { secure: { contains: t } } } }",
      "contains cannot hold of secure",
      "secure: true"
    ),
    ("cookies: { a: { attributes: { secure: 1 } } }", "secure is true or false", "secure: true"),
    (
      "cookies: { a: { attributes: { expires: { count: 2 } } } }", "count cannot hold of expires",
      ""
    ),
    ("cookies: { a: { deleted: { gt: 1 } } }", "gt cannot hold of deleted", "deleted: true"),
    ("image: { width: { contains: 3 } }", "contains cannot hold of width", ""),
    ("bytes: { length: { length: 3 } }", "length cannot hold of length", ""),
    ("json: { $.a: { count: { contains: 3 } } }", "contains cannot hold of the count", ""),
    ("json: { $.a: { length: { matches: '3' } } }", "matches cannot hold of the length", ""),
    ("certificate: { expires: { each: 1 } }", "each cannot hold of expires", ""),
  ])
  func `a matcher that cannot hold there is a mistake with what is meant`(
    expectation: String,
    message: String,
    hint: String
  ) async throws {
    let run = try await EngineRun(
      scenario: "steps:\n  - GET: /\n    expect: { \(expectation) }",
      base: "http://127.0.0.1:1"
    )
    let errors = run.diagnostics.filter { $0.severity == .error }
    #expect(Set(errors.map(\.range?.start.line)) == [5], "\(errors.map(\.message))")
    #expect(errors.first?.message.contains(message) == true, "\(errors)")
    #expect(hint.isEmpty || errors.first?.hint?.contains(hint) == true, "\(errors)")
    #expect(errors.first?.range?.start.line == 5)
    #expect(run.steps.isEmpty)
    // The printed schema says the same.
    #expect(try Self.isRefusedBySchema(expectation), "the schema accepts \(expectation)")
  }

  @Test(arguments: [
    "redirects: 3", "redirects: '3'", "redirects: { gt: 1, not: 5 }",
    "status: { between: [200, 204] }",
    "status: { in: [200, 201] }", "time: { lt: 500ms }", "time: { between: [1, 1h] }",
    "size: 64KiB", "size: { in: [1KiB, 7] }", "http: 1.1", "http: { gte: 1.1 }",
    "text: { length: { gt: 3 } }", "text: { empty: true }", "headers: { A: [a, b] }",
    "headers: { A: { any: { length: 3 }, count: 2 } }", "headers: { A: { gt: 5 } }",
    "headers: { A: { lt: 1h, unit: s } }", "cookies: { a: { matches: '^a' } }",
    "cookies: { a: { deleted: true, attributes: { path: / } } }",
    "cookies: { a: { deleted: \"${true}\" } }",
    "cookies: { a: { attributes: { secure: true, expires: { after: now } } } }",
    "json: { $.a: { count: 3, each: { length: 2 } } }",
    "json: { $.a: null, $.b: { equals: null } }",
    "json: { $.a: { approx: 1h, within: 5m, unit: s } }",
    "certificate: { alternative-names: { any: a }, expires: { after: now } }",
    "bytes: { length: { gt: 3 }, sha256: { starts-with: ab } }", "redirects: \"${1 + 1}\"",
    "image: { width: { gt: 3 }, format: png }", "xml: { count(//a): { gt: 3 }, //a: [b] }",
  ])
  func `what can hold is no mistake, for check and schema alike`(expectation: String) async throws {
    let text = Self.file(expectation)
    let parsed = ScenarioParser(vocabulary: .standard)
      .parse(SourceFile(path: "a.scenario.yaml", text: text))
    #expect(parsed.diagnostics.filter { $0.severity == .error } == [])
    #expect(try !Self.isRefusedBySchema(expectation))
  }

  @Test func `each place of expect declares the kind of value that it yields`() {
    let grammars: [MapGrammar] = [.expectation, .cookieAttributes, .image, .bytes, .certificate]
    let others = Set(BodyFormat.all.map(\.name)).union([
      "content-type", "image", "bytes", "certificate", "that", "error", "equals", "starts-with",
    ])
    for grammar in grammars {
      let silent = grammar.keys.filter { $0.shape.kind == nil }.map(\.name)
      #expect(silent.filter { !others.contains($0) } == [], "\(grammar.name)")
    }
  }

  @Test func `the reference names the matchers of each kind`() throws {
    let text = try #require(ScenarioReference(vocabulary: .standard).markdown(part: "matchers"))
    #expect(text.contains("- a number (`status`, `redirects`, `count` of redirects, `max-age` of"))
    for kind in ValueKind.allCases where kind != .value && kind != .markup {
      #expect(text.contains("- \(kind.noun) ("), "\(kind)")
    }
  }

  private static func file(_ expectation: String) -> String {
    "scenario: a\nsteps:\n  - GET: http://a/\n    expect: { \(expectation) }\n"
  }

  private static let schema = Result {
    try JSONSchema(compiling: ScenarioSchema.document(vocabulary: .standard))
  }

  private static func isRefusedBySchema(_ expectation: String) throws -> Bool {
    let read = YAMLData.read(SourceFile(path: "a", text: file(expectation)))
    return try !schema.get().isValid(#require(read.value))
  }
}
