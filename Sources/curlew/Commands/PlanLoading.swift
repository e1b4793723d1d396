import Engine
import Scenarios

/// Reads and compiles what a command was asked for.
struct PlanLoading {
  let sources: SourceOptions
  let environment: [String: String]
  var demoURL: String?

  /// The options that the plan is compiled with.
  func options() throws -> RunOptions {
    var options = try sources.runOptions(environment)
    options.demoURL = demoURL
    return options
  }

  /// The plan with all diagnostics.
  func load() throws -> RunPlan {
    try load(options(), mask: SecretMask())
  }

  /// The plan with all diagnostics, compiled with options that are known already.
  private func load(_ options: RunOptions, mask: SecretMask) -> RunPlan {
    PlanCompiler(options: options, mask: mask).compile(loader(options).load(sources.paths))
  }

  /// The plan with all diagnostics, its files read on every core at once.
  func loadInParallel(_ options: RunOptions, mask: SecretMask) async -> RunPlan {
    PlanCompiler(options: options, mask: mask)
      .compile(await loader(options).loadInParallel(sources.paths))
  }

  private func loader(_ options: RunOptions) -> ScenarioLoader {
    ScenarioLoader(
      vocabulary: .standard,
      allowedFolders: sources.allowFiles,
      knownNames: Set(options.overrides.keys)
    )
  }
}
