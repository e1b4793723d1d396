import Documents

/// A JUnit report read back: its suites and cases, with the counts as they stand in it.
struct JUnitReport {
  /// A `testcase`.
  struct Case: Hashable {
    var suite: String
    var name: String
    var classname: String
    /// `failure`, `error`, `skipped`, or nil when it passed.
    var verdict: String?
    /// The `type` of the verdict.
    var type: String
    var message: String
    /// The text of the verdict.
    var body: String
  }

  /// The report as it stands in the file.
  let text: String
  let cases: [Case]
  private let document: XMLDocument

  /// Reads a report.
  ///
  /// - Parameter bytes: the file.
  /// - Throws: when it is not well-formed.
  init(_ bytes: [UInt8]) throws {
    text = String(decoding: bytes, as: UTF8.self)
    let document = try XMLDocument(parsing: bytes)
    self.document = document
    var cases: [Case] = []
    let count = Int(try Self.text("count(//testcase)", document)) ?? 0
    for index in 1..<(count + 1) {
      let this = "(//testcase)[\(index)]"
      func of(_ path: String) throws -> String { try Self.text("string(\(this)\(path))", document) }
      let verdict = try ["failure", "error", "skipped"].first {
        try Self.text("count(\(this)/\($0))", document) != "0"
      }
      cases.append(
        Case(
          suite: try of("/../@name"),
          name: try of("/@name"),
          classname: try of("/@classname"),
          verdict: verdict,
          type: try verdict.map { try of("/\($0)/@type") } ?? "",
          message: try verdict.map { try of("/\($0)/@message") } ?? "",
          body: try verdict.map { try of("/\($0)") } ?? ""
        )
      )
    }
    self.cases = cases
  }

  /// A number in the root's attributes: `tests`, `failures`, `errors` or `skipped`.
  func count(_ attribute: String) throws -> Int? {
    Int(try Self.text("string(/testsuites/@\(attribute))", document))
  }

  /// Whether the counts of the root and of all suites are those of the cases.
  func countsAreRight() throws -> Bool {
    let all: [(String, String?)] = [
      ("tests", nil), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped"),
    ]
    for (attribute, verdict) in all {
      let counted = cases.count { verdict == nil || $0.verdict == verdict }
      let sum = try Self.text("sum(//testsuite/@\(attribute))", document)
      // The strict dialect's root has no attribute for what was skipped.
      let told = try count(attribute) ?? (attribute == "skipped" ? counted : -1)
      guard told == counted, Int(sum) == counted else { return false }
    }
    return true
  }

  /// The cases whose name holds a text.
  func cases(named name: String) -> [Case] { cases.filter { $0.name.contains(name) } }

  private static func text(_ xpath: String, _ document: XMLDocument) throws -> String {
    switch try document.evaluate(XPath(parsing: xpath)) {
    case .nodes(let nodes): nodes.first?.text ?? ""
    case .string(let text): text
    case .number(let number): number == number.rounded() ? String(Int(number)) : "\(number)"
    case .boolean(let value): String(value)
    }
  }
}
