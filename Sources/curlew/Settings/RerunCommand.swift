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
    var given = arguments.given
    given[RunOption.seed.name] = ["\(seed)"]
    return ["curlew", "run"]
      + RunOptionCatalogue.all.flatMap { option in
        option.words(repeating: given[option.name] ?? [], mask: mask.masking)
      }
  }

  /// What selects all that did not pass, when a report for programs is written; it distinguishes rows of a data file, too.
  func selection(_ requests: [ReportRequest]) -> [String]? {
    guard
      let request = requests.first(where: {
        $0.kind == ReporterDefinition.json.name && !$0.isStandardOutput
      })
    else { return nil }
    let paths = arguments.paths
    // A path is no option, whatever its name begins with.
    let safe = paths.map { $0.hasPrefix("-") ? "./\($0)" : $0 }
    return (paths == RunArguments.defaultPaths ? [] : safe) + ["--rerun-failed", request.path]
  }
}
