import Diagnostics
import Documents
import Testing

@testable import Scenarios

@Suite(.timeLimit(.minutes(5))) struct ScenarioParserTests {
  @Test func `the example of the reference is read without a diagnostic`() throws {
    let (scenario, diagnostics) = parse(Self.example)
    #expect(diagnostics.map { DiagnosticRenderer().render($0) } == [])
    let read = try #require(scenario)
    #expect(read.name.value == "Order lifecycle")
    #expect(read.tags.map(\.value) == ["smoke", "orders"])
    #expect(read.variables.map(\.name.value) == ["sku", "quantity"])
    #expect(read.setup.count == 1)
    #expect(read.steps.map(\.title) == ["create an order", "it is shipped within ten seconds"])
    #expect(read.teardown.map(\.title) == ["DELETE /orders/${order}"])
  }

  @Test(arguments: [
    "GET: /", "HEAD: ${base}/x", "request: { method: PURGE, url: /cache }", "OPTIONS: '*'",
    "wait: 500ms", "wait: \"${pause}\"", "log: a ${b}", "set: { a: 1, b: \"${a}\" }",
    "exec: [sh, -c, date]", "use: a.steps.yaml\nwith: { a: 1 }\ncapture: { b: \"${c}\" }",
    "parallel: [{ GET: /a }, { GET: /b }]",
    "GET: /\nquery: { a: [1, 2], b: { c: true }, d: null }", "GET: /\nquery: [[a, 1], [a, 2]]",
    "GET: /\nheaders: { Accept: [a, b], X: null, Y: 007, \"Z-${n}\": 1.10 }",
    "GET: /\ncookies: { theme: dark, old: null }", "GET: /\nsession: bob",
    "GET: /\nauth: { basic: { user: a, password: \"${p}\" } }",
    "GET: /\nauth: { bearer: \"${t}\" }",
    "POST: /\njson: null", "POST: /\njson: [1, { a: \"${b}\" }]", "POST: /\njson: text",
    "POST: /\njson: |\n  just a text\n", "POST: /\nform: { a: 1 }", "POST: /\nform: [[a, 1]]",
    "POST: /\nmultipart: [{ name: a, value: 1 }, { name: f, file: f.png, type: image/png }]",
    "POST: /\nmultipart: { a: 1, f: { file: f.png, filename: g.png } }",
    "POST: /\nxml: <a>${b}</a>", "POST: /\ntext: hello", "POST: /\nplist: { a: 1 }",
    "POST: /\ngraphql: { query: \"{ a }\", variables: { b: 1 }, operation: Q }",
    "POST: /\nfile: a.bin", "POST: /\ntemplate: a.xml", "POST: /\nbase64: aGVsbG8=",
    "POST: /\nhex: 0a 0b", "GET: /\noptions: { timeout: 5s, http: 1.1, max-body: 64KiB }",
    "GET: /\noptions: { follow-redirects: 3 }", "GET: /\noptions: { follow-redirects: false }",
    "GET: /\noptions: { timeout: \"${t}\", tls: { ca: ca.pem, insecure: true } }",
    "GET: /\nretry: { for: 10s, every: 200ms, backoff: 1.5, if: [error, 503, 5xx, 500-502] }",
    "GET: /\nretry: { attempts: 3, until: \"${response.status == 200}\", if: error }",
    "GET: /\nwhen: ${a > 1}\nknown-failure: later\ncontinue: true\ntimeout: 5s\nstep: a",
    "GET: /\neach: ${list}\nas: one\ntogether: true\ncollect: { a: { json: $.a } }",
    "GET: /\neach: [1, { a: b }]", "GET: /\nrepeat: 3", "GET: /\nrepeat: \"${n}\"",
    "GET: /\nrepeat: { while: \"${a}\", at-most: 3 }",
    "GET: /\ncapture: { a: { json: $.a, default: null, secret: true }, b: { header: X }, c: \"${response.status}\" }",
    "GET: /\ncapture: { a: { text: '(\\d+)' }, b: { cookie: sid }, c: { xml: //a }, d: { html: //b } }",
    "GET: /\nexpect: { status: 2xx }", "GET: /\nexpect: { status: [201, 4xx, 500-599] }",
    "GET: /\nexpect: { status: { lt: 300 } }",
    "GET: /\nexpect: { content-type: [text/html, image/*] }",
    "GET: /\nexpect: { content-type: \"application/*+json\" }",
    "GET: /\nexpect: { content-type: any }",
    "GET: /\nexpect: { headers: { A: b, C: [d, e], F: { exists: false } } }",
    "GET: /\nexpect: { cookies: { a: b, c: { exists: true, attributes: { secure: true } } } }",
    "GET: /\nexpect:\n  json:\n    $: 1\n    $.a[?@.b > 1].c: { count: { gte: 2 } }\n    $['a b']: x",
    "GET: /\nexpect: { json: { equals: { a: { $is: { type: string } }, b: { $unordered: [1] } } } }",
    "GET: /\nexpect: { json: { $.a: { not: { in: [1, 2] }, exists: true } } }",
    "GET: /\nexpect: { json: { $.a: { each: { format: uuid }, count: 3 } } }",
    "GET: /\nexpect: { json: { $.a: { between: [1, 5], approx: 2, within: 0.1 } } }",
    "GET: /\nexpect: { json: { $.a: { equals: {} }, equals: [], ignore: [$.b] } }",
    "GET: /\nexpect: { json: { \"$.${key}\": 1, schema: \"a.json#/defs/A\" } }",
    "GET: /\nexpect:\n  xml:\n    /a/b: 1\n    count(//c): { gt: 1 }\n    //x:y: z\n    namespaces: { x: urn:x }\n    xsd: a.xsd",
    "GET: /\nexpect:\n  html:\n    //title: { contains: a }\n    string(//h1): b",
    "GET: /\nexpect: { plist: { $.a: 1 } }",
    "GET: /\nexpect: { image: { format: png, width: { gt: 3 } } }",
    "GET: /\nexpect: { text: { matches: '^a\\d' } }", "GET: /\nexpect: { text: hello }",
    "GET: /\nexpect: { bytes: { length: { gt: 1 }, equals: { file: a.bin }, starts-with: 8950 } }",
    "GET: /\nexpect: { time: { lt: 500ms }, size: { lt: 1000 }, http: 1.1, redirects: 0 }",
    "GET: /\nexpect: { http: { in: [1.1, 2] }, url: { ends-with: /x }, ip: 127.0.0.1 }",
    "GET: /\nexpect: { certificate: { subject: { contains: a }, alternative-names: [a, b] } }",
    "GET: /\nexpect: { that: \"${response.json.a == 1}\" }",
    "GET: /\nexpect:\n  that:\n    - ${response.status == 200}\n    - ${size > 1 && true}",
    "GET: /\nexpect: { error: timeout }",
  ])
  func `every kind of step is read without a diagnostic`(step: String) throws {
    let lines = step.split(separator: "\n", omittingEmptySubsequences: false)
    let text = "scenario: A\nsteps:\n  - " + lines.joined(separator: "\n    ") + "\n"
    let (scenario, diagnostics) = parse(text)
    #expect(diagnostics.map { DiagnosticRenderer().render($0) } == [])
    #expect(scenario?.steps.count == 1)
  }

  @Test func `steps keep what is written in them`() throws {
    let read = try #require(
      parse(
        """
        scenario: A
        steps:
          - POST: /orders/${id}?a=b
            when: ${x == 1}
            headers: { X: 1.10, Y: [a, b] }
            json: { a: "${b}" }
            retry: { attempts: 3, if: [error, 5xx] }
            each: ${list}
            as: row
            expect:
              status: [200, 2xx]
              cookies: { sid: { exists: true, attributes: { path: / } } }
              json: { $.a: 1, partial: { b: 2 }, ignore: $.c }
              time: { lt: 1s }
              that: [ "${a}", "${b}" ]
            capture: { t: { text: "a(b)", default: none, secret: true } }
        """
      ).scenario
    )
    let step = try #require(read.steps.first)
    #expect(step.title == "POST /orders/${id}?a=b")
    #expect(step.when?.source == "x == 1")
    guard case .each(_, as: let name)? = step.loop?.kind, case .request(let request) = step.kind
    else {
      Issue.record("no loop or request")
      return
    }
    #expect(name.value == "row")
    #expect(request.headers.first?.value.spelling == "1.10")
    #expect(request.retry?.conditions?.map(\.value) == [.error, .status(500...599)])
    let expect = try #require(request.expect)
    #expect(expect.cookies.first?.matcher?.constant == ["exists": true])
    #expect(expect.cookies.first?.attributes.first?.name.constant == "path")
    #expect(expect.documents.first?.queries.map(\.name.constant) == ["$.a"])
    #expect(expect.documents.first?.whole.map(\.name.value) == ["partial"])
    #expect(expect.documents.first?.ignore.map(\.constant) == ["$.c"])
    #expect(expect.measures.map(\.name.constant) == ["time"])
    #expect(expect.that.map(\.range.text) == ["${a}", "${b}"])
    #expect(step.captures.first?.secret == true)
    #expect(step.captures.first?.defaultValue?.constant == "none")
  }

  @Test func `a damaged file gives a scenario or diagnostics, whose places can be shown`() {
    var state: UInt64 = 3
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
    let snippets = [
      "${", "}", "\"", "'", ": ", "- ", "\n", "\t", "[", "]", "{", "~", "*a", "&a ", "|", "#", "é",
      "",
    ]
    for _ in 0..<400 {
      var bytes = Array(Self.example.utf8)
      for _ in 0...next(3) {
        let place = next(bytes.count)
        bytes.replaceSubrange(
          place..<min(bytes.count, place + next(6)),
          with: Array(snippets[next(snippets.count)].utf8)
        )
      }
      let file = SourceFile(path: "a", utf8: bytes)
      let (scenario, diagnostics) = ScenarioParser(vocabulary: .forTests).parse(file)
      var checker = NameChecker(
        project: nil,
        knownNames: [],
        files: ScenarioFiles(folder: ".", allowed: [])
      )
      if let scenario { checker.check(scenario) }
      #expect(scenario != nil || !diagnostics.isEmpty)
      for diagnostic in diagnostics + checker.diagnostics {
        #expect(!DiagnosticRenderer().render(diagnostic).isEmpty)
      }
    }
  }

  func parse(_ text: String) -> (scenario: Scenario?, diagnostics: [Diagnostic]) {
    ScenarioParser(vocabulary: .forTests).parse(SourceFile(path: "a.scenario.yaml", text: text))
  }

  static let example = """
    scenario: Order lifecycle
    tags: [smoke, orders]
    base: ${env.SHOP_URL ?? demo.url}
    variables: { sku: ABC-1, quantity: 2 }
    defaults:
      headers:
        Accept: application/json
        Authorization: Bearer ${token}
    setup:
      - use: login.steps.yaml
        with: { user: ada }
        capture: { token: "${token}" }
    steps:
      - step: create an order
        POST: /orders
        json: { sku: "${sku}", quantity: "${quantity}" }
        expect:
          status: 201
          content-type: application/json
          headers:
            Location: { starts-with: /orders/ }
          json:
            $.id: { format: uuid }
            $.total: { approx: 19.98, within: 0.01 }
            $.lines[*].sku: [ABC-1]
            partial: { state: pending, customer: { name: Ada } }
            schema: schemas/order.json
          that:
            - ${response.json.total == response.json.lines[0].price * quantity}
        capture:
          order: { json: $.id }
      - step: it is shipped within ten seconds
        GET: /orders/${order}
        retry: { for: 10s, every: 200ms }
        expect:
          json: { $.state: shipped }
    teardown:
      - DELETE: /orders/${order}
        expect: { status: [204, 404] }
    """
}
