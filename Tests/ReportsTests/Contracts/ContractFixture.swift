import Assertions
import Diagnostics
import RunEvents

/// A run against a service with a contract: a violation that fails a step, one that only warns, and what was exercised.
enum ContractFixture {
  static let document = SourceFile(
    path: "api/shop.openapi.yaml",
    text: """
      openapi: 3.1.0
      info: { title: Shop, version: "1" }
      paths:
        /orders:
          post:
            operationId: createOrder
            parameters:
              - { name: limit, in: query, schema: { type: integer } }
            responses:
              "201":
                content:
                  application/json:
                    schema:
                      properties:
                        total: { type: number }
      """
  )

  /// A response that the document forbids.
  static var violation: AssertionOutcome {
    AssertionOutcome(
      verdict: .fails,
      subject: "createOrder, response 201, application/json",
      expected: "number",
      actual: "string \"19.98\"",
      message: "expected number, got string \"19.98\"",
      range: EventFixture.range("create an order"),
      excerpt: #"$.total in application/json, 18 bytes:  "total": "19.98" …"#,
      isOfContract: true,
      documentRange: EventFixture.range("total", in: document)
    )
  }

  /// A request that the document forbids.
  static var warning: AssertionOutcome {
    AssertionOutcome(
      verdict: .warns,
      subject: "createOrder, query parameter limit",
      expected: "integer",
      actual: "string \"x\"",
      message: "expected integer, got string \"x\"",
      range: EventFixture.range("create an order"),
      isOfContract: true,
      documentRange: EventFixture.range("{ type: integer }", in: document)
    )
  }

  /// What was exercised.
  static var contract: ContractReport {
    ContractReport(
      path: document.path,
      title: "Shop",
      operations: [
        ContractReport.Operation(
          name: "createOrder",
          id: "createOrder",
          method: "POST",
          path: "/orders",
          tags: ["orders"],
          line: 5,
          count: 4,
          negativeCount: 1,
          violationCount: 1,
          warningCount: 2,
          responses: [
            .init(status: "201", count: 3, mediaTypes: [.init(name: "application/json", count: 3)]),
            .init(status: "4XX"),
          ],
          requestMediaTypes: [.init(name: "application/json", count: 4)],
          parameters: [
            .init(
              name: "limit",
              location: "query",
              count: 2,
              values: [.init(name: "10", count: 2), .init(name: "20")]
            )
          ],
          properties: [
            .init(status: "201", mediaType: "application/json", path: "$.total", count: 3),
            .init(status: "201", mediaType: "application/json", path: "$.lines[*].sku"),
          ]
        ),
        ContractReport.Operation(
          name: "listOrders",
          id: "listOrders",
          method: "GET",
          path: "/orders",
          line: 16,
          count: 1,
          responses: [.init(status: "200", count: 1)]
        ),
        ContractReport.Operation(
          name: "DELETE /orders/{id}",
          method: "DELETE",
          path: "/orders/{id}",
          line: 20,
          responses: [.init(status: "204"), .init(status: "404")],
          parameters: [.init(name: "id", location: "path")]
        ),
      ],
      undocumented: [.init(method: "GET", path: "/health", count: 1)],
      undocumentedCount: 1,
      violationCount: 1,
      warningCount: 2,
      unusedIgnores: ["listOrders status (SHOP-71)"]
    )
  }

  /// The run: the first scenario fails, in the second a step passes with a warning.
  static var run: EventFixture {
    var fixture = EventFixture(scenarioCount: 2)
    fixture.add(
      EventFixture.scenario(0, row: "ABC-1"),
      [.failed([violation]), .passed],
      .failed,
      exchange: EventFixture.exchange(body: #"{"total": "19.98"}"#)
    ) { attempt, step in
      attempt.operation = step == 0 ? "createOrder" : "listOrders"
      attempt.assertions = step == 0 ? [violation, warning] : []
    }
    fixture.add(EventFixture.scenario(1, row: "ABC-2"), [.passed, .passed], .passed) {
      attempt,
      step in
      attempt.operation = "createOrder"
      attempt.assertions = step == 0 ? [warning] : []
    }
    fixture.cover([contract], minimum: minimum)
    fixture.finish()
    return fixture
  }

  /// A run whose only finding is a warning.
  static var warningOnly: EventFixture {
    var fixture = EventFixture(scenarioCount: 1)
    fixture.add(EventFixture.scenario(0), [.passed, .passed], .passed) { attempt, step in
      attempt.assertions = step == 0 ? [warning] : []
    }
    var contract = contract
    contract.violationCount = 0
    fixture.cover([contract])
    fixture.finish()
    return fixture
  }

  static let minimum = CoverageMinimum(bounds: [
    .init(.operations, hundredths: 10_000), .init(.responses, hundredths: 4_000),
  ])
}
