import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct JSONQueryTests {
  private let document: JSONValue = [
    "total": 20.5, "lines": [["sku": "A"], ["sku": "B"]], "none": nil,
  ]

  @Test func `a singular path yields its value or nothing`() throws {
    let subject = try JSONQuery("$.lines[1].sku").subject(in: document)
    guard case .single("B") = subject.content else {
      Issue.record("\(subject)")
      return
    }
    #expect(subject.path == "$.lines[1].sku")
    guard case .absent = try JSONQuery("$.gone").subject(in: document).content,
      case .single(.null) = try JSONQuery("$.none").subject(in: document).content
    else {
      Issue.record("absent is not null")
      return
    }
  }

  @Test func `any other path yields a node list`() throws {
    guard case .nodes(["A", "B"]) = try JSONQuery("$.lines[*].sku").subject(in: document).content,
      case .nodes([]) = try JSONQuery("$..gone").subject(in: document).content
    else {
      Issue.record("no node list")
      return
    }
  }

  @Test func `a near name is suggested where nothing is found`() throws {
    let query = try JSONQuery("$.lines[0].sko")
    #expect(
      query.missDetail(in: document)
        == "$['lines'][0] has no member 'sko', did you mean \"sku\"?"
    )
    #expect(try JSONQuery("$.total").missDetail(in: document) == nil)
    #expect(query.place(in: document) == [.name("lines"), .index(0)])
  }

  @Test func `a mistake has its place`() {
    let error = #expect(throws: QueryError.self) { _ = try JSONQuery("$.é[") }
    #expect(error?.offset == 4)
  }
}
