import ArgumentParser

/// `curlew import`: writes the files of other tools as scenario files.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Writes the tests of another tool, or an OpenAPI document, as scenario files.",
    subcommands: [ImportHurlCommand.self, ImportOpenAPICommand.self]
  )
}

/// Where the files of an import go.
struct ImportOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder to write to.", valueName: "dir"))
  var into: String?

  @Flag(help: "Overwrites scenario files that are there.")
  var force = false
}
