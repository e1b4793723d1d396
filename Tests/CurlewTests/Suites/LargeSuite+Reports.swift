import Documents
import TestSupport
import Testing

extension LargeSuite {
  /// Checks that the reports of a run that was interrupted are whole and say the same.
  ///
  /// - Parameter count: how many scenarios the plan has, those of the project not counted.
  /// - Throws: when a report is not there or cannot be read.
  func checkInterruptedReports(count: Int) throws {
    let verdicts = try verdicts()
    #expect(verdicts.count == count)
    #expect(Set(verdicts.map(\.title)).count == count)
    #expect(try outcomes(ofKind: "after-all").count == 1)
    #expect(try outcomes(ofKind: "before-all").count == 1)
    let report = try JSONParser().parse(project.folder.read("report.json"))
    let summary = try #require(report["summary"]?["scenarios"]?.object)
    #expect(summary.values.reduce(0) { $0 + ($1.number?.int ?? 0) } == count)
    // Every file of the plan has its suite, and the counts are those of the cases.
    let junit = try XMLDocument(parsing: project.folder.read("junit.xml"))
    for condition in [
      "count(//testsuite) >= \(Self.fileCount)", "sum(//testsuite/@tests) = count(//testcase)",
      "sum(//testsuite/@errors) = count(//testcase[error])",
      "sum(//testsuite/@failures) = count(//testcase[failure])",
      "sum(//testsuite/@skipped) = count(//testcase[skipped])",
    ] {
      #expect(try junit.evaluate(XPath(parsing: condition)) == .boolean(true), "\(condition)")
    }
  }
}
