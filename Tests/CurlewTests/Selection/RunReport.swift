import Documents
import TestSupport
import Testing

/// A JSON report as the tests look at it.
struct RunReport {
  let value: JSONValue

  init(_ bytes: [UInt8]) throws {
    value = try JSONParser().parse(bytes)
  }

  /// The scenarios, in the order of the report.
  var scenarios: [JSONValue] { value["scenarios"]?.array ?? [] }

  /// Title and outcome of each scenario.
  var endings: [String] {
    scenarios.map { "\($0["title"]?.string ?? "") \($0["outcome"]?.string ?? "")" }
  }

  /// The titles of all scenarios.
  var titles: [String] { scenarios.compactMap { $0["title"]?.string } }

  /// A member of the report.
  subscript(name: String) -> JSONValue? { value[name] }
}

extension CommandProject {
  /// The JSON report that a run wrote.
  func report(_ name: String = "report.json") throws -> RunReport {
    try RunReport(try folder.read(name))
  }
}
