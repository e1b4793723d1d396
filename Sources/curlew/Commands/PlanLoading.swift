import Diagnostics
import Engine
import HurlFiles
import Reports
import Scenarios

/// Reads and compiles what a command was asked for.
struct PlanLoading {
  /// What was read, before it is compiled.
  struct Files: Sendable {
    /// The project and the scenarios; the mistakes in `run:` are among its diagnostics.
    var loaded: LoadedProject
    /// What was given, and under it what `run:` says.
    var options: RunOptions
    /// The reports that `run:` asks for.
    var reports: [ReportRequest]?
  }

  let arguments: RunArguments

  /// The plan with all diagnostics, as far as `check` needs it, made on every core at once.
  ///
  /// - Parameter given: what the command says.
  /// - Returns: the plan.
  func plan(_ given: RunOptions) async -> RunPlan {
    let files = await read(given)
    LeftToTheSystem.keep(files)
    var options = given
    options.environment = files.options.environment
    options.tags = files.options.tags
    options.overrides = files.options.overrides
    options.checksContracts = files.options.checksContracts
    options.compilesContracts = true
    return await PlanCompiler(options: options).compileInParallel(files.loaded)
  }

  /// Reads the files that the command names, many on every core at once, and the defaults of its options.
  func read(_ options: RunOptions) async -> Files {
    files(await loader(options).loadInParallel(arguments.paths), options)
  }

  private func loader(_ options: RunOptions) -> ScenarioLoader {
    // What is wrong with the settings was said when the options were read.
    let settings = (try? arguments.hurlSettings(options)) ?? HurlSettings()
    var loader = ScenarioLoader(
      vocabulary: .standard,
      frontEnds: [HurlFrontEnd(settings: settings)],
      allowedFolders: arguments.texts(of: .allowFiles) + options.requests.files,
      knownNames: Set(options.overrides.keys),
      namedVariables: options.namedVariables,
      namesOfProject: { [named = Set(arguments.given.keys)] project in
        // What is wrong with them is said when they are read for the run.
        var reported: [Diagnostic] = []
        let defaults = RunDefaults(
          of: project,
          under: options,
          named: named,
          diagnostics: &reported
        )
        return Set(defaults.options.overrides.keys)
      }
    )
    loader.fileRoot = arguments.fileRoot
    return loader
  }

  private func files(_ project: LoadedProject, _ given: RunOptions) -> Files {
    var loaded = project
    let defaults = RunDefaults(
      of: loaded.project,
      under: given,
      named: Set(arguments.given.keys),
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
    return Files(loaded: loaded, options: defaults.options, reports: reports)
  }
}
