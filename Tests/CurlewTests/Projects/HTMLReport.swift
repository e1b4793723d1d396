import Documents

/// An HTML report read back: the data inside it.
struct HTMLReport {
  private let document: HTMLDocument

  init(_ bytes: [UInt8]) throws {
    document = try HTMLDocument(parsing: bytes)
  }

  /// What the run comes to.
  func summary() throws -> JSONValue? { try data("data-run")["summary"] }

  /// How each scenario ended, `before-all` and `after-all` left out: the outcome of its last attempt.
  func outcomes() throws -> [String] {
    var last: [String: String] = [:]
    for row in try data("data-index").array ?? [] where row["kind"]?.string == "scenario" {
      let name = "\(row["kind"]?.string ?? "") \(row["index"]?.number?.int ?? 0)"
      last[name] = row["outcome"]?.string
    }
    return Array(last.values)
  }

  /// A line of the page's list: the first attempt at a scenario.
  func row(_ index: Int) throws -> JSONValue? { try data("data-index")[index] }

  /// A scenario with its steps.
  func scenario(_ index: Int, attempt: Int = 1) throws -> JSONValue {
    try data("data-\(index).\(attempt)")
  }

  private func data(_ id: String) throws -> JSONValue {
    let path = try XPath(parsing: "string(//script[@id='\(id)'])")
    guard case .string(let text) = try document.evaluate(path) else { return .null }
    return try JSONParser().parse(text)
  }
}
