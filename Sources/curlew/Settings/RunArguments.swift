import ArgumentParser
import Diagnostics
import Documents
import Encodings
import Engine
import HurlFiles
import Scenarios

/// What the command line of `run` or `check` says, as plain values.
struct RunArguments: Sendable {
  /// What is run when no path is named.
  static let defaultPaths = ["scenarios"]

  /// Scenario files and folders.
  var paths = defaultPaths
  /// The words of each option that was given, by its name: `true` or `false` for a flag.
  var given: [String: [String]] = [:]

  /// The same with the files that go with the patterns of `--glob` among the paths.
  ///
  /// - Throws: `ValidationError` for a pattern that no file goes with.
  func withGlobs() throws -> RunArguments {
    let patterns = texts(of: .glob)
    guard !patterns.isEmpty else { return self }
    var whole = self
    if paths == Self.defaultPaths { whole.paths = [] }
    for pattern in patterns { whole.paths += try Self.files(like: pattern) }
    return whole
  }

  /// The files that go with a pattern.
  static func files(like pattern: String) throws -> [String] {
    let found = PathPattern(pattern).files()
    guard !found.isEmpty else {
      throw ValidationError("--glob: no file goes with \"\(pattern)\"")
    }
    return found
  }

  /// The values of an option, in order.
  func texts(of option: RunOption) -> [String] { given[option.name] ?? [] }

  /// The reports that were asked for, as `kind=path`.
  var reports: [String] { Self.reports(texts) }

  /// The same for any way to the values of an option.
  static func reports(_ texts: (RunOption) -> [String]) -> [String] {
    texts(.report) + texts(.reportJUnit).map { "junit=\($0)" }
      + texts(.reportTAP).map { "tap=\($0)" }
      + texts(.reportHTML).map { "html=\($0)/index.html" }
      + texts(.reportJSON).map { "json=\($0)/report.json" }
  }

  /// Whether a flag was given.
  func isOn(_ flag: RunOption) -> Bool { texts(of: flag) == ["true"] }

  /// What is asked for by what was given.
  ///
  /// - Parameter environment: the process's.
  /// - Returns: the options; what was not given is as it is by default.
  /// - Throws: `ValidationError` for what cannot be understood or read.
  func runOptions(_ environment: [String: String]) throws -> RunOptions {
    var options = RunOptions()
    let environment = try withFiles(environment)
    options.processEnvironment = environment
    options.hostname = ProcessEnvironment.hostname()
    options.jobs = ProcessorCount.defaultJobs
    // A seed that a person can type.
    options.seed = UInt64.random(in: 0...999_999_999)
    try addVariables(environment, to: &options)
    try addSecrets(environment, to: &options)
    _ = try hurlSettings(options)
    for option in RunOptionCatalogue.all {
      guard let words = given[option.name] else { continue }
      try ValidationError.telling("", option.apply(words, to: &options))
    }
    if let complaint = options.requests.complaint { throw ValidationError(complaint) }
    if options.shard == nil, !texts(of: .shardTimes).isEmpty {
      throw ValidationError(
        "--shard-times says how to split; say with --shard K/N which part this is"
      )
    }
    if let path = texts(of: .cookiesFile).last {
      let files = ScenarioFiles(folder: ".", allowed: ["/"])
      options.cookies = try ValidationError.telling(
        "--cookies-file \(path): ",
        CookieFile.read(path, in: files, now: options.now())
      )
    }
    options.rerun = try reports(of: .rerunFailed)
    options.shardTimes = try reports(of: .shardTimes)
    return options
  }

  /// What is said of `.hurl` files.
  ///
  /// - Parameter options: what was given, with its secrets.
  /// - Returns: the settings.
  /// - Throws: `ValidationError` for what cannot be understood.
  func hurlSettings(_ options: RunOptions) throws -> HurlSettings {
    var settings = HurlSettings()
    settings.secretNames = Set(options.secrets.keys.map { HurlVariableName.name(of: $0) })
    settings.variables = options.overrides
    settings.redirectLimit = options.requests.redirectLimit ?? settings.redirectLimit
    settings.hasFileRoot = fileRoot != nil
    let first = try entry(of: .fromEntry) ?? 1
    let last = try entry(of: .toEntry) ?? Int.max
    guard first <= last else {
      throw ValidationError("--from-entry \(first) is behind --to-entry \(last)")
    }
    settings.entries = first...last
    return settings
  }

