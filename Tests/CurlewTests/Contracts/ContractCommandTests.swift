import Foundation
import TestSupport
import Testing

/// Exchanges of real runs, checked against an OpenAPI document that the project names.
@Suite(.timeLimit(.minutes(5))) struct ContractCommandTests {
  static let document = """
    openapi: 3.1.0
    info: { title: Items, version: "1" }
    paths:
      /items/{id}:
        get:
          operationId: getItem
          parameters:
            - { name: id, in: path, required: true, schema: { type: integer } }
            - { name: say, in: query, schema: { type: string } }
            - { name: limit, in: query, schema: { type: integer, maximum: 10 } }
          responses:
            "200":
              description: An item.
              headers:
                X-Version: { required: true, schema: { type: integer } }
              content:
                application/json: { schema: { $ref: "#/components/schemas/Item" } }
            "400": { description: What is wrong., content: { application/json: {} } }
      /moved:
        get:
          operationId: getMoved
          responses:
            "302": { description: It is elsewhere. }
    components:
      schemas:
        Item:
          type: object
          required: [id, total]
          properties:
            id: { type: integer }
            total: { type: number }
            token: { type: string, maxLength: 3 }
    """

  /// A service that says what the query asks for.
  static func service() async throws -> FixtureServer {
    try await FixtureServer.start { request in
      let version = ("X-Version", "1")
      func item(_ text: String, _ headers: [(name: String, value: String)]) -> FixtureResponse {
        FixtureResponse(200, headers: headers, body: .bytes(Array(text.utf8)))
      }
      let json = ("Content-Type", "application/json")
      if request.path == "/moved" { return .redirect("/items/7?say=text") }
      if request.path != "/items/7" { return .json("{}", status: 404) }
      if Int(request.queryValue("limit") ?? "0") ?? 0 > 10, request.queryValue("say") == nil {
        return .json(#"{"wrong": "limit"}"#, status: 400)
      }
      switch request.queryValue("say") {
      case "text": return item(#"{"id": 7, "total": "19.98"}"#, [version, json])
      case "less": return item(#"{"id": 7}"#, [version, json])
      case "html": return item("<p>", [version, ("Content-Type", "text/html")])
      case "broken": return item(#"{"id": 7, "#, [version, json])
      case "nothing": return item("", [version, json])
      case "field": return item(#"{"id": 7, "total": 1}"#, [json])
      case "version": return item(#"{"id": 7, "total": 1}"#, [("X-Version", "new"), json])
      case "teapot": return .json("{}", status: 418)
      case "secret":
        let token = String(repeating: "s3cr3t-", count: 30)
        return item(#"{"id": 7, "total": 1, "token": "\#(token)"}"#, [version, json])
      case "more": return item(#"{"id": 7, "total": 1, "more": 2}"#, [version, json])
      case _: return item(#"{"id": 7, "total": 19.98}"#, [version, json])
      }
    }
  }

  private func project(
    _ server: FixtureServer,
    contract: String = "",
    _ steps: String
  ) throws -> CommandProject {
    try CommandProject([
      "curlew.yaml": "base: \(server.url)\ncontracts: [{ openapi: api.yaml\(contract) }]\n",
      "api.yaml": Self.document,
      "one.scenario.yaml": "scenario: one\nsteps:\n\(steps)\n",
    ])
  }

  @Test(arguments: [
    (
      "/items/7?say=text", "api.yaml:31:18  getItem, response 200, application/json",
      "expected number, got string \"19.98\""
    ),
    ("/items/7?say=less", "getItem, response 200, application/json", "total"),
    ("/items/7?say=html", "getItem, response 200", "text/html"),
    ("/items/7?say=broken", "getItem, response 200, application/json", "expected JSON"),
    ("/items/7?say=nothing", "getItem, response 200", "body"),
    ("/items/7?say=field", "getItem, response 200", "X-Version"),
    ("/items/7?say=version", "getItem, response 200", "\"new\""),
    ("/items/7?say=teapot", "getItem, response 418", "the status 418 is not documented"),
    ("/items/8/9", "GET /items/8/9", "no path of the document matches"),
    ("/items/x", "getItem", "expected integer"),
  ])
  func `what breaks the contract fails the step, at its place in the document`(
    url: String,
    subject: String,
    message: String
  ) async throws {
    let server = try await Self.service()
    let steps = "  - { GET: \"\(url)\", expect: { status: 100-999, content-type: any } }"
    let ending = try await project(server, contract: ", requests: fail", steps).run("run", ".")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains(subject), "\(ending.all)")
    #expect(ending.output.contains(message), "\(ending.all)")
    let without = try await project(server, steps).run("run", ".", "--no-contracts")
    #expect(without.status == 0, "\(without.all)")
    #expect(!without.output.contains("contract "), "\(without.all)")
  }

  @Test func `what keeps the contract passes, and the summary says what was exercised`()
    async throws
  {
    let server = try await Self.service()
    let ending = try await project(server, "  - GET: /items/7").run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(
      ending.output.contains("contract  1 of 2 operations, 1 of 3 responses, 0 violations"),
      "\(ending.all)"
    )
  }

  @Test func `each redirect is checked, too`() async throws {
    let server = try await Self.service()
    let ending = try await project(
      server,
      "  - { GET: /moved, options: { follow-redirects: true } }"
    ).run("run", ".")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("2 of 2 operations, 2 of 3 responses"), "\(ending.all)")
    #expect(ending.output.contains("got string \"19.98\""), "\(ending.all)")
  }

  @Test func `a negative test is no violation, and one that is accepted is reported`() async throws
  {
    let server = try await Self.service()
    let negative = try project(
      server,
      "  - { GET: \"/items/7?limit=99\", expect: { status: 400 } }"
    )
    let ending = try await negative.run("run", ".", "--report", "coverage=c.json")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("0 violations"), "\(ending.all)")
    #expect(!ending.output.contains("warning"), "\(ending.all)")
    let report = String(decoding: try negative.folder.read("c.json"), as: UTF8.self)
    #expect(report.contains("\"negativeCount\":1") || report.contains("\"negativeCount\": 1"))
    let accepted = "  - GET: /items/7?limit=99&say=anything"
    let warned = try await project(server, accepted).run("run", ".")
    #expect(warned.status == 0, "\(warned.all)")
    #expect(warned.output.contains("accepted against the contract"), "\(warned.all)")
    #expect(warned.output.contains("1 warning, which fails no step"), "\(warned.all)")
    let failed = try await project(server, contract: ", requests: fail", accepted).run("run", ".")
    #expect(failed.status == 1, "\(failed.all)")
    #expect(failed.output.contains("| the query parameter limit"), "\(failed.all)")
  }

  @Test(arguments: [
    ("", "contract: false", 0), ("", "contract: { responses: warn }", 0),
    ("", "contract: { responses: off }", 0), (", responses: warn", "", 0),
    (", responses: off", "contract: { responses: fail }", 1), ("", "contract: true", 1),
  ])
  func `a step is stronger than the contract, which is stronger than nothing`(
    contract: String,
    step: String,
    status: Int32
  ) async throws {
    let server = try await Self.service()
    let own = step.isEmpty ? "" : ", \(step)"
    let project = try project(server, contract: contract, "  - { GET: /items/7?say=text\(own) }")
    let ending = try await project.run("run", ".")
    #expect(ending.status == status, "\(ending.all)")
  }

  @Test(arguments: [
    ("false", "", 0), ("false", "true", 1), ("false", "{ responses: fail }", 1),
    ("false", "{ requests: off }", 1), ("false", "{ responses: warn }", 0),
    ("{ responses: off }", "true", 0), ("{ responses: off }", "{ strict: true }", 0),
    ("true", "false", 0),
  ])
  func `a step that says how it is checked is checked, whatever its defaults say`(
    defaults: String,
    step: String,
    status: Int32
  ) async throws {
    let server = try await Self.service()
    let own = step.isEmpty ? "" : ", contract: \(step)"
    let project = try CommandProject([
      "curlew.yaml": "base: \(server.url)\ncontracts: [{ openapi: api.yaml }]\n",
      "api.yaml": Self.document,
      "one.scenario.yaml": """
      scenario: one
      defaults: { contract: \(defaults) }
      steps: [{ GET: /items/7?say=text\(own) }]
      """,
    ])
    let ending = try await project.run("run", ".")
    #expect(ending.status == status, "\(ending.all)")
  }

  @Test func `a member that no schema names breaks a strict contract`() async throws {
    let server = try await Self.service()
    let steps = "  - GET: /items/7?say=more"
    let loose = try await project(server, steps).run("run", ".")
    #expect(loose.status == 0, "\(loose.all)")
    let strict = try await project(server, contract: ", strict: true", steps).run("run", ".")
    #expect(strict.status == 1, "\(strict.all)")
    #expect(strict.output.contains("$.more"), "\(strict.all)")
  }

  @Test func `a known deviation is ignored, and reported once it no longer occurs`() async throws {
    let server = try await Self.service()
    let ignore = ", ignore: [{ operation: getItem, at: $.total, reason: SHOP-71 }]"
    let known = try await project(server, contract: ignore, "  - GET: /items/7?say=text")
      .run("run", ".")
    #expect(known.status == 0, "\(known.all)")
    #expect(!known.output.contains("did not occur"), "\(known.all)")
    let mended = try project(server, contract: ignore, "  - GET: /items/7")
    let whole = try await mended.run("run", ".")
    #expect(whole.output.contains("getItem at $.total (SHOP-71) did not occur"), "\(whole.all)")
    for part in [["one.scenario.yaml"], [".", "--name", "one"], [".", "--shard", "1/1"]] {
      let ending = try await mended.run(["run"] + part)
      #expect(ending.status == 0, "\(ending.all)")
      #expect(!ending.output.contains("did not occur"), "\(part)\n\(ending.all)")
    }
  }

  @Test func `secrets are masked in violations, also where they are cut`() async throws {
    let server = try await Self.service()
    let secret = String(repeating: "s3cr3t-", count: 30)
    let project = try project(server, "  - GET: /items/7?say=secret")
    let ending = try await project.run(
      "run",
      ".",
      "--secret",
      "token=\(secret)",
      "--report",
      "json=r.json",
      "--report",
      "html=r.html",
      "--report",
      "coverage=c.json"
    )
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("getItem, response 200"), "\(ending.all)")
    #expect(!ending.all.contains("s3cr3t-s3cr3t"), "\(ending.all)")
    for name in ["r.json", "r.html", "c.json"] {
      let report = String(decoding: try project.folder.read(name), as: UTF8.self)
      #expect(!report.contains("s3cr3t-s3cr3t"), "\(name)")
    }
  }

  @Test func `a mistake in the document has its place, and nothing runs`() async throws {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    try project.folder.write(
      Self.document.replacing("in: path, required: true", with: "in: path"),
      to: "api.yaml"
    )
    let check = try await project.run("check", ".")
    #expect(check.status == 2, "\(check.all)")
    #expect(check.output.contains("api.yaml:8:"), "\(check.all)")
    let run = try await project.run("run", ".")
    #expect(run.status == 2, "\(run.all)")
    #expect(server.counts.requests == 0)
  }

  @Test(arguments: [
    ("$ref: /etc/passwd", "outside the project"),
    ("$ref: https://example.com/a.yaml", "nothing is fetched from the network"),
    ("$ref: missing.yaml", "missing.yaml"),
  ])
  func `a reference that leads nowhere is a mistake with its place`(
    reference: String,
    message: String
  ) async throws {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    try project.folder.write(
      Self.document.replacing("total: { type: number }", with: "total: { \(reference) }"),
      to: "api.yaml"
    )
    let check = try await project.run("check", ".")
    #expect(check.status == 2, "\(check.all)")
    #expect(check.output.contains("api.yaml:31:"), "\(check.all)")
    #expect(check.output.contains(message), "\(check.all)")
  }

  @Test func `a schema that the document lacks is warned of, and what needs it fails`()
    async throws
  {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    try project.folder.write(
      Self.document.replacing(
        "total: { type: number }",
        with: "total: { $ref: \"#/components/schemas/Nothing\" }"
      ),
      to: "api.yaml"
    )
    let check = try await project.run("check", ".")
    #expect(check.status == 0, "\(check.all)")
    #expect(check.output.contains("api.yaml:31:"), "\(check.all)")
    #expect(check.output.contains("warning: the reference leads to nothing"), "\(check.all)")
    let run = try await project.run("run", ".")
    #expect(run.status == 1, "\(run.all)")
    #expect(run.output.contains("expected a usable schema: the reference"), "\(run.all)")
  }

  /// The document with a reference to a URL, which leads to another one.
  private func projectWithURLs(_ server: FixtureServer, schemas: String) throws -> CommandProject {
    let project = try project(server, "  - GET: /items/7")
    try project.folder.write(
      Self.document.replacing(
        "total: { type: number }",
        with: "total: { $ref: 'https://example.com/v1/a%20b.yaml#/Total' }"
      ),
      to: "api.yaml"
    )
    try project.folder.write("Total: { $ref: c.json }", to: "vendor/v1/a b.yaml")
    try project.folder.write(#"{ "type": "string" }"#, to: "vendor/v1/c.json")
    let settings = String(decoding: try project.folder.read("curlew.yaml"), as: UTF8.self)
    try project.folder.write("\(settings)\nschemas: \(schemas)\n", to: "curlew.yaml")
    return project
  }

  @Test(arguments: [
    "{ https://example.com/: vendor }", "{ https://example.com/v1: vendor/v1 }",
    "{ https://example.com/v1/a%20b.yaml: vendor/v1/a b.yaml, https://example.com/: nowhere }",
  ])
  func `a reference leads to the folder that stands for its URL`(schemas: String) async throws {
    let server = try await Self.service()
    let project = try projectWithURLs(server, schemas: schemas)
    try project.folder.write("", to: "nowhere/readme.txt")
    let ending = try await project.run("run", ".")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("expected string, got number"), "\(ending.all)")
    try project.folder.write(#"{ "type": "number" }"#, to: "vendor/v1/c.json")
    #expect(try await project.run("run", ".").status == 0)
    let imported = try await project.run("import", "openapi", "api.yaml", "--into", "imported")
    #expect(imported.status == 0, "\(imported.all)")
  }

  @Test(arguments: [
    ("{ https://example.com/v: vendor }", "schemas: { \"https://example.com/\": schemas }"),
    ("{ https://example.com/: vendor/v1 }", "it stands for https://example.com/v1/a%20b.yaml"),
    ("{ https://example.com/v1/: / }", "outside"),
  ])
  func `a folder that does not have the document of a URL is a mistake`(
    schemas: String,
    message: String
  ) async throws {
    let server = try await Self.service()
    let project = try projectWithURLs(server, schemas: schemas)
    let check = try await project.run("check", ".")
    #expect(check.status == 2, "\(check.all)")
    #expect(check.output.contains(message), "\(check.all)")
  }

  @Test func `a URL without a file is reported once, and a lesser use does not hide it`()
    async throws
  {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    let reference = "{ $ref: https://example.com/a.yaml }"
    try project.folder.write(
      Self.document.replacing(
        "total: { type: number }",
        with: "total: \(reference)\n        tax: \(reference)"
      ) + "\n  examples: { a: \(reference) }\n",
      to: "api.yaml"
    )
    let check = try await project.run("check", ".")
    #expect(check.status == 2, "\(check.all)")
    #expect(check.output.contains("1 error, 1 warning"), "\(check.all)")
  }

  @Test func `check finds the step whose path no operation has`() async throws {
    let project = try CommandProject([
      "curlew.yaml": "base: http://127.0.0.1:1\ncontracts: [{ openapi: api.yaml }]\n",
      "api.yaml": Self.document,
      "one.scenario.yaml": """
      scenario: one
      steps:
        - GET: /itmes/7
        - PUT: /items/7
        - GET: /items/7
        - { GET: /itmes/7, contract: false }
      """,
    ])
    let check = try await project.run("check", ".")
    #expect(check.status == 0, "\(check.all)")
    #expect(check.output.contains("one.scenario.yaml:3:10: warning: no operation"), "\(check.all)")
    #expect(check.output.contains("has no PUT of /items/{id}, only GET"), "\(check.all)")
    #expect(check.output.contains("2 warnings"), "\(check.all)")
  }

  @Test(arguments: [
    ("{ operation: getItems, at: $.total }", "has no operation \"getItems\""),
    ("{ operation: getItem, at: total }", "is not a place of an exchange"),
    ("{ operation: getItem, at: $..total }", "write a path of names, indices and *"),
    ("{ operation: getItem }", "needs the key \"at\""),
  ])
  func `a deviation that cannot occur is a mistake`(entry: String, message: String) async throws {
    let server = try await Self.service()
    let check = try await project(server, contract: ", ignore: [\(entry)]", "  - GET: /items/7")
      .run("check", ".")
    #expect(check.status == 2, "\(check.all)")
    #expect(check.output.contains("curlew.yaml:2:"), "\(check.all)")
    #expect(check.output.contains(message), "\(check.all)")
  }

  @Test func `a run below the minimum fails, as a flag and as a key`() async throws {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    for minimum in ["operations=50,responses=33", "operations=0"] {
      let enough = try await project.run("run", ".", "--coverage-minimum", minimum)
      #expect(enough.status == 0, "\(enough.all)")
    }
    let ending = try await project.run("run", ".", "--coverage-minimum", "operations=51")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.all.contains("1 of 2 operations were exercised (50 %)"), "\(ending.all)")
    let wrong = try await project.run("run", ".", "--coverage-minimum", "operation=51")
    #expect(
      wrong.status == 2 && wrong.errors.contains("did you mean \"operations\""),
      "\(wrong.all)"
    )
    let text = String(decoding: try project.folder.read("curlew.yaml"), as: UTF8.self)
    try project.folder.write(
      text + "run: { coverage-minimum: \"responses=100\" }\n",
      to: "curlew.yaml"
    )
    let key = try await project.run("run", ".")
    #expect(key.status == 1, "\(key.all)")
  }

  @Test func `a contract of the command line is for one run`() async throws {
    let server = try await Self.service()
    let project = try CommandProject([
      "api.yaml": Self.document,
      "one.scenario.yaml":
        "scenario: one\nbase: \(server.url)\nsteps: [{ GET: /items/7?say=text }]\n",
    ])
    let without = try await project.run("run", ".")
    #expect(without.status == 0, "\(without.all)")
    let with = try await project.run("run", ".", "--contract", "api.yaml")
    #expect(with.status == 1, "\(with.all)")
    #expect(with.output.contains("--contract api.yaml"), "the rerun line: \(with.all)")
    let missing = try await project.run("run", ".", "--contract", "nothing.yaml")
    #expect(missing.status == 2 && missing.all.contains("nothing.yaml"), "\(missing.all)")
  }

  @Test func `the base of a contract says which requests belong to it`() async throws {
    let server = try await Self.service()
    let steps = "  - GET: /items/7?say=text"
    let other = try await project(server, contract: ", base: \"https://shop.example\"", steps)
      .run("run", ".")
    #expect(other.status == 0, "\(other.all)")
    #expect(other.output.contains("0 of 2 operations"), "\(other.all)")
    let below = try await project(server, contract: ", base: \"${base}/\"", steps).run("run", ".")
    #expect(below.status == 1, "\(below.all)")
    let wrong = try await project(server, contract: ", base: \"${bas}/v1\"", steps).run(
      "check",
      "."
    )
    #expect(wrong.status == 2 && wrong.output.contains("unknown name \"bas\""), "\(wrong.all)")
    let path = try await project(server, contract: ", base: /v1", steps).run("check", ".")
    #expect(path.status == 2, "\(path.all)")
    #expect(path.output.contains("is not a URL: \"/v1\""), "\(path.all)")
    #expect(path.output.contains("as in base: ${base}/v1"), "\(path.all)")
  }

  @Test(arguments: [
    ("", "", "/items/7", true), ("", "/api", "/items/7", true), ("/v1", "", "/v1/items/7", true),
    ("/v1", "", "/items/7", true), ("/v1", "/v1", "/items/7", true),
    // The path of the server stands below the base, or the base ends inside it.
    ("/v1", "/api", "/v1/items/7", true), ("/api/v1", "/api", "/v1/items/7", true),
    ("/v1", "/api", "/v2/items/7", false), ("/v1", "", "/v2/items/7", false),
  ])
  func `the paths of servers may stand between the base and a path`(
    server: String,
    base: String,
    path: String,
    isFound: Bool
  ) async throws {
    let service = try await FixtureServer.start { _ in .json("{}") }
    let project = try CommandProject([
      "curlew.yaml": "base: \(service.url)\(base)\ncontracts: [{ openapi: api.yaml }]\n",
      "api.yaml": Self.document + "\nservers: [{ url: \"https://shop.example\(server)\" }]\n",
      "one.scenario.yaml": "scenario: one\nsteps: [{ GET: \(path) }]\n",
    ])
    let check = try await project.run("check", ".")
    #expect(check.status == 0, "\(check.all)")
    #expect(check.output.contains("no operation of") == !isFound, "\(check.all)")
    let run = try await project.run("run", ".")
    #expect(run.output.contains("no path of the document matches") == !isFound, "\(run.all)")
    #expect(run.output.contains("getItem, response 200") == isFound, "\(run.all)")
  }

  @Test(arguments: [("/api", "", false), ("/api", "/api", true), ("/api", "/v1", false)])
  func `a request beside the base of its scenario does not belong to the contract`(
    base: String,
    folder: String,
    isChecked: Bool
  ) async throws {
    let service = try await FixtureServer.start { _ in .json("{}") }
    let project = try CommandProject([
      "curlew.yaml": "base: \(service.url)\(base)\ncontracts: [{ openapi: api.yaml }]\n",
      "api.yaml": Self.document,
      "one.scenario.yaml": "scenario: one\nsteps: [{ GET: \"\(service.url)\(folder)/items/7\" }]\n",
    ])
    let run = try await project.run("run", ".")
    #expect(run.status == (isChecked ? 1 : 0), "\(run.all)")
    #expect(run.output.contains("\(isChecked ? 1 : 0) of 2 operations"), "\(run.all)")
  }

  @Test func `a redirect in chunks has a body`() async throws {
    let service = try await FixtureServer.start { request in
      guard request.path == "/moved" else { return .json(#"{"id": 7, "total": 1}"#) }
      let headers = [("Location", "/elsewhere"), ("Content-Type", "text/html")]
      return FixtureResponse(
        302,
        headers: headers,
        body: .bytes(Array("<p>".utf8)),
        framing: .chunked
      )
    }
    let content = "{ description: It is elsewhere., content: { text/html: {} } }"
    let project = try project(
      service,
      contract: ", undocumented: warn",
      "  - { GET: /moved, options: { follow-redirects: true } }"
    )
    try project.folder.write(
      Self.document.replacing("{ description: It is elsewhere. }", with: content),
      to: "api.yaml"
    )
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("1 of 2 operations, 1 of 3 responses"), "\(ending.all)")
    try project.folder.write(
      Self.document.replacing(
        "{ description: It is elsewhere. }",
        with: content.replacing("text/html", with: "text/plain")
      ),
      to: "api.yaml"
    )
    let wrong = try await project.run("run", ".")
    #expect(wrong.output.contains("expected text/plain, got text/html"), "\(wrong.all)")
  }

  @Test(arguments: [
    ("file: item.json, headers: { Content-Type: application/json }", "| $.total in the request"),
    (
      "multipart: [{ name: count, value: many }, { name: photo, file: item.json }]",
      "| $.count in the request"
    ),
  ])
  func `bodies that are sent from files are checked`(body: String, at: String) async throws {
    let service = try await FixtureServer.start { _ in .json("{}") }
    let project = try CommandProject([
      "curlew.yaml":
        "base: \(service.url)\ncontracts: [{ openapi: api.yaml, requests: fail }]\n",
      "api.yaml": """
      openapi: 3.1.0
      info: { title: Items, version: "1" }
      paths:
        /items:
          post:
            operationId: add
            requestBody:
              content:
                application/json:
                  schema: { properties: { total: { type: number } } }
                multipart/form-data:
                  schema: { properties: { count: { type: integer }, photo: { minLength: 9 } } }
            responses: { "200": { description: An item. } }
      """,
      "item.json": #"{"total": "19.98"}"#,
      "one.scenario.yaml": "scenario: one\nsteps: [{ POST: /items, \(body) }]\n",
    ])
    let ending = try await project.run("run", ".", "--report", "json=r.json")
    #expect(ending.status == 1, "\(ending.all)")
    #expect(ending.output.contains("accepted against the contract"), "\(ending.all)")
    #expect(ending.output.contains("1 violation"), "\(ending.all)")
    #expect(ending.output.contains("got string"), "\(ending.all)")
    #expect(ending.output.contains(at), "\(ending.all)")
    #expect(!ending.output.contains("not kept whole"), "\(ending.all)")
  }

  @Test func `warnings that are not shown are counted as warnings`() async throws {
    let service = try await FixtureServer.start { _ in
      .json("[\((0..<25).map { "\"\($0)\"" }.joined(separator: ","))]")
    }
    let project = try CommandProject([
      "curlew.yaml":
        "base: \(service.url)\ncontracts: [{ openapi: api.yaml, responses: warn }]\n",
      "api.yaml": """
      openapi: 3.1.0
      info: { title: Numbers, version: "1" }
      paths:
        /numbers:
          get:
            responses:
              "200":
                description: Numbers.
                content: { application/json: { schema: { items: { type: integer } } } }
      """,
      "one.scenario.yaml": "scenario: one\nsteps: [{ GET: /numbers }]\n",
    ])
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("0 violations, 25 warnings"), "\(ending.all)")
  }

  @Test func `requests of another service do not belong to the contract`() async throws {
    let server = try await Self.service()
    let other = try await FixtureServer.start { _ in .text("hello") }
    let project = try project(server, "  - GET: \(other.url)/anything")
    let ending = try await project.run("run", ".")
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("0 violations"), "\(ending.all)")
  }

  @Test func `the coverage of shards adds up`() async throws {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    try project.folder.write(
      "scenario: two\nsteps: [{ GET: /moved, expect: { status: 302 } }]\n",
      to: "two.scenario.yaml"
    )
    for shard in 1...2 {
      let ending = try await project.run(
        "run",
        ".",
        "--shard",
        "\(shard)/2",
        "--report",
        "json=\(shard).json"
      )
      #expect(ending.status == 0, "\(ending.all)")
      #expect(ending.output.contains("1 of 2 operations"), "\(ending.all)")
    }
    let merged = try await project.run(
      "merge",
      "1.json",
      "2.json",
      "--coverage-minimum",
      "operations=100"
    )
    #expect(merged.status == 0, "\(merged.all)")
    #expect(merged.output.contains("2 of 2 operations"), "\(merged.all)")
  }

  @Test func `the minimum of shards is judged by merge, and each shard says so`() async throws {
    let server = try await Self.service()
    let project = try project(server, "  - GET: /items/7")
    try project.folder.write(
      "scenario: two\nsteps: [{ GET: /moved, expect: { status: 302 } }]\n",
      to: "two.scenario.yaml"
    )
    let text = try String(decoding: project.folder.read("curlew.yaml"), as: UTF8.self)
    for (minimum, status) in [("operations=100", 0), ("operations=100,responses=100", 1)] {
      try project.folder.write(
        text + "run: { coverage-minimum: \"\(minimum)\" }\n",
        to: "curlew.yaml"
      )
      for shard in 1...2 {
        let ending = try await project.run(
          [
            "run", ".", "--shard", "\(shard)/2", "--report", "json=\(shard).json", "--report",
            "markdown=\(shard).md", "--report", "coverage-markdown=\(shard)c.md",
          ]
        )
        #expect(ending.status == 0, "\(ending.all)")
        let sentence = "the coverage minimum \(minimum) is judged by curlew merge"
        #expect(ending.output.contains(sentence), "\(ending.all)")
        for name in ["\(shard).md", "\(shard)c.md"] {
          #expect(try project.folder.readText(name).contains("is judged by curlew merge"))
        }
        let report = try project.folder.readText("\(shard).json")
        #expect(!report.contains("coverageShortfalls"), "\(report)")
      }
      let merged = try await project.run("merge", "1.json", "2.json")
      #expect(merged.status == Int32(status), "\(merged.all)")
      #expect(merged.all.contains("2 of 3 responses were exercised") == (status == 1))
      #expect(!merged.all.contains("is judged by"), "\(merged.all)")
    }
    let alone = try await project.run("merge", "1.json", "--allow-missing")
    #expect(alone.status == 1, "\(alone.all)")
    let before = server.counts.requests
    let blind = try await project.run("run", ".", "--shard", "1/2")
    #expect(blind.status == 2, "\(blind.all)")
    #expect(blind.errors.contains("add --report json=PATH"), "\(blind.all)")
    #expect(server.counts.requests == before)
    let whole = try await project.run("run", ".", "--shard", "1/1")
    #expect(whole.status == 1, "\(whole.all)")
  }
}
