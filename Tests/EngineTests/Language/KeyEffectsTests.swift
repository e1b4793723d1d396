import DemoServer
import Diagnostics
import Engine
import Foundation
import RunEvents
import TestSupport
import Testing

@testable import Scenarios

/// Every key of a scenario and of a step with what it does, seen from the service.
@Suite(.timeLimit(.minutes(5))) struct KeyEffectsTests {
  /// Keys, and a scenario that fails if one of them does not do what it should.
  struct Row {
    var keys: [String]
    var text: String

    init(_ keys: String, _ text: String) {
      self.keys = keys.split(separator: " ").map(String.init)
      self.text = text
    }
  }

  private static let rows = [
    Row(
      "request method url",
      "steps: [{ request: { method: PURGE, url: /echo }, expect: { json: { $.method: PURGE } } }]"
    ),
    Row(
      "GET query",
      "steps: [{ GET: /echo, query: { a: { b: 1 } }, expect: { json: { \"$.query['a[b]']\": \"1\" } } }]"
    ),
    Row("HEAD", "steps: [{ HEAD: /health, expect: { size: 0 } }]"),
    Row(
      "POST json",
      "steps: [{ POST: /echo, json: { a: 1.10 }, expect: { json: { $.text: { contains: \"1.10\" } } } }]"
    ),
    Row(
      "PUT text",
      "steps: [{ PUT: /echo, text: hello, expect: { json: { $.text: hello, $.method: PUT } } }]"
    ),
    Row(
      "PATCH hex",
      "steps: [{ PATCH: /echo, hex: 68 69, expect: { json: { $.text: hi, $.method: PATCH } } }]"
    ),
    Row("DELETE", "steps: [{ DELETE: /echo, expect: { json: { $.method: DELETE } } }]"),
    Row("OPTIONS", "steps: [{ OPTIONS: /echo, expect: { json: { $.method: OPTIONS } } }]"),
    Row("TRACE", "steps: [{ TRACE: /echo, expect: { status: [200, 405] } }]"),
    Row(
      "headers cookies",
      "steps: [{ GET: /echo, headers: { X-A: [b, c] }, cookies: { k: v }, expect: { json: { \"$.headers['x-a']\": { equals: [b, c] }, $.headers.cookie: { contains: k=v } } } }]"
    ),
    Row(
      "form",
      "steps: [{ POST: /forms, form: { a: [1, 2] }, expect: { json: { \"$.fields['a[]']\": { equals: [\"1\", \"2\"] } } } }]"
    ),
    Row(
      "multipart name value file filename type",
      "steps: [{ POST: /uploads, multipart: [{ name: a, value: b }, { name: c, file: a.txt, filename: d.csv, type: text/csv }], expect: { json: { \"$.parts[1]\": { partial: { name: c, filename: d.csv, type: text/csv, size: 5 } }, \"$.parts[0].text\": b } } }]"
    ),
    Row(
      "xml",
      "steps: [{ POST: /echo, xml: \"<a>${'&'}</a>\", expect: { json: { $.text: <a>&amp;</a> } } }]"
    ),
    Row(
      "plist",
      "steps: [{ POST: /echo, plist: { a: 1 }, expect: { json: { $.text: { contains: <integer>1 } } } }]"
    ),
    Row(
      "graphql variables operation",
      "steps: [{ POST: /graphql, graphql: { query: \"query One { items { sku } }\", variables: { a: 1 }, operation: One }, expect: { json: { $.data: { exists: true } } } }]"
    ),
    Row("file", "steps: [{ POST: /echo, file: a.txt, expect: { json: { $.length: 5 } } }]"),
    Row(
      "template set",
      "steps: [{ set: { who: Ada } }, { POST: /echo, template: b.txt, expect: { json: { $.text: { contains: Dear Ada } } } }]"
    ),
    Row("base64", "steps: [{ POST: /echo, base64: aGk=, expect: { json: { $.text: hi } } }]"),
    Row(
      "auth",
      "steps: [{ GET: /basic, auth: { basic: { user: ada, password: lovelace } }, expect: { json: { $.user: ada } } }]"
    ),
    Row(
      "options",
      "steps: [{ GET: /redirects/2, options: { follow-redirects: true }, expect: { redirects: 2 } }]"
    ),
    Row(
      "session",
      "steps: [{ GET: /cookies/set?name=a&value=b }, { GET: /cookies, session: bob, expect: { json: { $.cookies: { equals: {} } } } }, { GET: /cookies, expect: { json: { $.cookies.a: b } } }]"
    ),
    Row(
      "expect capture",
      "steps: [{ GET: /status/201, expect: { status: 201 }, capture: { n: { json: $.status } } }, { GET: \"/status/${n + 1}\", expect: { status: 202 } }]"
    ),
    Row(
      "retry attempts every backoff",
      "steps: [{ GET: \"/flaky?key=${run.id}&fail=2\", retry: { attempts: 3, every: 1ms, backoff: 2 }, expect: { json: { $.attempt: 3 } } }]"
    ),
    Row(
      "attempts retry-after",
      "steps: [{ GET: \"/flaky?key=endless-${run.id}&fail=2\", retry: { attempts: endless, every: 1ms, retry-after: false }, expect: { json: { $.attempt: 3 } } }]"
    ),
    Row(
      "jar",
      "steps: [{ GET: \"/cookies/set?name=a&value=b\" }, { GET: /cookies, expect: { json: { $.cookies: { equals: { a: b } } } } }, { GET: /cookies, jar: [clear], expect: { json: { $.cookies: { equals: {} } } } }]"
    ),
    Row(
      "first",
      "steps: [{ GET: /cookies/expire?name=a, capture: { a: { cookie: { name: a, first: true, attribute: path } }, b: { cookie: { name: a }, default: none } } }, { assert: [\"${a == '/'}\", \"${b == 'none'}\"] }]"
    ),
    Row(
      "for if",
      "steps: [{ GET: \"/flaky?key=if-${run.id}&fail=1\", retry: { for: 5s, every: 1ms, if: [503] }, expect: { json: { $.attempt: 2 } } }]"
    ),
    Row(
      "until",
      "steps: [{ POST: /jobs?polls=2, expect: { status: 202 }, capture: { job: { header: Location } } }, { GET: \"${job}\", retry: { attempts: 9, every: 1ms, until: \"${response.json.state == 'done'}\" }, expect: { json: { $.result: 42 } } }]"
    ),
    Row(
      "use with",
      "steps: [{ use: a.steps.yaml, with: { code: 202 }, capture: { got: \"${answer}\" } }, { GET: \"/status/${got}\", expect: { status: 202 } }]"
    ),
    Row(
      "parallel",
      "steps: [{ parallel: [{ GET: /status/201, capture: { a: { json: $.status } } }, { GET: /status/202, capture: { b: { json: $.status } } }] }, { GET: \"/echo?n=${a + b}\", expect: { json: { $.query.n: \"403\" } } }]"
    ),
    Row(
      "steps",
      "steps: [{ retry: { for: 5s, attempts: 9, every: 1ms, backoff: 2 }, steps: [{ GET: \"/flaky?key=group-${run.id}&fail=2\" }, { GET: /status/201, capture: { g: { json: $.status } } }] }, { GET: \"/status/${g}\", expect: { status: 201 } }]"
    ),
    Row(
      "assert",
      "steps: [{ GET: /status/201, capture: { a: { json: $.status } } }, { assert: [\"${a == 201}\", { value: \"${a}\", gt: 200 }] }, { assert: \"${a == 202}\", known-failure: SHOP-1 }]"
    ),
    Row(
      "each as collect",
      "steps: [{ each: [201, 202], as: code, GET: \"/status/${code}\", collect: { all: { json: $.status } } }, { GET: \"/echo?n=${sum(all)}\", expect: { json: { $.query.n: \"403\" } } }]"
    ),
    Row(
      "repeat together",
      "steps: [{ repeat: 3, together: true, POST: \"/counter/k-${run.id}\" }, { GET: \"/counter/k-${run.id}\", expect: { json: { $.value: 3 } } }]"
    ),
    Row(
      "while at-most",
      "steps: [{ set: { n: 0 } }, { repeat: { while: \"${n < 3}\", at-most: 9 }, POST: \"/counter/w-${run.id}\", capture: { n: { json: $.value } } }, { GET: \"/counter/w-${run.id}\", expect: { json: { $.value: 3 } } }]"
    ),
    Row("when", "steps: [{ when: \"${1 > 2}\", GET: /status/500 }]"),
    Row(
      "continue known-failure",
      "steps: [{ GET: /status/500, continue: true, known-failure: SHOP-1 }, { GET: /health }]"
    ),
    Row("wait log step", "steps: [{ step: a pause, wait: 1ms }, { log: hello }]"),
    Row(
      "json plist xml html markup header cookie text value all default secret",
      """
      steps:
        - GET: /catalogue.json
          capture: { a: { json: "$.items[0].sku" }, b: { json: $.none, default: 7 }, c: { value: "${response.status}", secret: true } }
        - GET: /catalogue.plist
          headers: { Accept: "*/*" }
          capture: { d: { plist: $.currency } }
        - GET: /catalogue.xml
          headers: { Accept: "*/*" }
          capture: { e: { xml: "string(/*/@currency)" }, j: { xml: "/*/@currency", all: true } }
        - GET: /catalogue.html
          headers: { Accept: "*/*" }
          capture: { f: { html: string(//title) }, m: { markup: string(//h1) } }
        - GET: /cookies/set?name=k&value=v
          capture: { g: { cookie: k }, h: { header: Content-Type }, i: { text: '"set": *"(.)"' } }
        - GET: /echo
          query: { all: "${a}/${b}/${c}/${d}/${e}/${f}/${g}/${h}/${i}/${j[0]}/${m}" }
          expect: { json: { $.query.all: ABC-1/7/200/EUR/EUR/Catalogue/v/application/json/k/EUR/Catalogue } }
      """
    ),
    Row(
      "status time size http ip url redirects image bytes match pipe attribute path domain",
      """
      steps:
        - GET: /cookies/set?name=k&value=v&path=/x
          capture:
            a: { status: true }
            b: { size: true }
            c: { http: true }
            d: { ip: true }
            e: { url: true, match: '//[^/]+(/[a-z]+)', pipe: [upper, lower, { replace: [s, z] }] }
            f: { redirects: true }
            l: { redirects: "$" }
            g: { bytes: length }
            h: { cookie: { name: k, path: /x, attribute: http-only } }
            i: { cookie: { name: k, domain: nowhere }, default: none }
            j: { time: true }
        - GET: /image.gif?frames=3
          capture: { k: { image: frames } }
        - GET: /echo
          query: { all: "${a}/${b == g}/${c}/${d}/${e}/${f + length(l)}/${h}/${i}/${j > 0}/${k}" }
          expect: { json: { $.query.all: 200/true/1.1/127.0.0.1//cookiez/0/false/none/true/3 } }
      """
    ),
    Row(
      "jsonl csv form",
      """
      steps:
        - GET: /catalogue.jsonl
          headers: { Accept: "*/*" }
          capture: { h: { jsonl: "$[0].sku" }, i: "${response.jsonl[1].stock}", j: { jsonl: $, default: x } }
        - GET: /catalogue.csv
          headers: { Accept: "*/*" }
          capture:
            a: { csv: "$[0].sku" }
            b: { csv: { path: "$[1][2]", header: false, separator: "," } }
            c: { csv: "$[?@.stock == '0'].sku" }
            d: "${response.csv[1].name}"
        - GET: /form?a=1&b=2&a=3
          capture: { e: { form: $.a }, f: "${response.form.b}", g: { form: $.none, default: x } }
        - GET: /echo
          query: { all: "${a}/${b}/${c[0]}/${d}/${e[1]}/${f}/${g}/${h}/${i}/${length(j)}" }
          expect: { json: { $.query.all: ABC-1/9.99/XYZ-9/Marsh notebook/3/2/x/ABC-1/80/4 } }
      """
    ),
    Row(
      "scenario description tags variables namespaces defaults",
      """
      description: all of it
      tags: [a]
      variables: { a: 1, b: "${a + 1}" }
      namespaces: { c: "urn:curlew:catalogue" }
      defaults: { headers: { Accept: "*/*", X-B: "${b}" } }
      steps:
        - GET: /echo
          expect: { json: { "$.headers['x-b']": "2" } }
        - GET: /catalogue.xml
          expect: { xml: { count(//c:item): 4 } }
      """
    ),
    Row(
      "cases matrix",
      "cases: { matrix: { a: [201, 202] } }\nsteps: [{ GET: \"/status/${a}\", expect: { status: \"${case.a}\" } }]"
    ),
    Row(
      "csv",
      "cases: { csv: rows.csv }\nsteps: [{ GET: \"/status/${code}\", expect: { status: \"${code}\" } }]"
    ),
    Row(
      "separator charset types",
      "cases: { csv: typed.csv, separator: \";\", charset: utf-8, types: json }\nsteps: [{ GET: \"/status/${codes[0]}\", expect: { status: 202 } }]"
    ),
    Row(
      "locks serial timeout",
      "locks: [a]\nserial: true\ntimeout: 20s\nsteps: [{ GET: /health }]"
    ),
    Row("skip", "skip: not now\nsteps: [{ GET: /status/500 }]"),
    Row(
      "setup steps teardown",
      "setup: [{ POST: \"/counter/t-${run.id}\" }]\nsteps: [{ GET: \"/counter/t-${run.id}\", expect: { json: { $.value: 1 } } }]\nteardown: [{ DELETE: \"/counter/t-${run.id}\", expect: { status: 204 } }]"
    ),
  ]

  /// Keys that suites of their own look at.
  private static let elsewhere: Set<String> = [
    "exec",  // needs --allow-exec
    "save",  // SaveTests look at files
    "contract",  // needs an OpenAPI document, which ContractCommandTests have
    "certificate",  // needs TLS, which CaptureQueryTests have
    "base",  // every row has it; RequestSendingTests has the rules
  ]

  @Test func `each key of scenarios, steps, retries, loops and captures has a row`() {
    let grammars = [
      "scenario", "step", "request", "multipartPart", "graphql", "retry", "groupRetry", "repeat",
      "assertion", "capture", "cookieQuery", "cases",
    ]
    let shown = Set(Self.rows.flatMap(\.keys)).union(Self.elsewhere)
    for grammar in MapGrammar.all where grammars.contains(grammar.name) {
      let missing = grammar.keys.map(\.name).filter { !shown.contains($0) }
      #expect(missing == [], "of \(grammar.name)")
    }
  }

  @Test func `what sends no request does not count as one`() {
    for entry in StepKindCatalogue.entries
    where entry.kind != ParallelStep.self && entry.kind != GroupStep.self && entry.name != "request"
    {
      let isRequest = StepDescription.Action(word: entry.name) == .request(method: entry.name)
      #expect(isRequest == (entry.kind == RequestStep.self), "\(entry.name)")
    }
    for other in StepDescription.Action.Other.allCases {
      #expect(StepKindCatalogue.table.contains(other.rawValue), "\(other) is no key of a step")
    }
  }

  @Test func `a method that is also the key of a step is a method`() async throws {
    let server = try await FixtureServer.start()
    let text = "steps: [{ request: { method: set, url: / } }]"
    let run = try await EngineRun(scenario: text, base: server.url)
    #expect(run.steps.map(\.step.action) == [.request(method: "set")])
    #expect(run.steps.map(\.step.isRequest) == [true])
    await server.stop()
  }

  @Test func `each key does what it should`() async throws {
    let server = try DemoServer.start()
    defer { server.stop() }
    var files = [
      "a.txt": "hello", "b.txt": "Dear ${who},\n", "rows.csv": "name,code\none,201\ntwo,202\n",
      "typed.csv": "name;codes\none;[202]\n",
      "a.steps.yaml":
        "parameters: { code: 201 }\nsteps: [{ GET: \"/status/${code}\", capture: { answer: { json: $.status } } }]\nreturns: [answer]\n",
    ]
    for (number, row) in Self.rows.enumerated() {
      files["\(100 + number).scenario.yaml"] =
        "scenario: \(row.keys.joined(separator: " "))\nbase: BASE\n\(row.text)\n"
    }
    let run = try await EngineRun(files, base: server.url)
    #expect(run.diagnostics.map(\.message) == [])
    let bad = run.outcomes.filter { $0 != .passed }.count
    // `skip` and the row whose only step does not apply.
    #expect(bad <= 2, "\(run.problems)")
    #expect(run.steps.allSatisfy { $0.result.isGood }, "\(run.problems)")
    #expect(run.steps.count > Self.rows.count)
  }
}
