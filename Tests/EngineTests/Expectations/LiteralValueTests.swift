import Assertions
import Diagnostics
import Engine
import RunEvents
import TestSupport
import Testing

/// The value of a `${…}` is compared as it is: only what is written in the file names matchers.
@Suite(.timeLimit(.minutes(5))) struct LiteralValueTests {
  /// A body whose objects look like everything that the format reads in a map.
  private static let body = """
    {"text": "abc", "n": 7, "number": 5, "meta": {"type": "string"}, "any": {"exists": true},
     "is": {"$is": {"type": "number"}}, "free": {"$unordered": [2, 1]}, "list": [1, 2],
     "metas": [{"type": "string"}], "deep": {"a": {"$is": {"exists": true}}, "b": 1},
     "key": "$is", "pair": {"$is": "x"}, "odd": {"equals": 1, "colour": "red"}}
    """

  private func run(_ expectation: String) async throws -> EngineRun {
    let body = Self.body
    let server = try await FixtureServer.start { _ in
      FixtureResponse(
        200,
        headers: [
          ("Content-Type", "application/json"), ("X-A", "abc"), ("Set-Cookie", "sid=abc"),
        ],
        body: .bytes(Array(body.utf8))
      )
    }
    let names = ["meta", "any", "is", "free", "list", "metas", "deep", "key", "pair", "odd"]
    let captures = names.map { "\($0)_: { json: $.\($0) }" }.joined(separator: ", ")
    let run = try await EngineRun(
      scenario: """
        variables: { length_: { gte: 0 }, status_: { gte: 100 }, bytes_: { hex: "7b" } }
        steps:
          - GET: /
            capture: { \(captures) }
          - step: look
            GET: /
            expect:
              \(expectation)
        """,
      base: server.url
    )
    await server.stop()
    return run
  }

  @Test(arguments: [
    // The matcher's place.
    "json: { $.text: \"${meta_}\" }", "json: { $.text: \"${any_}\" }",
    "headers: { X-A: \"${any_}\" }", "cookies: { sid: \"${any_}\" }", "text: ${any_}",
    "time: ${length_}", "bytes: { length: \"${length_}\" }",
    // Inside of matchers.
    "json: { $.text: { equals: \"${any_}\" } }", "json: { $.text: { partial: \"${any_}\" } }",
    "json: { $.number: { equals: \"${is_}\" } }", "json: { $.number: { partial: \"${is_}\" } }",
    "json: { $.number: { in: [\"${is_}\"] } }", "json: { $.number: { in: [1, \"${any_}\"] } }",
    "json: { $.list: { equals: \"${free_}\" } }", "json: { $.list: { unordered: [\"${is_}\"] } }",
    "json: { $.list: { each: \"${any_}\" } }", "json: { $.list: { any: \"${any_}\" } }",
    "json: { $.list: { contains: \"${is_}\" } }", "json: { $.list: [1, \"${any_}\"] }",
    "json: { $.list: [1, \"${is_}\"] }", "json: { $.text: { equals: { $is: \"${meta_}\" } } }",
    "json: { $.list: { equals: { $unordered: [1, \"${is_}\"] } } }",
    "json: { partial: { text: \"${is_}\" } }", "json: { partial: { number: \"${is_}\" } }",
    "json: { partial: { number: { \"${key_}\": { type: number } } } }",
  ])
  func `a value is no matcher`(expectation: String) async throws {
    let run = try await run(expectation)
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    #expect(run.step("look")?.result.word == "failed", "\(run.problems)")
  }

  @Test(arguments: [
    // A whole of the kind that is read in a map is a mistake.
    "status: ${status_}", "json: { $.list: { count: \"${length_}\" } }",
    "json: { $.text: { length: \"${length_}\" } }",
    "bytes: { sha256: \"${length_}\" }",
  ])
  func `an object where only a number, a status or bytes can stand is an error`(
    expectation: String
  ) async throws {
    let run = try await run(expectation)
    #expect(run.diagnostics.isEmpty, "\(run.problems)")
    #expect(run.step("look")?.result.word == "errored", "\(run.problems)")
  }

  @Test(arguments: [
    "meta", "any", "is", "free", "list", "metas", "deep", "pair", "odd",
  ])
  func `a value equals itself wherever it stands`(name: String) async throws {
    for matcher in [
      "\"${\(name)_}\"", "{ equals: \"${\(name)_}\" }", "{ partial: \"${\(name)_}\" }",
      "{ in: [0, \"${\(name)_}\"] }", "{ not: { not: \"${\(name)_}\" } }",
      "{ equals: { $is: \"${\(name)_}\" } }", "{ equals: { $is: { equals: \"${\(name)_}\" } } }",
    ] {
      let run = try await run("json: { $.\(name): \(matcher) }")
      #expect(run.hasPassed, "\(matcher): \(run.problems)")
    }
    let whole = try await run("json: { partial: { \(name): \"${\(name)_}\" } }")
    #expect(whole.hasPassed, "\(whole.problems)")
  }

  @Test(arguments: [
    // The matchers that are written stand beside values.
    "json: { $.deep: { equals: { a: { $is: { exists: true } }, b: \"${1}\" } } }",
    "json: { $.list: { equals: { $unordered: [\"${2}\", \"${1}\"] } } }",
    "json: { $.list: [\"${1}\", { $is: { gt: \"${1}\" } }] }",
    "json: { $.list: { count: \"${2}\", each: { in: \"${list_}\" } } }",
    "json: { $.list: { unordered: \"${[2, 1]}\" } }",
    "json: { $.pair: { \"equals\": { \"${key_}\": x } } }",
    "json: { partial: { deep: { b: \"${1}\", a: { $is: { type: object } } } } }",
    "status: ${[200, 404]}",
  ])
  func `what is written stays a matcher`(expectation: String) async throws {
    let run = try await run(expectation)
    #expect(run.hasPassed, "\(run.problems)")
  }

  @Test(arguments: [
    (
      "equals", "[\"${1}\", { $is: { type: number } }, \"${is_}\"]",
      "[1, 2, {\"$is\": {\"type\": \"number\"}}]"
    ),
    (
      "partial", "{ a: \"${1}\", b: \"${is_}\" }",
      "{\"a\": 2, \"b\": {\"$is\": {\"type\": \"number\"}}}"
    ),
  ])
  func `what is ignored moves no value to the place of another`(
    key: String,
    literal: String,
    body: String
  ) async throws {
    let server = try await FixtureServer.start { _ in .json(body) }
    let run = try await EngineRun(
      scenario: """
        variables: { text: '{"$is": {"type": "number"}}' }
        steps:
          - set: { is_: "${from_json(text)}" }
          - step: look
            GET: /
            expect:
              json:
                \(key): \(literal)
                ignore: ["$[0]", $.a]
        """,
      base: server.url
    )
    #expect(run.hasPassed, "\(run.problems)")
    await server.stop()
  }
}
