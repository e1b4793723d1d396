/// A kind of report: its name, what it needs, and how it is made.
public struct ReporterDefinition: Sendable {
  /// The name as in `--report NAME=PATH`.
  public let name: String
  /// Whether it needs all exchanges and assertions, not only those of steps that did not pass.
  public let needsEverything: Bool
  /// Whether it shows the requests of steps that did not pass.
  public let showsRequests: Bool
  /// Makes a reporter that writes to a writer.
  public let make: @Sendable (any ReportWriter, ReporterOptions) -> any Reporter

  /// Defines a kind.
  public init(
    name: String,
    needsEverything: Bool = false,
    showsRequests: Bool = false,
    make: @escaping @Sendable (any ReportWriter, ReporterOptions) -> any Reporter
  ) {
    self.name = name
    self.needsEverything = needsEverything
    self.showsRequests = showsRequests || needsEverything
    self.make = make
  }
}
