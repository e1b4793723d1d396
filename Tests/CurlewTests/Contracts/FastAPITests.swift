import Documents
import Foundation
import TestSupport
import Testing

/// An application of FastAPI, its generated document, and what its access log says.
@Suite(.timeLimit(.minutes(5))) struct FastAPITests {
  private static let packages = ["fastapi==0.165.0", "uvicorn==0.54.0", "pydantic==2.14.3"]

  private static let scenarios = """
    scenario: orders by hand
    base: ${env.BASE_URL}
    steps:
      - step: create
        POST: /orders
        headers: { X-Trace: trace-1 }
        json: { kind: audio, lines: [{ sku: ABC-1, quantity: 2, price: 1.5 }, { sku: DEF-2, quantity: 1 }] }
        expect: { status: 201, json: { "$.lines[0].price": 1.5, "$.lines[1].price": null, $.total: 5 } }
        capture: { id: { json: $.id } }
      - step: list
        GET: /orders?kind=audio&limit=3&sku=ABC-1&sku=DEF-2
        headers: { Cookie: session=abc }
        expect: { status: 200, json: { "$[0].id": "${id}" } }
      - step: note
        PUT: /orders/${id}/note
        query: { text: a & b }
        expect: { status: 200, json: { $.note: a & b } }
      - { step: read, GET: "/orders/${id}", expect: { status: 200 } }
      - { step: read again, GET: "/orders/${id}", expect: { status: 200 } }
      - { step: read what is not there, GET: /orders/4711, expect: { status: 404 } }
      - { step: no id, GET: /orders/first, expect: { status: 422 } }
      - { step: wrong kind, GET: /orders?kind=film, expect: { status: 422 } }
      - { step: no lines, POST: /orders, json: { kind: paper, lines: [] }, expect: { status: 422 } }
      - step: a wrong line
        POST: /orders
        json: { kind: paper, lines: [{ sku: abc, quantity: 0 }] }
        expect: { status: 422 }
      - { step: delete, DELETE: "/orders/${id}", expect: { status: 204 } }
      - { step: delete again, DELETE: "/orders/${id}", expect: { status: 404 } }
    """

  /// The operation of a line of the access log.
  private static func operation(_ method: Substring, _ path: Substring) -> String? {
    switch (method, path.split(separator: "/").count) {
    case ("POST", 1): "createOrder"
    case ("GET", 1): "listOrders"
    case ("GET", 2): "getOrder"
    case ("PUT", 3): "putNote"
    case ("DELETE", 2): "deleteOrder"
    case _: nil
    }
  }

  /// Makes a virtual environment with FastAPI; cancels the test where there is no Python or no PyPI.
  private static func installed(in project: CommandProject) async throws -> CommandRunner {
    var python = CommandRunner("/usr/bin/env")
    python.folder = project.folder.path
    python.limit = .seconds(240)
    let made = try await python.run(["python3", "-m", "venv", "env"])
    guard made.status == 0 else {
      let reason = (made.outputText + made.errorText).suffix(500)
      try Test.cancel("no virtual environment of Python can be made here: \(reason)")
    }
    var installer = CommandRunner(project.folder.path("env/bin/python"))
    installer.environment = ["PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_DEFAULT_TIMEOUT": "10"]
    // Of some thousand files the application imports a few hundred: only those are compiled.
    let words = [
      "-m", "pip", "install", "--quiet", "--retries", "1", "--only-binary", ":all:", "--no-compile",
    ]
    let result: CommandResult
    do {
      result = try await installer.run(words + packages)
    } catch is FixtureError {
      try Test.cancel("PyPI is too slow here")
    }
    let text = result.outputText + result.errorText
    let isUnreachable = [
      "connection", "timed out", "SSLError", "ProxyError", "different python",
    ]
    .contains { text.localizedCaseInsensitiveContains($0) }
    if result.status != 0, isUnreachable {
      try Test.cancel("FastAPI cannot be installed here: \(text.suffix(500))")
    }
    try #require(result.status == 0, "\(text)")
    var application = installer
    application.folder = ProjectPaths.root + "/Tests/Fixtures/FastAPI"
    application.environment = ["PYTHONDONTWRITEBYTECODE": "1"]
    return application
  }

  /// How often each operation gave each status, by the access log.
  private static func served(_ log: String) throws -> [String: [String: Int]] {
    var counts: [String: [String: Int]] = [:]
    let lines = log.matches(of: #/"(?<method>[A-Z]+) (?<path>[^ ?"]+)[^"]*" (?<status>[0-9]{3}) /#)
    for line in lines.map(\.output) where line.path != "/openapi.json" {
      if line.path == "/orders/wrong" { continue }
      let id = operation(line.method, line.path)
      counts[try #require(id, "\(line.0)"), default: [:]][String(line.status), default: 0] += 1
    }
    return counts
  }

  @Test func `its generated document holds, and coverage counts what its access log says`()
    async throws
  {
    var project = try CommandProject([
      "document.scenario.yaml": """
      scenario: the document
      base: ${env.BASE_URL}
      steps: [{ GET: /openapi.json, expect: { status: 200 }, save: openapi.json }]
      """,
      "hand.scenario.yaml": Self.scenarios,
    ])
    let application = try await Self.installed(in: project)
    let server = try application.start(["-m", "uvicorn", "shop:app", "--port", "0"])
    let line = try await server.line(containing: "Uvicorn running on ")
    project.environment["BASE_URL"] = String(
      try #require(line.firstMatch(of: #/http://[0-9.:]+/#)).output
    )
    project.environment["http_proxy"] = .some(nil)
    let fetched = try await project.run("run", "document.scenario.yaml")
    try #require(fetched.status == 0, "\(fetched.all)")
    let imported = try await project.run("import", "openapi", "openapi.json", "--into", "out")
    try #require(imported.status == 0, "\(imported.all)")

    // Every request keeps the contract, or is a negative test.
    let ending = try await project.run(
      [
        "run", "hand.scenario.yaml", "out/orders.scenario.yaml", "--contract", "openapi.json",
        "--report", "coverage=coverage.json",
      ]
    )
    #expect(ending.status == 0, "\(ending.all)")
    #expect(ending.output.contains("5 of 6 operations"), "\(ending.all)")
    #expect(ending.output.contains(", 0 violations"), "\(ending.all)")

    // One handler answers what its model forbids.
    let wrong = try await project.run(
      ["run", "out/wrong.scenario.yaml", "--contract", "openapi.json"]
    )
    let document = try project.folder.readText("openapi.json")
    #expect(wrong.status == 1, "\(wrong.all)")
    #expect(wrong.output.contains("expected integer, got string \"seven\""), "\(wrong.all)")
    let order = try #require(document.firstRange(of: "\"title\":\"Note\"},\"id\":{"))
    let rest = try #require(document[order.upperBound...].firstRange(of: "\"type\":\"integer\""))
    let column = document[..<rest.lowerBound].unicodeScalars.count + 1
    #expect(
      wrong.output.contains("openapi.json:1:\(column)  wrongOrder, response 200, application/json"),
      "\(column)\n\(wrong.all)"
    )

    server.send(SIGTERM)
    let log = try await server.result().outputText
    let served = try Self.served(log)
    let report = try JSONParser().parse(try project.folder.read("coverage.json"))
    let contract = try #require(report["contracts"]?.array?.first)
    #expect(contract["violationCount"] == 0 && contract["warningCount"] == 0)
    #expect(contract["undocumentedCount"] == 0)
    var counted: [String: [String: Int]] = [:]
    for operation in contract["operations"]?.array ?? [] {
      let id = try #require(operation["id"]?.string)
      var statuses: [String: Int] = [:]
      for response in operation["responses"]?.array ?? [] where response["count"] != 0 {
        statuses[try #require(response["status"]?.string)] = try #require(
          response["count"]?.number?.int
        )
      }
      #expect(operation["count"]?.number?.int == statuses.values.reduce(0, +), "\(id)")
      #expect(operation["negativeCount"]?.number?.int == statuses["422"] ?? 0, "\(id)")
      if !statuses.isEmpty { counted[id] = statuses }
    }
    #expect(counted == served, "\(log)")
    #expect(
      served.keys.sorted() == ["createOrder", "deleteOrder", "getOrder", "listOrders", "putNote"]
    )
    #expect(served["getOrder"] == ["200": 3, "404": 1, "422": 1], "\(log)")
  }
}
