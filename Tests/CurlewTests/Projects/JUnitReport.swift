import Documents
import TestSupport
import Testing

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
    // Paths of children, for `//testcase` walks the document anew for each field of each case.
    for suite in try 1..<(Self.count("/testsuites/testsuite", document) + 1) {
      let suite = "/testsuites/testsuite[\(suite)]"
      let name = try Self.text("string(\(suite)/@name)", document)
      for index in try 1..<(Self.count("\(suite)/testcase", document) + 1) {
        let this = "\(suite)/testcase[\(index)]"
        func of(_ path: String) throws -> String {
          try Self.text("string(\(this)\(path))", document)
        }
        let verdict = try ["failure", "error", "skipped"].first {
          try Self.count("\(this)/\($0)", document) != 0
        }
        cases.append(
          Case(
            suite: name,
            name: try of("/@name"),
            classname: try of("/@classname"),
            verdict: verdict,
            type: try verdict.map { try of("/\($0)/@type") } ?? "",
            message: try verdict.map { try of("/\($0)/@message") } ?? "",
            body: try verdict.map { try of("/\($0)") } ?? ""
          )
        )
      }
    }
    guard try cases.count == Self.count("//testcase", document) else {
      throw FixtureError("a test case stands outside of the suites")
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

  private static func count(_ path: String, _ document: XMLDocument) throws -> Int {
    try #require(Int(try text("count(\(path))", document)))
  }

  private static func text(_ xpath: String, _ document: XMLDocument) throws -> String {
    switch try document.evaluate(XPath(parsing: xpath)) {
    case .nodes(let nodes): nodes.first?.text ?? ""
    case .string(let text): text
    case .number(let number): number == number.rounded() ? String(Int(number)) : "\(number)"
    case .boolean(let value): String(value)
    }
  }
}
