import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct JoinedContractTests {
  private func report(_ requests: [(path: String, count: Int)]) -> ContractReport {
    ContractReport(
      path: "shop.yaml",
      title: "Shop",
      undocumented: requests.map { .init(method: "GET", path: $0.path, count: $0.count) },
      undocumentedCount: requests.reduce(0) { $0 + $1.count }
    )
  }

  @Test func `requests without an operation are added up, and the list of them is bounded`() {
    let limit = ContractReport.undocumentedLimit
    var first = report((1..<limit).map { ("/\($0)", 1) })
    let isAdded = first.add(report([("/1", 5), ("/new", 2), ("/late", 3)]))
    #expect(isAdded)
    #expect(first.undocumented.count == limit)
    #expect(first.undocumented[0] == .init(method: "GET", path: "/1", count: 6))
    #expect(first.undocumented[limit - 1] == .init(method: "GET", path: "/new", count: 2))
    #expect(first.undocumentedCount == limit - 1 + 10)
  }

  @Test func `nothing of another document is added`() {
    var first = report([("/1", 1)])
    var other = report([("/2", 1)])
    other.path = "other.yaml"
    let isAdded = first.add(other)
    #expect(!isAdded)
    #expect(first == report([("/1", 1)]))
  }
}
