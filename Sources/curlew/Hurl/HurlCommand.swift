import ArgumentParser
import Engine

/// The options of the program called as `hurl`, made from the same catalogue as those of `curlew run`.
struct HurlCommand: BareCatalogueCommand {
  static let configuration = CommandConfiguration(
    commandName: "hurl",
    abstract: "Runs .hurl files as Hurl does, by the name of hurl.",
    discussion: """
      Exit status: 0 every file succeeded, 1 the command line, 2 a file that cannot be read or parsed, 3 errors that are no assertions, 4 assertions that do not hold. \
      'curlew help coming-from-hurl' prints what is different.
      """,
    version: "curlew \(Version.current), called as hurl"
  )

  static let options =
    RunOptionCatalogue.all.filter { names.contains($0.name) } + RunOption.ofRequests + [
      output, include, noOutput, color, curl, progressBar, noPretty,
    ]

  static var defaultPaths: [String] { [] }

  static var pathHelp: String {
    "Files, or folders that are searched for *.hurl; - is standard input, as is no path at all."
  }

  var given = CatalogueOptions<HurlCommand>()

  /// Those of `curlew run` that mean the same here.
  private static let names: Set<String> = [
    "variable", "variables-file", "secret", "secrets-file", "insecure", "jobs", "repeat",
    "cookies-file", "save-cookies", "verbose", "very-verbose", "no-color", "error-format",
    "continue-on-error", "ignore-asserts", "from-entry", "to-entry", "file-root", "glob", "test",
    "parallel", "report-junit", "report-tap", "report-html", "report-json",
  ]

  static let output = RunOption(
    command: "output",
    "Writes the bodies to this file instead of standard output.",
    .value("file")
  ).named("o")

  static let include = RunOption(
    command: "include",
    "Writes the fields of the response before its body.",
    .flag
  ).named("i")

  static let noOutput = RunOption(command: "no-output", "Writes no body.", .flag)

  static let color = RunOption(command: "color", "Colours the output.", .flag)

  static let curl = RunOption(
    command: "curl",
    "Writes each request as a command line for curl to this file.",
    .value("file")
  )

  static let progressBar = RunOption(command: "progress-bar", "Does nothing.", .flag)

  static let noPretty = RunOption(
    command: "no-pretty",
    "Does nothing: bodies are written as they came.",
    .flag
  )
}
