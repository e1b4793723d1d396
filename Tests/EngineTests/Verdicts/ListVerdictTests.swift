import TestSupport
import Testing

/// Verdicts on lists: elements, fields of headers, and what cannot be judged.
@Suite(.timeLimit(.minutes(5))) struct ListVerdictTests {
  @Test func `any needs an element that holds, whatever stands beside it`() async throws {
    let table = VerdictTable(response: .json(#"{"none": [], "some": [1, 7]}"#))
    let differences = try await table.differences([
      ("json: { $.none: { any: { gt: 5 }, count: { lte: 5 } } }", "failed"),
      ("json: { $.none: { any: 7, empty: true } }", "failed"),
      ("json: { $.none: { any: 7 } }", "failed"),
      ("json: { $.none: { not: { any: 7 } } }", "failed"),
      ("json: { $.some: { any: { gt: 5 }, count: { lte: 5 } } }", "passed"),
      ("json: { $.some: { not: { any: 9 } } }", "passed"),
      ("json: { $.none: { each: { gt: 5 }, count: { lte: 5 } } }", "passed"),
    ])
    #expect(differences == [])
  }

  @Test func `a header compared with a list is the list of its fields, also of one`() async throws {
    let response = FixtureResponse(
      200,
      headers: [("Vary", "Origin"), ("X-Tag", "a"), ("X-Tag", "b"), ("X-Empty", "")]
    )
    let differences = try await VerdictTable(response: response).differences([
      ("headers: { Vary: [Origin] }", "passed"),
      ("headers: { Vary: { equals: [Origin] } }", "passed"),
      ("headers: { Vary: { not: [Origin] } }", "failed"),
      ("headers: { Vary: [Accept] }", "failed"),
      ("headers: { Vary: { not: [Accept] } }", "passed"),
      ("headers: { Vary: [Origin, Accept] }", "failed"),
      ("headers: { Vary: Origin }", "passed"),
      ("headers: { X-Tag: [a, b] }", "passed"),
      ("headers: { X-Tag: [a] }", "failed"),
      ("headers: { X-Empty: { empty: true } }", "passed"),
      ("headers: { X-None: [a] }", "failed"), ("headers: { X-None: { not: [a] } }", "failed"),
    ])
    #expect(differences == [])
  }

  @Test func `a matcher that cannot apply fails, under not too`() async throws {
    let body = #"{"n": 7, "mixed": [7, "abc"], "numbers": [7], "o": {"id": 7, "state": "new"}}"#
    let differences = try await VerdictTable(response: .json(body)).differences([
      ("json: { $.n: { contains: '7' } }", "failed"),
      ("json: { $.n: { not: { contains: '7' } } }", "failed"),
      ("json: { $.n: { not: { matches: '^a' } } }", "failed"),
      ("json: { $.n: { not: { format: uuid } } }", "failed"),
      ("json: { $.n: { not: { length: 3 } } }", "failed"),
      ("json: { $.n: { not: { count: 3 } } }", "failed"),
      ("json: { $.mixed: { any: { matches: '^a' } } }", "passed"),
      ("json: { $.mixed: { not: { any: { matches: '^a' } } } }", "failed"),
      ("json: { $.mixed: { any: { matches: '^x' } } }", "failed"),
      ("json: { $.mixed: { not: { any: { matches: '^x' } } } }", "failed"),
      ("json: { $.numbers: { not: { any: { matches: '^x' } } } }", "failed"),
      ("json: { \"$.numbers[*]\": { not: { matches: '^x' } } }", "failed"),
      ("json: { $.numbers: { not: { each: { matches: '^x' } } } }", "failed"),
      ("json: { $.mixed: { not: { each: { matches: '^x' } } } }", "passed"),
      ("json: { $.o: { not: { partial: { id: { $is: { contains: '7' } } } } } }", "failed"),
      (
        "json: { $.o: { not: { partial: { state: old, id: { $is: { contains: '7' } } } } } }",
        "passed"
      ),
      ("json: { $.n: { not: { in: [{ $is: { contains: '7' } }] } } }", "failed"),
      ("json: { $.numbers: { not: { unordered: [{ $is: { contains: '7' } }] } } }", "failed"),
    ])
    #expect(differences == [])
  }

  @Test func `several parts and alternatives keep the three states`() async throws {
    let body = #"{"n": 7, "t": "an error", "mixed": [7, "abc"], "two": ["ab", "b"]}"#
    let differences = try await VerdictTable(response: .json(body)).differences([
      ("json: { $.t: { contains-all: [an, error] } }", "passed"),
      ("json: { $.t: { contains-all: [an, fail] } }", "failed"),
      ("json: { $.t: { not: { contains-all: [an, fail] } } }", "passed"),
      ("json: { $.t: { not: { contains-any: [error, fail] } } }", "failed"),
      ("json: { $.t: { not: { contains-any: [fail] } } }", "passed"),
      ("json: { $.t: { not: { contains-all: [fail, [1]] } } }", "failed"),
      ("json: { $.t: { not: { contains-any: [fail, [1]] } } }", "failed"),
      ("json: { $.n: { contains-any: ['7'] } }", "failed"),
      ("json: { $.n: { not: { contains-any: ['7'] } } }", "failed"),
      ("json: { $.n: { not: { contains-all: ['8'] } } }", "failed"),
      ("json: { $.none: { not: { contains-any: [a] } } }", "failed"),
      ("json: { \"$.two[*]\": { contains-all: [b] } }", "failed"),
      ("json: { \"$.two[*]\": { not: { contains-any: [x] } } }", "failed"),
      ("json: { $.two: { contains-all: [b, ab] } }", "passed"),
      ("json: { $.two: { contains-any: [a] } }", "failed"),
      ("json: { $.two: { each: { contains-any: [a, b] } } }", "passed"),
      ("json: { \"$.two[*]\": { all-of: [{ any: ab }, { any: b }, { count: 2 }] } }", "passed"),
      ("json: { $.n: { any-of: [{ matches: '^7' }, 7] } }", "passed"),
      ("json: { $.n: { any-of: [{ matches: '^7' }, 8] } }", "failed"),
      ("json: { $.n: { not: { any-of: [{ matches: '^7' }, 8] } } }", "failed"),
      ("json: { $.n: { not: { any-of: [{ gt: 8 }, 8] } } }", "passed"),
      ("json: { $.n: { not: { all-of: [{ matches: '^7' }, 8] } } }", "failed"),
      ("json: { $.n: { not: { all-of: [7, 8] } } }", "passed"),
      ("json: { $.mixed: { not: { each: { any-of: [{ matches: '^x' }, 8] } } } }", "passed"),
      ("json: { $.mixed: { not: { any: { any-of: [{ matches: '^x' }, 8] } } } }", "failed"),
      ("json: { $.none: { any-of: [7, { exists: false }] } }", "passed"),
      ("json: { $.none: { not: { any-of: [7, { gt: 1 }] } } }", "failed"),
      ("json: { $.n: { any-of: \"${[6, 7]}\" } }", "passed"),
      ("json: { partial: { n: { $is: { any-of: [8, 7] } } } }", "passed"),
      ("json: { partial: { n: { $is: { not: { any-of: [{ contains: '7' }] } } } } }", "failed"),
      ("headers: { Content-Type: { contains-all: [application, json] } }", "passed"),
      ("headers: { Content-Type: { not: { contains-any: [xml, json] } } }", "failed"),
      ("status: { any-of: [{ gt: 500 }, { lt: 300 }] }", "passed"),
    ])
    #expect(differences == [])
  }

  @Test func `an element that cannot be judged is named`() async throws {
    let table = VerdictTable(response: .json(#"[7, "abc"]"#))
    let message = try await table.message("json: { $: { not: { any: { matches: '^x' } } } }")
    #expect(message.contains("at index 0: expected text matching /^x/, got 7"), "\(message)")
  }

  @Test func `an XPath number that is NaN is nothing`() async throws {
    let response = FixtureResponse.text("<a><b>x</b><c>3</c></a>", type: "application/xml")
    let differences = try await VerdictTable(response: response).differences([
      ("xml: { number(/a/b): { exists: false } }", "passed"),
      ("xml: { number(/a/b): { exists: true } }", "failed"),
      ("xml: { number(/a/b): NaN }", "failed"),
      ("xml: { number(/a/b): { not: 5 } }", "failed"),
      ("xml: { number(/a/b): { not: { contains: x } } }", "failed"),
      ("xml: { number(/a/c): 3 }", "passed"), ("xml: { number(/a/c): { not: 5 } }", "passed"),
      ("xml: { count(//b): { not: { contains: '1' } } }", "failed"),
    ])
    #expect(differences == [])
  }
}
