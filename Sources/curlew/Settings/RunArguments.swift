import ArgumentParser
import Encodings
import Scenarios

/// What the command line of a run says, as plain values.
///
/// A run that names nothing but paths has them without the parser of options: that looks into each option's type at run time, which is a sixth
/// of the start.
struct RunArguments: Sendable {
  /// What is read and what it starts from.
  var sources: SourceArguments
  /// `--name`.
  var names: [String] = []
  /// `--rerun-failed`.
  var rerunFailed: [String] = []
  /// `--shard`.
  var shard: String?
  /// `--shard-times`.
  var shardTimes: [String] = []
  /// `--demo`.
  var demo: Bool?
  /// `--jobs`.
  var jobs: Int?
  /// `--connections-per-host`.
  var connectionsPerHost: Int?
  /// `--rate`.
  var rate: String?
  /// `--report`.
  var report: [String] = []
  /// `--junit-dialect`.
  var junitDialect: String?
  /// `--retries`.
  var retries: Int?
  /// `--fail-on-flaky`.
  var failOnFlaky: Bool?
  /// `--junit-output`.
  var junitOutput = "failed"
  /// `--no-github`.
  var noGithub = false
  /// `--fail-fast`.
  var failFast: Int?
  /// `--order`.
  var order: String?
  /// `--repeat`.
  var repeats: Int?
  /// `--seed`.
  var seed: UInt64?
  /// `--timeout`.
  var timeout: String?
  /// `--grace`.
  var grace: String?
  /// `--dry-run`.
  var dryRun = false
  /// `--insecure`.
  var insecure: Bool?
  /// `--quiet`.
  var quiet: Bool?
  /// `--verbose`.
  var verbose = false
  /// `--curl`.
  var curl = false
  /// `--color`.
  var color: String?
  /// `--allow-empty`.
  var allowEmpty: Bool?

  /// The arguments of a run of some paths, all else as it is by default.
  ///
  /// - Parameter words: what follows the name of the command, `run` first.
  /// - Returns: `nil` when it is another command, or when an option is among the words.
  static func paths(_ words: [String]) -> RunArguments? {
    guard words.first == "run", !words.contains(where: { $0.utf8.first == UInt8(ascii: "-") })
    else { return nil }
    let paths = Array(words.dropFirst())
    return RunArguments(
      sources: SourceArguments(paths: paths.isEmpty ? SourceArguments.defaultPaths : paths)
    )
  }

  /// A duration option in seconds.
  ///
  /// - Parameters:
  ///   - text: the option's value, such as `500ms`.
  ///   - option: its name, for the error.
  /// - Returns: the seconds.
  /// - Throws: `ValidationError` for what is no duration.
  static func duration(_ text: String, of option: String) throws -> Double {
    guard let duration = Quantity.duration(text) else {
      throw ValidationError("\(option) takes a duration such as 500ms or 10s, got \"\(text)\"")
    }
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
