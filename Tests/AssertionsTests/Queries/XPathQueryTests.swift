import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct XPathQueryTests {
  private func judge(_ path: String, _ matcher: JSONValue) throws -> Bool {
    let document = try XMLDocument(
      parsing: Array("<o xmlns='urn:o'><l n='1'>a</l><l n='2'>b</l></o>".utf8)
    )
    let subject = try XPathQuery(path).subject(in: .xml(document), namespaces: ["o": "urn:o"])
    return try MatcherCatalogue.standard.matcher(
      from: matcher,
      context: MatcherContext(kind: .markup)
    ).evaluate(subject).holds
  }

  @Test(
    arguments: [
      ("//o:l", ["a", "b"]), ("//o:l/@n", [1, 2]), ("//o:l[1]/@n", 1), ("count(//o:l)", 2),
      ("count(//o:l) = 2", true), ("number(//o:l)", ["exists": false]),
      ("//o:x", ["exists": false]),
      ("string(//o:l)", "a"),
    ] as [(String, JSONValue)]
  )
  func `nodes are text, numbers and booleans are themselves`(
    path: String,
    matcher: JSONValue
  ) throws {
    #expect(try judge(path, matcher))
  }

  @Test func `two nodes are not one`() throws {
    #expect(try !judge("//o:l", ["not": "c"]))
  }

  @Test func `html is asked in the same way`() throws {
    let document = try HTMLDocument(parsing: Array("<h1>Hello</h1><p>a<p>b".utf8))
    let subject = try XPathQuery("//p").subject(in: .html(document))
    guard case .nodes(let nodes) = subject.content else {
      Issue.record("\(subject)")
      return
    }
    #expect(nodes == ["a", "b"])
  }

  @Test func `a name is no path`() {
    let error = QueryError(
      "\"order\" is not a path",
      hint: "write `//order` for the elements of that name"
    )
    #expect(throws: error) { _ = try XPathQuery("order") }
    #expect(throws: QueryError.self) { _ = try XPathQuery("//a[") }
  }
}
