import TestSupport
import Testing

/// What `check` finds that a run would only find at the step.
@Suite(.timeLimit(.minutes(5))) struct CheckFindingTests {
  private func check(_ step: String, head: String = "") async throws -> CommandProject.Ending {
    let project = try CommandProject([
      "a.scenario.yaml": "scenario: a\n\(head)steps:\n  - \(step)\n"
    ])
    return try await project.run("check", ".")
  }

  @Test(arguments: [
    ("http://-bü.example/", "hyphen"), ("http://exa mple/", "space"),
    ("http://exa mple/${1}", "a space outside ${…}"),
    ("http://[::1/", "\"[\" without \"]\" in the host"),
    ("http://[::1/${1}", "\"[\" without \"]\" in the host"),
    ("http://h:99999/", "is not a port (0 to 65535)"),
    ("http://h:99999?x=${1}", "is not a port (0 to 65535)"),
    ("//h:99999/", "is not a port (0 to 65535)"),
    ("http:///orders", "cannot be requested: it has no host"),
    ("ftp://${'h'}/", "only http and https"), ("gopher://h/${1}", "only http and https"),
  ])
  func `a URL that can never be requested is a mistake with its place`(
    url: String,
    part: String
  ) async throws {
    let ending = try await check("GET: \"\(url.replacing("\"", with: "\\\""))\"")
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.output.hasPrefix("a.scenario.yaml:3:"), "\(ending.all)")
    #expect(ending.output.contains(part), "\(ending.all)")
    #expect(ending.output.contains("1 error, 0 warnings"), "\(ending.all)")
  }

  @Test(arguments: [
    "http://${'h'}:99999/", "${'http'}://h/", "http://h${1}:99999/", "http://bü.example/${1}",
    "http://u:p${1}@h/", "//h/", "http://[::1]:80/${1}", "http://h?u=http://exa+mple/",
    "/r?u=http://h:99999/${1}", "http:${'//h'}/",
  ])
  func `what expressions may come to is not judged`(url: String) async throws {
    let ending = try await check("GET: \"\(url)\"", head: "base: http://h\n")
    #expect(ending.status == 0, "\(ending.all)")
  }

  @Test(arguments: ["http://h:99999", "example.com/v1", "localhost:8080", "http://[::1/${1}"])
  func `a base that can never be requested is a mistake with its place`(
    base: String
  ) async throws {
    let own = try await check("GET: /x", head: "base: \"\(base)\"\n")
    #expect(own.status == 2 && own.output.hasPrefix("a.scenario.yaml:2:7: error"), "\(own.all)")
    let project = try CommandProject([
      "curlew.yaml": "environments: { local: { base: \"\(base)\" } }\n",
      "a.scenario.yaml": "scenario: a\nsteps: [{ GET: /x }]\n",
    ])
    let ending = try await project.run("check", ".")
    #expect(ending.status == 2, "\(ending.all)")
    #expect(ending.output.hasPrefix("curlew.yaml:1:32: error"), "\(ending.all)")
    let run = try await project.run("run", ".", "--environment", "local")
    #expect(run.status == 2 && run.output.contains("curlew.yaml:1:32: error"), "\(run.all)")
  }

  @Test(arguments: [
    ("redirects: true", "write options: { follow-redirects: true }"),
    ("follow: true", "write options: { follow-redirects: true }"),
    ("max-redirs: 3", "write options: { follow-redirects: true }"),
    ("followRedirects: true", "write options: { follow-redirects: true }"),
    ("proxy: none", "write options: { proxy: http://proxy.example:3128 }"),
    ("options: { redirects: true }", "did you mean \"follow-redirects\"?"),
    ("options: { follow: true }", "did you mean \"follow-redirects\"?"),
    ("options: { location: true }", "did you mean \"follow-redirects\"?"),
    ("options: { max-time: 3s }", "did you mean \"timeout\"?"),
    ("options: { throttle: 3/s }", "did you mean \"rate\"?"),
  ])
  func `the option that other tools call otherwise is named`(
    line: String,
    hint: String
  ) async throws {
    let ending = try await check("GET: http://h/\n    \(line)")
    #expect(ending.status == 2)
    #expect(ending.output.contains(hint), "\(ending.all)")
    let defaults = try await check("GET: http://h/", head: "defaults: { \(line) }\n")
    #expect(defaults.status == 2 && defaults.output.contains(hint), "\(defaults.all)")
  }

  @Test(arguments: [
    ("string(1, 2)", "string takes at most 1 argument, got 2"),
    ("//a[contains(.)]", "contains takes 2 arguments, got 1"),
    ("concat('a')", "concat takes at least 2 arguments, got 1"),
    ("//a[last(1) = 2]", "last takes no arguments, got 1"),
    ("substring('a')", "substring takes 2 or 3 arguments, got 1"),
    ("count()", "count takes 1 argument, got 0"),
  ])
  func `an XPath that calls a function with a wrong number of arguments is a mistake`(
    path: String,
    message: String
  ) async throws {
    let expect = "GET: http://h/\n    expect: { xml: { \"\(path)\": x } }"
    let capture = "GET: http://h/\n    capture: { a: { xml: \"\(path)\" } }\n  - log: ${a}"
    for step in [expect, capture] {
      let ending = try await check(step)
      #expect(ending.status == 2, "\(ending.all)")
      #expect(ending.output.contains("not an XPath: \(message)"), "\(ending.all)")
    }
    let project = try CommandProject(["a.xml": "<a/>"])
    let query = try await project.run("query", "xml", path, "a.xml")
    #expect(query.status == 2 && query.all.contains(message), "\(query.all)")
  }

  @Test(arguments: [
    ("[a-z&&[^aeiou]]", true), ("x[\\\\w&&\\\\D]", true), ("[^a&&b]", true), ("[]&&a]", true),
    ("a&&b", false), ("[&&]", false), ("[a&&]", false), ("[a&]&&[b]", false), ("\\\\[a&&b]", false),
    ("[a\\\\]]&&", false), ("\\\\Q[a&&b\\\\E", false),
  ])
  func `an intersection in a class is warned of`(pattern: String, isOne: Bool) async throws {
    let matcher = "GET: http://h/\n    expect: { text: { matches: \"\(pattern)\" } }"
    let capture = "GET: http://h/\n    capture: { a: { text: \"\(pattern)\" } }\n  - log: ${a}"
    for step in [matcher, capture] {
      let ending = try await check(step)
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.output.contains("(?![aeiou])[a-z]") == isOne, "\(ending.all)")
      #expect(ending.output.contains("1 warning") == isOne, "\(ending.all)")
    }
  }
}
