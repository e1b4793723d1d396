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
  func load(_ options: RunOptions, mask: SecretMask) -> RunPlan {
    let loader = ScenarioLoader(
      vocabulary: .standard,
      allowedFolders: sources.allowFiles,
      knownNames: Set(options.overrides.keys)
    )
    return PlanCompiler(options: options, mask: mask).compile(loader.load(sources.paths))
  }
}
