import Diagnostics
import RunEvents
import Testing

@Suite(.timeLimit(.minutes(5))) struct CoverageMinimumTests {
  private func contract(_ covered: Int, _ total: Int) -> ContractReport {
    ContractReport(
      path: "api.yaml",
      title: "API",
      operations: (0..<total).map {
        .init(
          name: "o\($0)",
          method: "GET",
          path: "/\($0)",
          line: 1,
          count: $0 < covered ? 1 : 0,
          responses: [.init(status: "200", count: $0 < covered ? 1 : 0)]
        )
      }
    )
  }

  @Test(arguments: [
    ("operations=100,responses=80", "operations=100,responses=80"),
    ("responses=80.5, operations = 99.99 %", "operations=99.99,responses=80.5"),
    ("properties=0", "properties=0"), ("parameters=7.05", "parameters=7.05"),
    ("operations=007", "operations=7"),
  ])
  func `a minimum is read`(text: String, written: String) throws {
    #expect(try CoverageMinimum(parsing: text).text == written)
  }

  @Test(arguments: [
    ("", "expected NAME=PERCENT, got \"\""),
    ("operations", "expected NAME=PERCENT, got \"operations\""),
    ("operations=1,", "expected NAME=PERCENT, got \"\""),
    ("operation=1", "unknown coverage \"operation\""), ("=1", "unknown coverage \"\""),
    ("operations=1,operations=2", "operations stands twice"),
    ("operations=", "expected a percentage from 0 to 100 for operations, got \"\""),
    ("operations=101", "expected a percentage from 0 to 100 for operations, got \"101\""),
    ("operations=100.01", "expected a percentage from 0 to 100 for operations, got \"100.01\""),
    ("operations=-1", "expected a percentage from 0 to 100 for operations, got \"-1\""),
    ("operations=1.234", "expected a percentage from 0 to 100 for operations, got \"1.234\""),
    ("operations=.", "expected a percentage from 0 to 100 for operations, got \".\""),
    ("operations=1e1", "expected a percentage from 0 to 100 for operations, got \"1e1\""),
    (
      "operations=99999999999999999999",
      "expected a percentage from 0 to 100 for operations, got \"99999999999999999999\""
    ),
    ("operations=٣", "expected a percentage from 0 to 100 for operations, got \"٣\""),
  ])
  func `what is no minimum is named`(text: String, message: String) {
    do throws(Mistake) {
      _ = try CoverageMinimum(parsing: text)
      Issue.record("\(text) was read")
    } catch {
      #expect(error.message == message)
    }
  }

  @Test func `a near name is suggested`() {
    do throws(Mistake) {
      _ = try CoverageMinimum(parsing: "respones=80")
      Issue.record("it was read")
    } catch {
      #expect(error.suggestion == "responses")
    }
  }

  @Test func `a share is never rounded up`() throws {
    let minimum = try CoverageMinimum(parsing: "operations=100")
    let almost = contract(9_999, 10_000)
    #expect(
      minimum.shortfalls(of: [almost]) == [
        "api.yaml: 9999 of 10000 operations were exercised (99.99 %), the minimum is 100 %"
      ]
    )
    let nearer = contract(99_999, 100_000)
    #expect(minimum.shortfalls(of: [nearer]).first?.contains("(99.99 %)") == true)
    #expect(minimum.shortfalls(of: [contract(10, 10)]) == [])
    let third = try CoverageMinimum(parsing: "operations=33.34")
    #expect(third.shortfalls(of: [contract(1, 3)]).count == 1)
    let lower = try CoverageMinimum(parsing: "operations=33.33")
    #expect(lower.shortfalls(of: [contract(1, 3)]) == [])
  }

  @Test func `each contract is measured by itself`() throws {
    let minimum = try CoverageMinimum(parsing: "operations=50,responses=100")
    let shortfalls = minimum.shortfalls(of: [contract(2, 2), contract(0, 2)])
    #expect(shortfalls.count == 2)
  }

  @Test func `no contract, and one without operations, fall short`() throws {
    let minimum = try CoverageMinimum(parsing: "operations=1")
    #expect(minimum.shortfalls(of: []).count == 1)
    #expect(minimum.shortfalls(of: [contract(0, 0)]).count == 1)
    #expect(try CoverageMinimum(parsing: "operations=0").shortfalls(of: []) == [])
    // A document without parameters has none to cover.
    #expect(try CoverageMinimum(parsing: "parameters=100").shortfalls(of: [contract(1, 1)]) == [])
  }

  @Test func `of two minima the higher counts`() throws {
    let first = try CoverageMinimum(parsing: "operations=10,responses=80")
    let second = try CoverageMinimum(parsing: "operations=20,parameters=5")
    #expect(first.joined(to: second).text == "operations=20,responses=80,parameters=5")
  }

  @Test func `counts that no document has do not overflow`() {
    let share = ContractReport.Share(covered: .max, total: .max)
    #expect(share.hundredths <= 10_000)
    #expect(ContractReport.Share(covered: -1, total: 5).hundredths == 0)
    #expect(ContractReport.Share(covered: 9, total: 5).hundredths == 10_000)
    #expect(ContractReport.Share(covered: .max / 2, total: .max).hundredths < 5_001)
  }
}
