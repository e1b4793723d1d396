import Diagnostics

/// A page of the guide that `curlew help TOPIC` prints.
///
/// The pages are in the program itself, and are not touched until one is asked for.
enum GuideTopic: String, CaseIterable {
  case gettingStarted = "getting-started"
  case requests
  case expectations
  case dataRows = "data-rows"
  case reuse
  case setUpAndTeardown = "set-up-and-teardown"
  case waitingAndRetrying = "waiting-and-retrying"
  case secrets
  case sessionsAndAuthentication = "sessions-and-authentication"
  case contracts
  case runningInAPipeline = "running-in-a-pipeline"
  case readingAReport = "reading-a-report"
  case troubleshooting
  case comingFromPostman = "coming-from-postman"
  case comingFromHurl = "coming-from-hurl"

  /// The topic that a command line asks for.
  ///
  /// - Parameter arguments: those of the program, without its name; `nil` unless they are `help` and a topic.
  init?(arguments: [String]) {
    guard arguments.first == "help", arguments.count == 2 else { return nil }
    self.init(rawValue: arguments[1])
  }

  /// The names of all topics, for help.
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  /// What is wrong with a word behind `help` that is neither a command nor a page.
  ///
  /// - Parameters:
  ///   - arguments: those of the program, without its name.
  ///   - commands: the names of the commands.
  /// - Returns: a message; `nil` when nothing is.
  static func complaint(about arguments: [String], commands: [String]) -> String? {
    guard arguments.first == "help", let word = arguments.dropFirst().first else { return nil }
    let names = commands + allCases.map(\.rawValue)
    guard !names.contains(word), !word.hasPrefix("-") else { return nil }
    let meant = Suggestion.nearest(to: word, in: names).map { " Did you mean '\($0)'?" } ?? ""
    return """
      there is no command or topic '\(word)'.\(meant)
      Commands: \(commands.joined(separator: ", "))
      Topics: \(Self.names)
      """
  }

  /// Its page, as Markdown in UTF-8.
  var page: [UInt8] {
    switch self {
    case .gettingStarted: PackageResources.GettingStarted_md
    case .requests: PackageResources.Requests_md
    case .expectations: PackageResources.Expectations_md
    case .dataRows: PackageResources.DataRows_md
    case .reuse: PackageResources.Reuse_md
    case .setUpAndTeardown: PackageResources.SetUpAndTeardown_md
    case .waitingAndRetrying: PackageResources.WaitingAndRetrying_md
    case .secrets: PackageResources.Secrets_md
    case .sessionsAndAuthentication: PackageResources.SessionsAndAuthentication_md
    case .contracts: PackageResources.Contracts_md
    case .runningInAPipeline: PackageResources.RunningInAPipeline_md
    case .readingAReport: PackageResources.ReadingAReport_md
    case .troubleshooting: PackageResources.Troubleshooting_md
    case .comingFromPostman: PackageResources.ComingFromPostman_md
    case .comingFromHurl: PackageResources.ComingFromHurl_md
    }
  }
}
