import ArgumentParser
import Diagnostics

/// `curlew import`: writes the files of other tools as scenario files.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes the tests of another tool, or an OpenAPI document, as scenario files.",
    subcommands: [ImportHurlCommand.self, ImportOpenAPICommand.self]
  )

  /// What is wrong with a word behind `import` that is not a kind of file.
  ///
  /// - Parameter arguments: those of the program, without its name.
  /// - Returns: a message; `nil` when nothing is.
  static func complaint(about arguments: [String]) -> String? {
    guard arguments.first == configuration.commandName, let word = arguments.dropFirst().first,
      !word.hasPrefix("-")
    else { return nil }
    let kinds = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !kinds.contains(word) else { return nil }
    if word.contains(".") || word.contains("/") {
      let kind = word.hasSuffix(".hurl") ? "hurl" : "openapi"
      return "the kind of file comes first: curlew import \(kind) \(word)"
    }
    let meant = Suggestion.nearest(to: word, in: kinds).map { " Did you mean '\($0)'?" }
    let guide = " 'curlew help coming-from-postman' shows what its words are here."
    let more = meant ?? (word.lowercased() == "postman" ? guide : "")
    return "'\(word)' cannot be imported, only \(kinds.joined(separator: " and ")).\(more)"
  }
}

/// Where the files of an import go.
struct ImportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var into: String?

  @Flag(help: "Overwrites scenario files that are there.")
  var force = false
}
