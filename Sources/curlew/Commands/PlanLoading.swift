import Diagnostics
import Engine
import Reports
import Scenarios

/// Reads and compiles what a command was asked for.
struct PlanLoading {
  /// What was read, before it is compiled.
  struct Files {
    /// The project and the scenarios; the mistakes in `run:` are among its diagnostics.
    var loaded: LoadedProject
    /// `run:` of the project.
    var defaults: RunDefaults
    /// The reports that it asks for.
    var reports: [ReportRequest]?
  }

  let sources: SourceArguments
  let environment: [String: String]

  /// The plan with all diagnostics, as far as `check` needs it.
  func load() throws -> RunPlan {
    var options = try sources.runOptions(environment)
    let files = read(options)
    options.environment = options.environment ?? files.defaults.environment
    options.tags = options.tags ?? files.defaults.tags
    return PlanCompiler(options: options).compile(files.loaded)
  }

  /// Reads the files that the command names, and the defaults of its options.
  func read(_ options: RunOptions) -> Files {
    files(loader(options).load(sources.paths))
  }

  /// Reads the same as ``read(_:)``, many files on every core at once.
  func readInParallel(_ options: RunOptions) async -> Files {
    files(await loader(options).loadInParallel(sources.paths))
  }

  private func loader(_ options: RunOptions) -> ScenarioLoader {
    ScenarioLoader(
      vocabulary: .standard,
      allowedFolders: sources.allowFiles,
      knownNames: Set(options.overrides.keys),
      namedVariables: options.namedVariables
    )
  }

  private func files(_ project: LoadedProject) -> Files {
    var loaded = project
    let defaults = RunDefaults(
      of: loaded.project,
      environment: environment,
      diagnostics: &loaded.diagnostics
    )
    var reports: [ReportRequest]?
    for text in defaults.reports ?? [] {
      do throws(ReporterError) {
        reports = (reports ?? []) + [try ReportRequest(parsing: text.value)]
      } catch {
        loaded.diagnostics.append(
          Diagnostic(.error, "report: \(error.message)", at: text.range, hint: error.hint)
        )
      }
    }
    return Files(loaded: loaded, defaults: defaults, reports: reports)
  }
}
