import ArgumentParser

/// Options that `run` and `check` share: what is read and what it starts from.
struct SourceOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Scenario files, or folders that are searched for *.scenario.yaml; FILE:LINE is the scenario or data row at a line.",
      valueName: "path"
    )
  )
  var paths = SourceArguments.defaultPaths

  @Option(help: "The environment of curlew.yaml to take base, variables and defaults from.")
  var environment: String?

  @Option(
    name: .customLong("var"),
    help: ArgumentHelp("A variable as text or, with :=, as JSON.", valueName: "name=text")
  )
  var variables: [String] = []

  @Option(
    name: .customLong("variables"),
    help: ArgumentHelp("A YAML or JSON file with variables.", valueName: "file")
  )
  var variableFiles: [String] = []

  @Option(
    help: ArgumentHelp(
      "A value for secret.NAME, masked in all output.",
      valueName: "name=value"
    )
  )
  var secret: [String] = []

  @Option(
    help: ArgumentHelp("Only scenarios with these tags: 'smoke and not slow'.", valueName: "tags")
  )
  var tag: [String] = []

  @Option(
    help: ArgumentHelp("A folder that scenarios may read beside the project's.", valueName: "dir")
  )
  var allowFiles: [String] = []

  @Flag(help: "Lets scenarios run commands.")
  var allowExec = false

  /// What was given, as plain values.
  var arguments: SourceArguments {
    SourceArguments(
      paths: paths,
      environment: environment,
      variables: variables,
      variableFiles: variableFiles,
      secret: secret,
      tag: tag,
      allowFiles: allowFiles,
      allowExec: allowExec
    )
  }
}
