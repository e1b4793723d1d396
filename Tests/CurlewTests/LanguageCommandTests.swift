import TestSupport
import Testing

/// Functions and matchers in scenarios that the command runs and checks.
@Suite(.timeLimit(.minutes(5))) struct LanguageCommandTests {
  /// A token with the claims `{"sub":"ada","exp":1795253721}`.
  private static let token =
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEiLCJleHAiOjE3OTUyNTM3MjF9.c2lnbmF0dXJl"

  private func project(_ expectation: String) async throws -> (CommandProject, FixtureServer) {
    let server = try await FixtureServer.start { _ in
      .json(
        """
        {"token": "\(Self.token)", "next": "/orders?page=2&size=10",
         "lines": [{"sku": "A", "n": 1}, {"sku": "B", "n": 7}], "text": "order 42 of 99"}
        """
      )
    }
    let project = try CommandProject(
      base: server.url,
      scenario: "steps:\n  - GET: /\n    expect:\n\(expectation)\n"
    )
    return (project, server)
  }

  @Test func `a scenario with the functions and matchers passes`() async throws {
    let (project, server) = try await project(
      """
            json:
              $.lines: { all-of: [{ count: 2 }, { each: { any-of: [{ partial: { sku: A } }, { partial: { n: 7 } }] } }] }
              $.text: { contains-all: [order, 42], not: { contains-any: [error, fail] } }
              $.lines[0].n: { any-of: [7, { lt: 2 }] }
            that:
              - ${jwt(response.json.token).claims.sub == 'ada'}
              - ${jwt(response.json.token).claims.exp == 1795253721}
              - ${jwt(response.json.token).header.alg == 'HS256'}
              - ${url_parse(response.json.next).query.page == '2'}
              - ${regex_all(response.json.text, '\\d+') == ['42', '99']}
              - ${replace_regex(response.json.text, '(\\d+) of (\\d+)', '$2:$1') == 'order 99:42'}
              - ${map(filter(response.json.lines, '@.n > 5'), '$.sku') + ['C'] == ['B', 'C']}
              - ${'/' + regex(response.json.text, 'order (\\d+)') == '/42'}
              - ${length(sha512('a')) == 128 && days_between('2026-01-01', '2026-03-01') == 59}
      """
    )
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    await server.stop()
  }

  @Test func `what does not hold is said in the words of each`() async throws {
    let (project, server) = try await project(
      """
            json:
              $.text: { contains-all: [order, 43, of, "100"] }
              $.lines[0].sku: { contains-any: [x, y] }
              $.lines[1].n: { any-of: [8, { gt: 9 }, { matches: '^7' }] }
              $.lines: { all-of: [{ count: 3 }, { any: { partial: { sku: A } } }] }
              $.next: { not: { any-of: [{ gt: 1 }, { ends-with: x }] } }
            that:
              - ${jwt(response.json.text).claims.sub == 'ada'}
              - ${map(response.json.lines, '$.price') == []}
      """
    )
    let ending = try await project.run("run", ".")
    #expect(ending.status == 1, "\(ending.all)")
    for text in [
      #"expected containing all of ["order", 43, "of", "100"], got "order 42 of 99"; missing 43, "100""#,
      #"expected containing any of ["x", "y"], got "A""#,
      "expected one of 3 matchers to hold, got 7; 1: expected 8, 2: expected > 9, 3: expected text matching /^7/",
      "expected count 3, got 2",
      "expected not one of 2 matchers to hold, got \"/orders?page=2&size=10\"; 1: expected a number > 1",
      "not a JSON Web Token: it has three parts with points between them, this text has 1",
      "the element at index 0 has no $.price",
    ] {
      #expect(ending.all.contains(text), "\(text) in \(ending.all)")
    }
    await server.stop()
  }

  @Test(arguments: [
    ("json: { $.a: { any-of: [] } }", "an empty list has no matcher"),
    ("json: { $.a: { all-of: [] } }", "an empty list has no matcher"),
    ("json: { $.a: { contains-all: [] } }", "an empty list asks for nothing"),
    ("json: { $.a: { contains-any: [] } }", "an empty list asks for nothing"),
    ("json: { $.a: { any-of: { gt: 1 } } }", "any-of takes a list"),
    ("json: { $.a: { contains-any: x } }", "contains-any takes a list"),
    ("json: { $.a: { any-of: [{ gtt: 1 }] } }", "unknown matcher \"gtt\""),
    ("status: { all-of: [{ length: 3 }] }", "length cannot hold of status"),
    ("time: { contains-all: [1] }", "contains-all cannot hold of time"),
    ("headers: { A: { contains-all: [{ a: 1 }] } }", "never equals an object"),
    ("that: \"${concat()}\"", "concat takes at least 1 argument, got 0"),
    ("that: \"${'a' + 1}\"", "\"+\" cannot take a text and a number"),
    ("that: \"${map([1], 'a')}\"", "\"a\": a path starts with $ at column 1"),
    ("that: \"${filter([1], 'a')}\"", "expected a path from @ or $, a literal or a function"),
    ("that: \"${regex('a', '(')}\"", "\"(\" is not a regular expression"),
    ("that: \"${replace_regex('a', 'a', '$x')}\"", "no number of a group behind $"),
    ("that: \"${sha512('a', 'octal')}\"", "sha512 knows no \"octal\""),
    ("that: \"${jwt()}\"", "jwt takes 1 argument, got 0"),
  ])
  func `a mistake is found by check`(expectation: String, message: String) async throws {
    let project = try CommandProject(
      base: "http://127.0.0.1:1",
      scenario: "steps:\n  - GET: /\n    expect: { \(expectation) }\n"
    )
    let ending = try await project.run("check", ".")
    #expect(ending.status != 0, "\(ending.all)")
    #expect(ending.all.contains(message), "\(ending.all)")
  }
}
