import Glibc
import Reports

/// The reports that GitHub Actions gets by default: annotations, and a summary for the page of the job.
///
/// Nobody asked for these, so one that cannot be written is a warning and the run none the worse for it.
struct AutomaticReports {
  /// The most that GitHub takes for the summary of one step, in bytes.
  static let summaryLimit = 1 << 20

  private let summaryPath: String?
  private let isActions: Bool
  private let isWanted: Bool

  /// Looks at the environment.
  ///
  /// - Parameters:
  ///   - environment: the process's.
  ///   - isWanted: `false` for `--no-github`.
  init(_ environment: [String: String], isWanted: Bool) {
    isActions = environment["GITHUB_ACTIONS"] == "true"
    summaryPath = environment["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 }
    self.isWanted = isWanted
  }

  /// The writer for a report that was asked for, when its path is that of the summary: what stands there is kept.
  func writer(for request: ReportRequest) -> (any ReportWriter)? {
    guard let summaryPath, request.path == summaryPath else { return nil }
    return AppendingSink(path: summaryPath, limit: Self.summaryLimit)
  }

  /// Adds what is written by itself, unless it was asked for.
  ///
  /// - Parameters:
  ///   - reporters: get the reporters, behind those that were asked for.
  ///   - requests: what was asked for.
  ///   - options: the options of reporters.
  func add(
    to reporters: inout ReporterMultiplexer,
    besides requests: [ReportRequest],
    _ options: ReporterOptions
  ) {
    guard isWanted else { return }
    let annotations = ReporterDefinition.github.name
    if isActions, !requests.contains(where: { $0.kind == annotations }) {
      // The runner reads both outputs; a report for a program must not be broken by annotations.
      let isTaken = requests.contains {
        $0.isStandardOutput && $0.kind != ReporterDefinition.console.name
      }
      let output = StreamSink(isTaken ? STDERR_FILENO : STDOUT_FILENO)
      reporters.add(
        ReporterDefinition.github.make(output, options),
        as: ReportRequest(kind: annotations, path: "-"),
        isOptional: true
      )
    }
    let markdown = ReporterDefinition.markdown.name
    guard let summaryPath,
      !requests.contains(where: {
        $0.path == summaryPath || $0.kind == markdown && $0.isStandardOutput
      })
    else { return }
    reporters.add(
      ReporterDefinition.markdown.make(
        AppendingSink(path: summaryPath, limit: Self.summaryLimit),
        options
      ),
      as: ReportRequest(kind: markdown, path: summaryPath),
      isOptional: true
    )
  }
}
