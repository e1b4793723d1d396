/// A kind of report: its name, what it is, and how it is made.
public struct ReporterDefinition: Sendable {
  /// The name as in `--report NAME=PATH`.
  public let name: String
  /// What it is, one sentence for help.
  public let summary: String
  /// Whether it needs all exchanges and assertions, not only those of steps that did not pass.
  public let needsEverything: Bool
  /// Whether it shows the requests of steps that did not pass.
  public let showsRequests: Bool
  /// Makes a reporter that writes to a writer.
  public let make: @Sendable (any ReportWriter, ReporterOptions) -> any Reporter

  /// Defines a kind.
  public init(
    name: String,
    summary: String,
    needsEverything: Bool = false,
    showsRequests: Bool = false,
    make: @escaping @Sendable (any ReportWriter, ReporterOptions) -> any Reporter
  ) {
    self.name = name
    self.summary = summary
    self.needsEverything = needsEverything
    self.showsRequests = showsRequests || needsEverything
    self.make = make
  }
}
