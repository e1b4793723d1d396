import ArgumentParser

/// Options of Hurl that `curlew run` does not have, with what to use instead.
enum HurlOnlyOptions {
  private static let advice: [(names: [String], advice: String)] = [
    (
      ["--output", "-o"], "write save: FILE in the step, or output: FILE in [Options] of the entry"
    ),
    (["--include", "-i"], "--verbose prints whole responses"),
    (["--json"], "--report json=FILE writes what was sent and received"),
    (["--no-output"], "a run prints no bodies unless --verbose is given"),
    (["--pretty", "--no-pretty"], "a run prints no bodies unless --verbose is given"),
    (["--progress-bar"], "a run on a terminal shows what is running by itself"),
    (["--interactive"], "select one entry with FILE:LINE, or with --from-entry and --to-entry"),
    (["--ssl-no-revoke"], "it is about Windows alone"),
  ]

  /// What is wrong with the first of these among the arguments of a run.
  ///
  /// - Parameter arguments: what follows the name of the program.
  /// - Returns: `nil` when there is none.
  static func complaint(about arguments: [String]) -> String? {
    guard arguments.first == RunCommand.configuration.commandName else { return nil }
    return first(of: advice, in: arguments).map { name, advice in
      "\(name) is an option of the program called as hurl; in curlew run, \(advice)"
    }
  }

  /// The first option of a table among words, with what to use instead.
  static func first(
    of table: [(names: [String], advice: String)],
    in words: [String]
  ) -> (name: String, advice: String)? {
    for word in words.prefix(while: { $0 != "--" }) {
      let name = String(word.prefix { $0 != "=" })
      if let entry = table.first(where: { $0.names.contains(name) }) { return (name, entry.advice) }
    }
    return nil
  }
}
