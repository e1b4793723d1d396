import Diagnostics
import Reports
import Testing

/// Whole reports of fixed runs, compared with `Tests/Fixtures/Reports`.
@Suite(.timeLimit(.minutes(5))) struct GoldenReportTests {
  /// A report as it is written with some options.
  struct Variant: Sendable, CustomTestStringConvertible {
    var kind: String
    var file: String
    var options = ReporterOptions()

    var testDescription: String { file }
  }

  static let variants: [Variant] = [
    .init(kind: "console", file: "console.txt"),
    .init(kind: "console", file: "console-quiet.txt", options: .init(verbosity: .quiet)),
    .init(kind: "console", file: "console-verbose.txt", options: .init(verbosity: .verbose)),
    .init(
      kind: "console",
      file: "console-live-40.txt",
      options: .init(terminal: .init(isLive: true, usesColor: true, width: { 40 }))
    ),
    .init(kind: "junit", file: "junit-rich.xml"),
    .init(kind: "junit", file: "junit-strict.xml", options: .init(junitDialect: .strict)),
    .init(kind: "junit", file: "junit-all-output.xml", options: .init(junitOutput: .all)),
    .init(kind: "json", file: "report.json"),
    .init(kind: "events", file: "events.ndjson"),
    .init(kind: "tap", file: "report.tap"),
    .init(kind: "markdown", file: "summary.md"),
    .init(kind: "github", file: "github.txt"),
    .init(kind: "har", file: "report.har"),
    .init(kind: "coverage", file: "coverage.json"),
    .init(kind: "coverage-markdown", file: "coverage.md"),
  ]

  @Test(arguments: variants)
  func `a run with every outcome is written as before`(variant: Variant) throws {
    let definition = try ReporterCatalogue.definition(named: variant.kind)
    let text = try definition.text(of: .everyOutcome, options: variant.options)
    let difference = try GoldenFile.difference(of: text, from: "every-outcome/\(variant.file)")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: variants)
  func `a run that ends badly is written as before`(variant: Variant) throws {
    let definition = try ReporterCatalogue.definition(named: variant.kind)
    let text = try definition.text(of: OutcomeFixture.badEnding, options: variant.options)
    let difference = try GoldenFile.difference(of: text, from: "bad-ending/\(variant.file)")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: variants)
  func `a run that breaks a contract is written as before`(variant: Variant) throws {
    let definition = try ReporterCatalogue.definition(named: variant.kind)
    let text = try definition.text(of: ContractFixture.run, options: variant.options)
    let difference = try GoldenFile.difference(of: text, from: "contract/\(variant.file)")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func `every kind has a file, the page apart`() {
    let kinds = Set(Self.variants.map(\.kind))
    #expect(kinds == Set(ReporterCatalogue.names).subtracting(["html"]))
  }

  @Test(arguments: CheckFormat.allCases)
  func `what check tells is written as before`(format: CheckFormat) throws {
    let lines = format.lines(of: OutcomeFixture.mistakes, fileCount: 3)
    let text = lines.map { $0 + "\n" }.joined()
    let difference = try GoldenFile.difference(of: text, from: "check/\(format.rawValue).txt")
    #expect(difference == nil, "\(difference ?? "")")
  }
}
