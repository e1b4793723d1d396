import Files

/// Joins values to options that the parser would not take for them.
enum LooseArguments {
  private static let colors: Set<String> = ["auto", "always", "never"]
  private static let numbers: Set<String> = ["--max-redirs", "--retry", "--repeat", "--jobs"]

  /// Whether what follows `--color` is no value of it: nothing, another option, or a path.
  private static func isAlone(before next: String?) -> Bool {
    guard let next, !next.hasPrefix("-") else { return true }
    guard !colors.contains(next) else { return false }
    return FileSystem.kind(of: next) != .missing
  }

  /// The arguments with `--color` alone as `--color=always`, `--fail-fast` alone as `--fail-fast=1`, and `--max-redirs -1` as `--max-redirs=-1`.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name of the program.
  ///   - isHurl: whether they are Hurl's: its `--color` has no value, and it knows no `--fail-fast`.
  /// - Returns: as many arguments or fewer.
  static func completed(_ arguments: [String], isHurl: Bool = false) -> [String] {
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
      if argument == "--color", !isHurl, isAlone(before: next) {
        completed.append("\(argument)=always")
      } else if argument == "--fail-fast", !isHurl {
        let number = next.flatMap { Int($0) == nil ? nil : $0 }
        completed.append("\(argument)=\(number ?? "1")")
        if number != nil { index += 1 }
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
