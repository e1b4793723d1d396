import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct FieldQueryTests {
  private let fields = [
    (name: "Location", value: "/orders/7"), (name: "Set-Cookie", value: "a"),
    (name: "set-cookie", value: "b"),
  ]

  @Test func `headers are found whatever their case, cookies are not`() {
    guard case .single("/orders/7") = FieldQuery.header("location").subject(in: fields).content,
      case .nodes(["a", "b"]) = FieldQuery.header("Set-Cookie").subject(in: fields).content,
      case .absent = FieldQuery.cookie("location").subject(in: fields).content
    else {
      Issue.record("a field was not found as it should")
      return
    }
  }

  @Test func `a near name is suggested`() {
    #expect(FieldQuery.header("Locaton").missDetail(in: fields) == "did you mean \"Location\"?")
    #expect(FieldQuery.header("location").missDetail(in: fields) == nil)
    #expect(FieldQuery.header("ETag").missDetail(in: fields) == nil)
  }
}
