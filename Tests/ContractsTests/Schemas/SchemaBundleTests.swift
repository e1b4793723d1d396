import Contracts
import Documents
import Testing

/// Schemas that are put together for whoever makes values of them.
@Suite(.timeLimit(.minutes(5)))
struct SchemaBundleTests {
  @Test func `schemas that all refer to each other are put together once`() throws {
    let count = 200
    let paths = (0..<count).map { number in
      """
        /s\(number):
          post:
            requestBody:
              content:
                application/json: { schema: { $ref: '#/components/schemas/S\(number)' } }
            responses: { '200': { description: ok } }
      """
    }
    let schemas = (0..<count).map { number in
      let next = "'#/components/schemas/S\((number + 1) % count)'"
      return "    S\(number): { properties: { next: { $ref: \(next) } } }"
    }
    let document = try ContractFixture.document(
      "paths:\n\(paths.joined(separator: "\n"))\ncomponents:\n  schemas:\n"
        + schemas.joined(separator: "\n")
    )
    let bundles = document.bundles()
    #expect(bundles.roots.count == count)
    #expect(bundles.definitions.count == count)
    for operation in document.operations {
      let schema = try #require(operation.requestBody?.content.first?.schema)
      let index = try #require(bundles.index(of: document.definition(of: schema)))
      let root = bundles.roots[index]
      #expect(root["$defs"] == nil)
      let reference = try #require(root["properties"]?["next"]?["$ref"]?.string)
      #expect(reference.hasPrefix("#/$defs/"))
      #expect(bundles.definitions[String(reference.dropFirst("#/$defs/".count))] != nil)
    }
  }
}
