import Diagnostics
import Documents
import Foundation
import Scenarios
import Testing

@testable import HurlFiles

/// What entries become: the steps that the same scenario in YAML would have.
@Suite(.timeLimit(.minutes(5))) struct LoweringTests {
  /// A file and its steps.
  typealias Row = (text: String, steps: JSONValue)

  static let rows: [Row] = [
    ("GET http://a", [["GET": "http://a"]]),
    ("GET {{a}}/x", [["step": "GET {{a}}/x", "GET": "${a}/x"]]),
    (
      "# first\n# gets it\nGET {{base}}/{{id}}?q={{q}}\n",
      [["step": "gets it", "GET": "${base}/${raw(id)}?q=${raw(q)}"]]
    ),
    (
      "PURGE http://a\nX: 1\ny: {{y}}\nx: 2\n",
      [
        [
          "request": ["method": "PURGE", "url": "http://a"],
          "headers": ["X": ["1", "2"], "y": "${y}"],
        ]
      ]
    ),
    (
      "GET http://a\n[Query]\na: 1\n[Cookies]\nb: 2\n[BasicAuth]\nc: {{d}}\n",
      [
        [
          "GET": "http://a", "query": [["a", "1"]], "cookies": ["b": "2"],
          "auth": ["basic": ["user": "c", "password": "${text(d)}"]],
        ]
      ]
    ),
    (
      "POST http://a\n{\"a\": {{b}}}\n",
      [
        [
          "POST": "http://a",
          "text": "{\"a\": ${to_json(from_json(text(b)))}}",
          "headers": ["Content-Type": "application/json"],
        ]
      ]
    ),
    (
      "POST http://a\n`${x} ${{y}}`\n",
      [
        [
          "POST": "http://a", "text": "${'$'}{x} ${'$'}${y}",
          "headers": ["Content-Type": nil],
        ]
      ]
    ),
    (
      "GET http://a\n[Options]\nvariable: a-b=1\ndelay: 1s\nskip: {{x}}\nretry: 2\nlocation: true\ninsecure: true\n",
      [
        ["set": ["a_b": 1]],
        [
          "step": "GET http://a", "when": "${!(x)}",
          "steps": [
            ["wait": "1000ms"],
            [
              "GET": "http://a",
              "options": ["follow-redirects": 50, "tls": ["insecure": true]],
              "retry": [
                "attempts": 3, "every": "1s", "if": ["error", "failure"], "retry-after": false,
              ],
            ],
          ],
        ],
      ]
    ),
    (
      """
      GET http://a
      [Options]
      connect-to: a:1:b:2
      connect-to: c:1:d:2
      limit-rate: 100
      path-as-is: true
      location-trusted: true
      netrc-optional: true
      compressed: false
      pinnedpubkey: sha256//a;sha256//b
      """,
      [
        [
          "GET": "http://a",
          "options": [
            "limit-rate": "100B", "path-as-is": true, "redirect-credentials": "any",
            "netrc": "optional", "compressed": "decode", "connect-to": ["a:1:b:2", "c:1:d:2"],
            "follow-redirects": 50, "tls": ["pin": ["public-keys": ["sha256//a", "sha256//b"]]],
          ],
        ]
      ]
    ),
    (
      "GET http://a\nHTTP/2 201\nA: b\n[Captures]\nc-d: jsonpath \"$.e\" redact\n",
      [
        [
          "GET": "http://a",
          "capture": ["c_d": ["json": "$.e", "secret": true]],
          "expect": [
            "status": 201, "http": "2",
            "that": [["header": "A", "all": true, "contains": "b"]],
          ],
        ]
      ]
    ),
  ]

  @Test func `placeholders in names stand for values that are known before the run`() throws {
    let text = """
      GET http://a
      [Options]
      variable: a=one
      variable: a=x-y
      HTTP *
      [Captures]
      {{a}}: status
      z{{n}}: status
      [Asserts]
      variable "{{a}}" == 200
      """
    var settings = HurlSettings()
    settings.variables = ["a": "weaker", "n": 2]
    let source = SourceFile(path: "a.hurl", text: text)
    let (tree, diagnostics) = HurlFrontEnd(settings: settings).read(source)
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    let root = tree.map(ScenarioNode.init)
    let step = try #require(root?["steps"]?.items?.last)
    #expect(step["capture"]?.json == ["x_y": ["status": true], "z2": ["status": true]])
    #expect(step["expect"]?["that"]?.json == [["value": "${x_y}", "equals": 200]])
  }

  @Test(arguments: rows.indices)
  func `entries become steps`(row: Int) throws {
    let (text, steps) = Self.rows[row]
    let root = try #require(lowered(text).root)
    #expect(root["steps"]?.json == steps)
  }

  /// Rows of `[Asserts]`, and what each becomes.
  static let asserts: [(text: String, query: JSONValue)] = [
    ("status == 200", ["status": true, "equals": 200]),
    ("status not == 200", ["status": true, "not": ["equals": 200]]),
    ("version == \"2\"", ["http": true, "equals": "2"]),
    ("header \"A\" exists", ["value": "${response.headers['A']}", "exists": true]),
    ("jsonpath \"$.a\" != 1", ["json": "$.a", "not": ["equals": 1]]),
    (
      "jsonpath \"$.a\" not contains \"x\"",
      ["json": "$.a", "any-of": [["exists": false], ["not": ["contains": "x"]]]]
    ),
    (
      "jsonpath \"$.a\" not != 1",
      ["json": "$.a", "any-of": [["exists": false], ["equals": 1]]]
    ),
    (
      "jsonpath \"$..a\" == {{b}}",
      ["value": "${unwrap(jsonpath(response.json, '$..a'))}", "equals": "${b}"]
    ),
    ("jsonpath \"$.a\" == \"{{b}}\"", ["json": "$.a", "equals": "${text(b)}"]),
    ("jsonpath \"$.a\" > 1.50", ["json": "$.a", "type": "number", "gt": 1.50]),
    ("jsonpath \"$.a\" < \"b\"", ["json": "$.a", "sorts-before": "b"]),
    ("jsonpath \"$.a\" >= \"b\"", ["json": "$.a", "not": ["sorts-before": "b"]]),
    ("jsonpath \"$.a\" <= {{b}}", ["json": "$.a", "not": ["sorts-after": "${b}"]]),
    (
      "certificate \"Start-Date\" < {{b}}",
      ["certificate": "starts", "format": "date-time", "lt": "${b}"]
    ),
    (
      "certificate \"Serial-Number\" == \"a\"",
      [
        "certificate": "serial-number", "pipe": [["replace_regex": ["(..)(?=.)", "$1:"]]],
        "equals": "a",
      ]
    ),
    ("certificate \"Subject-Alt-Name\" == \"a\"", ["certificate": "san", "equals": "a"]),
    ("certificate \"Value\" == \"a\"", ["certificate": "pem", "equals": "a"]),
    ("rawbytes == file,a.bin;", ["bytes": "raw", "equals": "${file_hex('a.bin')}"]),
    ("cookie \"a\" == \"b\"", ["cookie": ["name": "a", "first": true], "equals": "b"]),
    (
      "body xpath \"//a\" count == 1",
      [
        "value": "${response.text}", "pipe": [["html_xpath": ["//a", true]], "count"], "equals": 1,
      ]
    ),
    ("jsonpath \"$.a\" includes 1", ["json": "$.a", "type": "array", "contains": 1]),
    ("bytes startsWith hex,0A;", ["bytes": "hex", "starts-with": "0a"]),
    ("bytes count == 3", ["bytes": "length", "equals": 3]),
    (
      "jsonpath \"$.a-b..c-d\" == 1",
      ["value": "${unwrap(jsonpath(response.json, '$[\\'a-b\\']..[\\'c-d\\']'))}", "equals": 1]
    ),
    ("jsonpath \"$.1a['x.y-z'].b\" == 1", ["json": "$['1a']['x.y-z'].b", "equals": 1]),
    ("jsonpath \"$.x.a-b\" == 1", ["json": "$.x['a-b']", "equals": 1]),
    ("redirects count == 3", ["redirects": true, "equals": 3]),
    (
      "cookie \"a[Secure]\" exists",
      [
        "cookie": ["name": "a", "first": true, "attribute": "secure"], "equals": true,
      ]
    ),
    ("xpath \"//a\" exists", ["markup": "//a", "all": true, "empty": false]),
    ("xpath \"count(//a)\" == 1", ["markup": "count(//a)", "equals": 1]),
    ("xpath \"count(//a[1{{n}}])\" == 1", ["markup": "count(//a[1${n}])", "equals": 1]),
    (
      "body matches /a\\/b/",
      ["value": "${response.text}", "matches": "a/b"]
    ),
    (
      "jsonpath \"$.a\" regex /(b)/ not exists",
      ["json": "$.a", "pipe": ["only_text", ["regex": "(b)"]], "exists": false]
    ),
    (
      "header \"A\" split \",\" nth -1 toInt == 1",
      [
        "value": "${response.headers['A']}",
        "pipe": [["split": ","], ["nth": -1], "required", "to_int"], "equals": 1,
      ]
    ),
  ]

  @Test(arguments: asserts.indices)
  func `an assertion becomes a query with matchers`(row: Int) throws {
    let (text, query) = Self.asserts[row]
    let root = try #require(lowered("GET http://a\nHTTP *\n[Asserts]\n\(text)\n").root)
    let that = root["steps"]?.items?.first?["expect"]?["that"]
    #expect(that?.json == [query])
    #expect(that?.items?.first?.range.text == text)
  }

  @Test(arguments: [
    "htmlEscape", "htmlUnescape", "regex /(.)/", "replace \"a\" \"b\"", "replaceRegex /a/ \"b\"",
    "toString", "urlDecode", "urlEncode", "urlQueryParam \"a\"", "utf8Encode base64Encode",
    "utf8Encode base64UrlSafeEncode", "utf8Encode toHex", "utf8Encode utf8Decode",
    "utf8Encode decode \"utf-8\"",
  ])
  func `what a filter makes a text is one for the next filter`(filter: String) throws {
    let text =
      "GET http://a\nHTTP *\n[Asserts]\njsonpath \"$.a\" toString \(filter) htmlEscape exists\n"
    let (root, diagnostics) = lowered(text)
    #expect(diagnostics.isEmpty)
    let that = try #require(root?["steps"]?.items?.first?["expect"]?["that"]?.json.array)
    #expect(!that.description.contains("only_text"))
  }

  /// What cannot be run, its place, and the message.
  static let mistakes: [(text: String, place: String, message: String)] = [
    (
      "GET http://a\nHTTP *\n[Asserts]\ncookie \"a[Secure]\" == true\n", "4:20",
      "== is never true of a flag of a cookie, nor is its opposite"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\ncookie \"a[HttpOnly]\" != 1\n", "4:22",
      "!= is never true of a flag of a cookie, nor is its opposite"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\ncookie \"a[Secure]\" toString exists\n", "4:20",
      "toString takes no flag"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nxpath \"//a\" contains \"b\"\n", "4:13",
      "contains is never true of nodes, nor is its opposite"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nxpath \"//a\" nth 0 exists\n", "4:13",
      "nth takes no nodes"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nredirects first isEmpty\n", "4:17",
      "isEmpty is never true of a redirect, nor is its opposite"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nredirects last count == 1\n", "4:16",
      "count takes no redirect"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\njsonpath \"$\" daysAfterNow > 1\n", "4:14",
      "daysAfterNow takes a date"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nbody format \"%Y\" == \"2026\"\n", "4:6",
      "format takes a date"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nbody toDate \"%s\" count == 1\n", "4:18",
      "count takes no date"
    ),
    ("GET http://a\nHTTP *\n[Asserts]\nbody toHex exists\n", "4:6", "toHex takes bytes"),
    (
      "POST http://a\n[Form]\na: b\n[FormParams]\nc: d\n", "4:1",
      "the request has a form body already"
    ),
    (
      "POST http://a\n[Multipart]\na: b\n[MultipartFormData]\nc: d\n", "4:1",
      "the request has a multipart body already"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nbytes split \"a\" count == 1\n", "4:7",
      "split takes a text, not bytes"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nmd5 toInt == 1\n", "4:5",
      "toInt takes a text or a number, not bytes"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nurl location exists\n", "4:5",
      "location takes a redirect"
    ),
    ("\n", "1:1", "the file has no request"),
    (
      "GET http://a\nHTTP *\n[Captures]\n{{a}}: status\n", "4:1",
      "the name of a variable must be known before the run, and the value of \"a\" is not"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nvariable \"b{{a}}\" exists\n", "4:12",
      "the name of a variable must be known before the run, and the value of \"a\" is not"
    ),
    (
      "GET http://a\n[Options]\nvariable: a=b\nHTTP *\n[Captures]\na: status\n{{a}}: status\n",
      "7:1",
      "the name of a variable must be known before the run, and the value of \"a\" is not"
    ),
    (
      "GET http://a\n[Options]\nvariable: a=b\nvariable: a={{c}}\nHTTP *\n[Captures]\n{{a}}: status\n",
      "7:1", "the name of a variable must be known before the run, and the value of \"a\" is not"
    ),
    (
      "GET http://a\nHTTP *\n[Captures]\nx{{newUuid}}: status\n", "4:2",
      "the name of a variable must be known before the run, and the result of a function is not"
    ),
    (
      "GET http://a\n[Options]\nvariable: a=b c\nHTTP *\n[Captures]\n{{a}}: status\n", "6:1",
      "\"b c\" cannot be the name of a variable"
    ),
    (
      "GET http://a\n[Options]\nvariable: a=b\nHTTP *\n[Captures]\n{{a}}: status\nb: status\n",
      "7:1",
      "\"b\" is captured twice"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\njsonpath \"$\" toDate \"%s\" > \"a\"\n", "4:26",
      "> between a date and a text is never true, nor is its opposite"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nbytes toString == \"a\"\n", "4:7", "bytes have no text"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\njsonpath \"$\" == file,a.bin;\n", "4:17",
      "only bytes are compared with bytes"
    ),
    ("GET http://a\n[Options]\nuser: ada\n", "3:7", "user needs a password"),
    ("GET http://a\n[Options]\nntlm: true\n", "3:1", "ntlm needs user"),
    (
      "GET http://a/{{a-b}}/{{a_b}}\n", "1:24",
      "the variables \"a-b\" and \"a_b\" differ only in - and _"
    ),
    (
      "GET http://a\nHTTP *\n[Captures]\na: status\na: status\n", "5:1", "\"a\" is captured twice"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\nsha256 == \"a\"\n", "4:11",
      "bytes are compared with bytes alone"
    ),
    (
      "GET http://a\nHTTP *\n[Asserts]\njsonpath \"$\" == hex,00;\n", "4:17",
      "only bytes are compared with bytes"
    ),
  ]

  @Test(arguments: mistakes.indices)
  func `what cannot be run is reported at its place`(row: Int) throws {
    let (text, place, message) = Self.mistakes[row]
    let errors = lowered(text).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [message])
    let start = try #require(errors.first?.range?.start)
    #expect("\(start.line):\(start.column)" == place)
  }

  @Test func `without coercion a JSONPath gives a list`() throws {
    let text =
      "GET http://a\n[Options]\nno-jsonpath-coercion: true\nHTTP *\n[Asserts]\njsonpath \"$.a\" isList\n"
    let step = try #require(lowered(text).root)["steps"]?.items?.first
    let query = step?["expect"]?["that"]?.items?.first
    #expect(query?["value"]?.json == "${jsonpath_all(response.json, '$.a')}")
  }

  @Test func `numbers below zero have no end`() throws {
    let text = "GET http://a\n[Options]\nrepeat: -1\nretry: -1\n"
    let step = try #require(lowered(text).root)["steps"]?.items?.first
    #expect(step?["repeat"]?.json == "endless")
    #expect(step?["retry"]?["attempts"]?.json == "endless")
  }

  @Test func `comments about the cookie store change the jar and give no name`() throws {
    let text =
      "# gets it\n# @cookie_storage_clear\n# @cookie_storage_set: a\tFALSE\t/\tFALSE\t0\tb\tc\nGET http://a\n"
    let step = try #require(lowered(text).root)["steps"]?.items?.first
    #expect(step?["jar"]?.json == ["clear", "a\tFALSE\t/\tFALSE\t0\tb\tc"])
    #expect(step?["step"]?.json == "gets it")
  }

  @Test(
    arguments: [
      (1, nil), (2, 1), (3, 1), (4, nil), (5, nil), (6, 3), (7, 3), (8, 3), (9, nil), (10, 4),
    ] as [(Int, Int?)]
  )
  func `a line of an entry asks for the steps up to it`(line: Int, count: Int?) {
    let text =
      "# tags: a\nGET http://a\nHTTP 200\n\n# b\nGET http://b\n[Options]\nvariable: c=1\n\nGET http://d\n"
    let file = SourceFile(path: "a.hurl", text: text)
    #expect(HurlFrontEnd().stepCount(upToLine: line, of: file) == count)
  }

  @Test func `switched off, an option asks for nothing`() {
    #expect(
      lowered("GET http://a\n[Options]\nno-jsonpath-coercion: false\nverbose: false\n").diagnostics
        == []
    )
  }

  @Test(arguments: [
    ("a.hurl", "ca.pem"), ("./a.hurl", "ca.pem"), ("suite/deep/a.hurl", "../../ca.pem"),
    ("/suite/a.hurl", "\(FileManager.default.currentDirectoryPath)/ca.pem"),
    ("../suite/a.hurl", "\(FileManager.default.currentDirectoryPath)/ca.pem"),
  ])
  func `a certificate is looked for from the working folder`(path: String, expected: String) {
    let text = "GET http://a\n[Options]\ncacert: ca.pem\n"
    let tree = HurlFrontEnd().read(SourceFile(path: path, text: text)).tree
    let root = tree.map(ScenarioNode.init)
    let tls = root?["steps"]?.items?.first?["options"]?["tls"]
    #expect(tls?["ca"]?.json == .string(expected))
  }

  @Test func `the largest numbers give a tree`() {
    let options = [
      "repeat: 9223372036854775807", "retry: 9223372036854775807",
      "max-redirs: 9223372036854775807",
      "delay: 9223372036854775807", "max-time: 9223372036854775807ms",
    ]
    for option in options {
      #expect(lowered("GET http://a\n[Options]\n\(option)\n").root != nil, "\(option)")
    }
  }

  @Test func `each construct gives a tree or an error`() {
    for text in Constructs.all {
      let (root, diagnostics) = lowered(text)
      #expect(root != nil || diagnostics.contains { $0.severity == .error }, "\(text)")
    }
  }

  @Test func `the step covers the lines of its entry`() throws {
    let text = "# a\nGET http://a\nHTTP 200\n[Asserts]\nstatus == 200\n\n# b\nGET http://b\n"
    let steps = try #require(lowered(text).root?["steps"]?.items)
    #expect(steps.map { $0.range.start.line } == [2, 8])
    #expect(steps[0].range.text.hasSuffix("status == 200"))
  }

  @Test(
    arguments: [
      ("//a", true), ("/a/b[1]", true), ("(//a)[1]", true), ("id('a')", true),
      ("count(//a)", false),
      ("string(//a/b[c = 1])", false), ("//a = 1", false), ("//a | //b", true), ("'a'", false),
      ("//a[b = 1]", true), ("boolean(//a) and true()", false), ("1", false), ("//a/text()", true),
      ("sum(//a) div 2", false), ("normalize-space( //a )", false),
      ("-1", false), ("//a*2", false), ("(count(//a))", false), ("count(//a/namespace::*)", false),
    ]
  )
  func `whether an XPath gives nodes is known before`(path: String, givesNodes: Bool) {
    #expect(XPath.givesNodes(path) == givesNodes)
  }

  @Test(
    arguments: [
      ("a", "a"), ("a-b", "a_b"), ("2nd", "_2nd"), ("env", "env_"), ("response", "response_"),
      ("-", "_"),
    ]
  )
  func `a variable has a name of the language`(name: String, expected: String) {
    #expect(HurlVariableName.name(of: name) == expected)
  }

  private func lowered(_ text: String) -> (root: ScenarioNode?, diagnostics: [Diagnostic]) {
    let (tree, diagnostics) = HurlFrontEnd().read(SourceFile(path: "suite/a.hurl", text: text))
    return (tree.map(ScenarioNode.init), diagnostics)
  }
}

extension ScenarioNode {
  /// The value behind a key.
  fileprivate subscript(key: String) -> ScenarioNode? {
    guard case .map(let entries) = content else { return nil }
    return entries.first { $0.key.json == .string(key) }?.value
  }

  fileprivate var items: [ScenarioNode]? {
    guard case .list(let items) = content else { return nil }
    return items
  }

  /// The node as JSON, templates as texts.
  fileprivate var json: JSONValue {
    switch content {
    case .value(let value): value
    case .template(let text), .spelled(let text): .string(text)
    case .list(let items): .array(items.map(\.json))
    case .map(let entries):
      .object(JSONObject(entries.map { ($0.key.json.string ?? "", $0.value.json) }))
    }
  }
}
