import Engine

extension RunArguments {
  /// The arguments of a run that is written plainly: paths, and options by their whole names with values that start with no dash.
  ///
  /// `ArgumentParser` looks into the type of each option at run time, which is a third of what a run of one request costs. It reads all other
  /// command lines, and reports what is wrong with them.
  ///
  /// - Parameter words: what follows the name of the program, `run` first.
  /// - Returns: what the parser would give; `nil` for anything else.
  static func plain(_ words: [String]) -> RunArguments? {
    guard words.first == "run" else { return nil }
    var arguments = RunArguments(paths: [])
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      guard startsWithDash(word) else {
        arguments.paths.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let (option, isOn) = option(parts[0]) else { return nil }
      var given = arguments.given[option.name] ?? []
      switch option.form {
      case .flag, .onOrOff:
        guard parts.count == 1 else { return nil }
        given = ["\(isOn)"]
      case .value, .values:
        let joined = parts.count == 2 ? String(parts[1]) : nil
        guard let text = joined ?? rest.popFirst(), !text.isEmpty,
          joined != nil || !startsWithDash(text)
        else { return nil }
        if case .value = option.form { given = [] }
        given.append(text)
      }
      arguments.given[option.name] = given
    }
    if arguments.paths.isEmpty { arguments.paths = defaultPaths }
    return arguments
  }

  private static func startsWithDash(_ word: String) -> Bool {
    word.utf8.first == UInt8(ascii: "-")
  }

  /// The option that a word names with its dashes, and whether it turns it on.
  private static func option(_ word: Substring) -> (option: RunOption, isOn: Bool)? {
    let name = word.drop { $0 == "-" }
    let dashes = word.utf8.count - name.utf8.count
    func isNamed(_ option: RunOption, _ name: Substring) -> Bool {
      ([option.name] + option.aliases).contains { $0 == name && dashes == ($0.count == 1 ? 1 : 2) }
    }
    if let option = RunOptionCatalogue.all.first(where: { isNamed($0, name) }) {
      return (option, true)
    }
    guard name.hasPrefix("no-") else { return nil }
    let turnedOff = name.dropFirst(3)
    return RunOptionCatalogue.all.first { $0.form == .onOrOff && isNamed($0, turnedOff) }
      .map { ($0, false) }
  }
}
