import Files

/// Joins values to options that the parser would not take for them.
enum LooseArguments {
  private static let colors: Set<String> = ["auto", "always", "never"]
  private static let numbers: Set<String> = ["--max-redirs", "--retry", "--repeat", "--jobs"]

  /// Whether what follows `--color` is no value of it: nothing, another option, or a path.
  private static func isAlone(before next: String?) -> Bool {
    guard let next, !next.hasPrefix("-") else { return true }
    guard !colors.contains(next) else { return false }
    if case .missing = FileSystem.kind(of: next) { return false }
    return true
  }

  /// The arguments with `--color` alone as `--color=always`, and `--max-redirs -1` as `--max-redirs=-1`.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name of the program.
  ///   - takesColor: whether `--color` has a value.
  /// - Returns: as many arguments or fewer.
  static func completed(_ arguments: [String], takesColor: Bool = true) -> [String] {
    var completed: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      let next = index + 1 < arguments.count ? arguments[index + 1] : nil
      index += 1
      if argument == "--" {
        completed.append(argument)
        completed += arguments[index...]
        break
      }
      if argument == "--color", takesColor, isAlone(before: next) {
        completed.append("\(argument)=always")
      } else if numbers.contains(argument), let next, next.hasPrefix("-"), Int(next) != nil {
        completed.append("\(argument)=\(next)")
        index += 1
      } else {
        completed.append(argument)
      }
    }
    return completed
  }
}
