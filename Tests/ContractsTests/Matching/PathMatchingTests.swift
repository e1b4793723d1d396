import Contracts
import Testing

/// Which operation a request belongs to.
@Suite(.timeLimit(.minutes(5)))
struct PathMatchingTests {
  private static func document() throws -> ContractDocument {
    let response = "responses: { '200': { description: ok } }"
    return try ContractFixture.document(
      """
      servers:
        - url: https://example.com/v1/
        - url: https://{host}.example.com/{base}
          variables: { host: { default: a }, base: { default: v2, enum: [v2, beta] } }
      paths:
        /pets/{id}: { get: { operationId: pet, \(response) }, delete: { operationId: drop, \(response) } }
        /pets/mine: { get: { operationId: mine, \(response) } }
        /pets/{id}/toys/{toy}.{format}: { get: { operationId: toy, \(response) } }
        /caf%C3%A9: { get: { operationId: cafe, \(response) } }
        /query: { query: { operationId: query, \(response) }, additionalOperations: { LINK: { operationId: link, \(response) } } }
        /other: { servers: [{ url: /x }], get: { operationId: other, \(response) } }
      """,
      version: "3.2.0"
    )
  }

  private static func name(_ match: ContractMatch, _ document: ContractDocument) -> String {
    switch match {
    case .operation(let index, let values):
      (["\(document.operations[index].name)"] + values.map { "\($0.name)=\($0.value)" })
        .joined(separator: " ")
    case .noPath: "no path"
    case .noMethod(let allowed, let template): "no method of \(template): \(allowed)"
    case .outside: "outside"
    }
  }

  @Test(
    arguments: [
      ("GET", "/v1/pets/7", "pet id=7"), ("GET", "/v1/pets/mine", "mine"),
      ("GET", "/v1/pets/m%69ne", "mine"), ("GET", "/v1/pets/a%2Fb", "pet id=a%2Fb"),
      ("HEAD", "/v1/pets/7", "pet id=7"), ("DELETE", "/v2/pets/7", "drop id=7"),
      ("DELETE", "/beta/pets/7", "drop id=7"),
      ("DELETE", "/v1/pets/mine", "no method of /pets/mine: [\"GET\"]"),
      ("GET", "/v1/pets/7/toys/ball.v2.json", "toy id=7 toy=ball format=v2.json"),
      ("GET", "/v1/caf%c3%a9", "cafe"), ("QUERY", "/v1/query", "query"),
      ("LINK", "/v1/query", "link"), ("GET", "/x/other", "other"), ("GET", "/v1/other", "no path"),
      ("GET", "/v1/pets", "no path"), ("GET", "/v1/pets/", "no path"),
      ("GET", "/v3/pets/7", "outside"), ("GET", "/v11/pets/7", "outside"),
    ]
  )
  func `a path is found below the servers`(method: String, path: String, wanted: String) throws {
    let document = try Self.document()
    #expect(Self.name(document.match(method: method, path: path, below: nil), document) == wanted)
  }

  @Test func `a path is found below a base, or when the caller has removed it`() throws {
    let document = try Self.document()
    for path in ["/api/pets/7", "/pets/7"] {
      let match = document.match(method: "GET", path: path, below: ["/api"])
      #expect(Self.name(match, document) == "pet id=7")
    }
    #expect(document.match(method: "GET", path: "/pets/7", below: []) != .noPath)
    #expect(document.match(method: "GET", path: "/v1/pets/7", below: []) == .noPath)
  }

  @Test func `the paths of servers have their variables filled in`() throws {
    #expect(try Self.document().serverPaths == ["/v1", "/v2", "/beta"])
    #expect(try ContractFixture.document("paths: {}").serverPaths == [""])
  }
}
