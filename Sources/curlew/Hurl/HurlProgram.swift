import ArgumentParser
import Files

/// The program by the name of `hurl`, which a link gives it: it takes Hurl's command line and ends with Hurl's exit statuses.
enum HurlProgram {
  /// The exit status for a command line that cannot be understood.
  static let unusable: Int32 = 1

  /// Whether the program was called by this name.
  ///
  /// - Parameter arguments: all arguments, the name of the program first.
  /// - Returns: whether the last component of the name is `hurl`.
  static func isCalled(_ arguments: [String]) -> Bool {
    PathText.name(of: arguments.first ?? "") == "hurl"
  }

  /// Runs and ends the process.
  ///
  /// - Parameter words: what follows the name of the program.
  static func main(_ words: [String]) -> Never {
    EarlierReports.removeNamed(in: ["run"] + words) { ProcessEnvironment.read() }
    if words == ["-V"] {
      StandardOutput.writeLine(HurlCommand.configuration.version)
      Process.exit(.passed)
    }
    if let (name, advice) = HurlOnlyOptions.first(of: unsupported, in: words) {
      fail("\(name) is not supported; \(advice)")
    }
    do {
      let words = LooseArguments.completed(words, isHurl: true)
      let command = try HurlCommand.parse(words)
      try HurlRun.run(command.given.arguments)
    } catch let error as ValidationError {
      fail(error.message)
    } catch {
      guard !HurlCommand.exitCode(for: error).isSuccess else { HurlCommand.exit(withError: error) }
      fail(HurlCommand.message(for: error) + "\n\nFor more information, try '--help'.")
    }
  }

  /// Ends the process for a command line that cannot be understood.
  private static func fail(_ message: String) -> Never {
    StandardError.write("error: \(message)\n")
    Process.exit(code: unusable)
  }

  private static let unsupported: [(names: [String], advice: String)] = [
    (["--json"], "use --report-json DIR, which is a report of Curlew's own"),
    (["--pretty"], "pipe the output to a program such as jq"),
    (["--interactive"], "select entries with --from-entry and --to-entry"),
    (["--ssl-no-revoke"], "it is about Windows alone"),
  ]
}
