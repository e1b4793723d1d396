import ArgumentParser
import Diagnostics
import Engine
import Scenarios

/// `curlew check`: everything that can be known without sending.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds every mistake in scenario files that can be known without sending anything."
  )

  @OptionGroup var sources: SourceOptions

  func run() throws {
    let plan = try PlanLoading(sources: sources, environment: ProcessEnvironment.read()).load()
    let renderer = DiagnosticRenderer()
    for diagnostic in plan.diagnostics {
      StandardOutput.writeLine(renderer.render(diagnostic))
    }
    let errors = plan.diagnostics.count { $0.severity == .error }
    let warnings = plan.diagnostics.count { $0.severity == .warning }
    StandardOutput.writeLine(
      "\(Self.count(plan.fileCount, "file")): \(Self.count(errors, "error")), "
        + Self.count(warnings, "warning")
    )
    if errors > 0 { Process.exit(.unusable) }
    Process.exit(plan.fileCount == 0 ? .nothingSelected : .passed)
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
