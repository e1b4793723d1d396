/// The command line with which to run again what failed, without what selects and reports.
enum RerunWords {
  /// Options that select, or that a second look does not need, each with its value.
  private static let dropped: Set = [
    "--tag", "--name", "--shard", "--shard-times", "--rerun-failed", "--report", "--junit-dialect",
    "--junit-output", "--fail-fast", "--repeat", "--order", "--seed", "--color", "--jobs",
  ]
  /// Options without a value: what stands behind one is a path.
  private static let flags: Set = [
    "--demo", "--dry-run", "--insecure", "--quiet", "--verbose", "--curl", "--allow-empty",
    "--allow-exec", "--no-github", "--fail-on-flaky",
  ]
  private static let droppedFlags: Set = [
    "--dry-run", "--quiet", "--verbose", "--curl", "--allow-empty", "--no-github",
  ]

  /// The words, without paths; values of secrets are left out.
  ///
  /// - Parameter arguments: those of the process, without its name and without `run`.
  /// - Returns: the words, `curlew run` first.
  static func words(_ arguments: [String]) -> [String] {
    var words = ["curlew", "run"]
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == "--" { break }
      guard argument.hasPrefix("--") else { continue }
      if flags.contains(argument) {
        if !droppedFlags.contains(argument) { words.append(argument) }
        continue
      }
      let name = String(argument.prefix { $0 != "=" })
      var option = [argument]
      if name == argument, index < arguments.count {
        option.append(arguments[index])
        index += 1
      }
      guard !dropped.contains(name) else { continue }
      words += name == "--secret" ? withoutSecret(option) : option
    }
    return words
  }

  /// `--secret NAME=…`: the value is for the one who runs it again.
  private static func withoutSecret(_ option: [String]) -> [String] {
    let text = option.count > 1 ? option[1] : String(option[0].dropFirst("--secret=".count))
    return ["--secret", "\(text.prefix { $0 != "=" })=…"]
  }
}
