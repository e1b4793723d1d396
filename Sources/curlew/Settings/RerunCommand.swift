import Engine
import Reports

/// The command line with which what failed is run again, the same way.
struct RerunCommand {
  let arguments: RunArguments
  /// The seed of the run, given or not.
  let seed: UInt64
  let mask: SecretMask

  /// All of it but what is selected: what scenarios read and how they run, and the values they draw.
  ///
  /// What the environment and `curlew.yaml` say is said by them again, so that only what was given stands here.
  /// The values of `--secret` and other secrets are not shown.
  var words: [String] {
    let sources = arguments.sources
    var words = ["curlew", "run"]
    if let environment = sources.environment { words += ["--environment", environment] }
    for file in sources.variableFiles { words += ["--variables", file] }
    for variable in sources.variables { words += ["--var", mask.masking(variable)] }
    for secret in sources.secret {
      words += ["--secret", "\(secret.prefix { $0 != "=" })=•••"]
    }
    for folder in sources.allowFiles { words += ["--allow-files", folder] }
    if sources.allowExec { words.append("--allow-exec") }
    if let demo = arguments.demo { words.append(demo ? "--demo" : "--no-demo") }
    if let insecure = arguments.insecure { words.append(insecure ? "--insecure" : "--no-insecure") }
    if let jobs = arguments.jobs { words += ["--jobs", "\(jobs)"] }
    if let limit = arguments.connectionsPerHost { words += ["--connections-per-host", "\(limit)"] }
    if let rate = arguments.rate { words += ["--rate", rate] }
    if let order = arguments.order { words += ["--order", order] }
    if let timeout = arguments.timeout { words += ["--timeout", timeout] }
    if let grace = arguments.grace { words += ["--grace", grace] }
    if let retries = arguments.retries { words += ["--retries", "\(retries)"] }
    if let fails = arguments.failOnFlaky {
      words.append(fails ? "--fail-on-flaky" : "--no-fail-on-flaky")
    }
    if let repeats = arguments.repeats, repeats > 1 { words += ["--repeat", "\(repeats)"] }
    return words + ["--seed", "\(seed)"]
  }

  /// What selects all that did not pass, when a report for programs is written; it distinguishes rows of a data file, too.
  func selection(_ requests: [ReportRequest]) -> [String]? {
    guard
      let request = requests.first(where: {
        $0.kind == ReporterDefinition.json.name && !$0.isStandardOutput
      })
    else { return nil }
    let paths = arguments.sources.paths
    // A path is no option, whatever its name begins with.
    let safe = paths.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return (paths == SourceArguments.defaultPaths ? [] : safe) + ["--rerun-failed", request.path]
  }
}
