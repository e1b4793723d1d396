import Diagnostics

/// A page of the guide that `curlew help TOPIC` prints.
///
/// The pages are in the program itself, and are not touched until one is asked for.
struct GuideTopic {
  /// What it is called.
  let name: String
  /// Its page, as Markdown in UTF-8.
  let page: @Sendable () -> [UInt8]

  private static let all = [
    Self(name: "getting-started") { PackageResources.GettingStarted_md },
    Self(name: "requests") { PackageResources.Requests_md },
    Self(name: "expectations") { PackageResources.Expectations_md },
    Self(name: "data-rows") { PackageResources.DataRows_md },
    Self(name: "reuse") { PackageResources.Reuse_md },
    Self(name: "set-up-and-teardown") { PackageResources.SetUpAndTeardown_md },
    Self(name: "waiting-and-retrying") { PackageResources.WaitingAndRetrying_md },
    Self(name: "secrets") { PackageResources.Secrets_md },
    Self(name: "sessions-and-authentication") { PackageResources.SessionsAndAuthentication_md },
    Self(name: "contracts") { PackageResources.Contracts_md },
    Self(name: "running-in-a-pipeline") { PackageResources.RunningInAPipeline_md },
    Self(name: "reading-a-report") { PackageResources.ReadingAReport_md },
    Self(name: "troubleshooting") { PackageResources.Troubleshooting_md },
    Self(name: "coming-from-postman") { PackageResources.ComingFromPostman_md },
    Self(name: "coming-from-hurl") { PackageResources.ComingFromHurl_md },
  ]

  /// The topic that a command line asks for.
  ///
  /// - Parameter arguments: those of the program, without its name.
  /// - Returns: `nil` unless they are `help` and a topic.
  static func asked(for arguments: [String]) -> GuideTopic? {
    guard arguments.first == "help", arguments.count == 2 else { return nil }
    return all.first { $0.name == arguments[1] }
  }

  /// The names of all topics, for help.
  static var names: String { all.map(\.name).joined(separator: ", ") }

  /// What is wrong with a word behind `help` that is neither a command nor a page.
  ///
  /// - Parameters:
  ///   - arguments: those of the program, without its name.
  ///   - commands: the names of the commands.
  /// - Returns: a message; `nil` when nothing is.
  static func complaint(about arguments: [String], commands: [String]) -> String? {
    guard arguments.first == "help", let word = arguments.dropFirst().first else { return nil }
    let names = commands + all.map(\.name)
    guard !names.contains(word), !word.hasPrefix("-") else { return nil }
    let meant = Suggestion.nearest(to: word, in: names).map { " Did you mean '\($0)'?" } ?? ""
    return """
      there is no command or topic '\(word)'.\(meant)
      Commands: \(commands.joined(separator: ", "))
      Topics: \(Self.names)
      """
  }
}
