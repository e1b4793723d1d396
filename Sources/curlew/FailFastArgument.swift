/// Gives `--fail-fast` its number when it stands alone: the parser knows no option whose value may be left out.
enum FailFastArgument {
  private static let name = "--fail-fast"

  /// The arguments with `--fail-fast` and `--fail-fast 3` written as `--fail-fast=1` and `--fail-fast=3`.
  static func completed(_ arguments: [String]) -> [String] {
    var completed: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if argument == "--" {
        completed.append(argument)
        completed += arguments[index...]
        break
      }
      guard argument == name else {
        completed.append(argument)
        continue
      }
      if index < arguments.count, Int(arguments[index]) != nil {
        completed.append("\(name)=\(arguments[index])")
        index += 1
      } else {
        completed.append("\(name)=1")
      }
    }
    return completed
  }
}