  /// `--file-root`.
  var fileRoot: String? { texts(of: .fileRoot).last }

  private func entry(of option: RunOption) throws -> Int? {
    guard let text = texts(of: option).last else { return nil }
    guard let number = Int(text), number >= 1 else {
      throw ValidationError(
        "--\(option.name): expected the number of an entry from 1, got \"\(text)\""
      )
    }
    return number
  }

  private func reports(of option: RunOption) throws -> [EarlierReport] {
    try texts(of: option).map { path in
      let start = "--\(option.name)"
      let bytes = try ValidationError.telling("\(start) \(path): ", InputFile.read(path))
      return try ValidationError.telling(
        "\(start): ",
        EarlierReport(parsing: bytes, path: InputFile.name(path))
      )
    }
  }

  /// The environment with what the files of `--env-file` say under it; of one name the last file counts.
  private func withFiles(_ environment: [String: String]) throws -> [String: String] {
    var values: [String: String] = [:]
    for path in texts(of: .environmentFile) {
      do throws(Mistake) {
        values.merge(try EnvironmentFile(path: path).values) { _, later in later }
      } catch {
        throw ValidationError("--env-file: \(TerminalText.escaped(error.message))")
      }
    }
    return values.merging(environment) { _, real in real }
  }

  private func addVariables(
    _ environment: [String: String],
    to options: inout RunOptions
  ) throws {
    for file in texts(of: .variableFile) {
      for (name, value) in try Self.variables(ofFile: file) { options.overrides[name] = value }
    }
    for (name, value) in environment where name.hasPrefix("CURLEW_VAR_") {
      options.overrides[String(name.dropFirst("CURLEW_VAR_".count))] = .string(value)
    }
    for (name, value) in try HurlVariables.ofVariables(
      environment,
      files: texts(of: .propertiesFile),
      given: texts(of: .typedVariable)
    ) {
      options.overrides[name] = value
    }
    for text in texts(of: .variable) {
      let (name, value) = try Self.variable(text)
      options.overrides[name] = value
      options.namedVariables.append(name)
    }
  }

  private func addSecrets(_ environment: [String: String], to options: inout RunOptions) throws {
    for (name, value) in environment where name.hasPrefix("CURLEW_SECRET_") {
      options.secrets[String(name.dropFirst("CURLEW_SECRET_".count))] = value
    }
    for (name, value) in try HurlVariables.ofSecrets(environment, files: texts(of: .secretsFile)) {
      options.secrets[name] = value
    }
    for text in texts(of: .secret) {
      guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
        throw ValidationError("--secret takes name=value, got a text without a name or \"=\"")
      }
      let (name, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      options.secrets[name] = value
      // The name that it has as a variable of .hurl files.
      options.secrets[HurlVariableName.name(of: name)] = value
    }
  }

  private static func variable(_ text: String) throws -> (String, JSONValue) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ValidationError("--var takes name=text or name:=json, got \"\(text)\"")
    }
    var name = text[..<equals]
    let value = String(text[text.index(after: equals)...])
    let isJSON = name.hasSuffix(":")
    if isJSON { name = name.dropLast() }
    guard isName(name) else {
      throw ValidationError("\"\(name)\" cannot be the name of a variable")
    }
    guard isJSON else { return (String(name), .string(value)) }
    do throws(JSONParserError) {
      return (String(name), try JSONParser().parse(Array(value.utf8)))
    } catch {
      throw ValidationError("--var \(name): the value is not JSON: \(error.message)")
    }
  }

  private static func variables(ofFile path: String) throws -> [(String, JSONValue)] {
    do throws(VariableFile.Failure) {
      return try VariableFile.read(path, in: ScenarioFiles(folder: ".", allowed: ["/"]))
    } catch {
      if let problem = error.diagnostic {
        throw ValidationError("--variables: " + DiagnosticRenderer().render(problem))
      }
      throw ValidationError("--variables \(path): \(error.message)")
    }
  }

  private static func isName(_ text: Substring) -> Bool {
    text.utf8.first?.isASCIIDigit == false
      && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
  }
}
