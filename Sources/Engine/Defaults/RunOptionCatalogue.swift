import Documents
import Scenarios

/// All options that may have a default in `curlew.yaml`, in the order in which help lists them.
///
/// Left out are those that say what one run is about (names, shards, reruns, variables, secrets) and those that lift a barrier (`allow-files`,
/// `allow-exec`): a file must not open its own door.
enum RunOptionCatalogue {
  /// The options.
  static let all: [RunOption] = [
    .environment, .tag,
    .count("jobs", "How many scenarios run at once.", to: 100_000, example: 8, \.jobs),
    .count(
      "connections-per-host",
      "How many requests are open to one host at once.",
      to: 100_000,
      example: 4,
      \.connectionsPerHost
    ),
    .rate,
    .count(
      "retries",
      "How often a scenario that did not pass is run again.",
      from: 0,
      to: 1_000,
      example: 2,
      \.retries
    ),
    .flag(
      "fail-on-flaky",
      "A scenario that passed only when it was run again fails the run.",
      \.failOnFlaky
    ),
    .failFast, .order,
    .count("repeat", "How often each scenario is run.", example: 2, \.repeats),
    .seed,
    .duration("timeout", "The time limit of the run.", example: "10m", \.timeout),
    .duration(
      "grace",
      "How long teardowns may take once the run ends early.",
      example: "10s",
      \.grace
    ),
    .report,
    .word("junit-dialect", "The dialect of JUnit reports.", ["rich", "strict"], \.junitDialect),
    .word("color", "Whether output is coloured.", ["auto", "always", "never"], \.color),
    .flag("quiet", "Prints only failures and the summary.", \.quiet),
    .flag("verbose", "Prints whole requests and responses.", \.verbose),
    .flag("curl", "Prints each request as a command line for curl.", \.curl),
    .flag("demo", "Starts the demo API and gives scenarios its address as demo.url.", \.demo),
    .flag("insecure", "Does not verify the certificates of servers.", \.insecure),
    .flag("allow-empty", "Selecting nothing is not an error.", \.allowEmpty),
  ]

  /// The option with a name.
  static func option(named name: String) -> RunOption? {
    byName[name]
  }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension RunOption {
  static let environment = RunOption(
    name: "environment",
    summary: "The environment to take base, variables and defaults from.",
    shape: .text,
    example: "environment: local"
  ) { (value, defaults) throws(Mistake) in
    defaults.environment = try value.optionText()
  }

  static let tag = RunOption(
    name: "tag",
    summary: "Only scenarios with these tags; of several all must hold.",
    shape: .anyOf([.text, .someOf(.text)]),
    example: "tag: not slow"
  ) { (value, defaults) throws(Mistake) in
    let texts = try texts(value)
    guard !texts.isEmpty else { throw .expected("at least one tag", value) }
    do throws(TagExpression.ParsingError) {
      defaults.tags = try TagExpression(parsingAll: texts)
    } catch {
      throw Mistake(message: error.message)
    }
  }

  static let rate = RunOption(
    name: "rate",
    summary: "The largest number of requests of the whole run in a time.",
    shape: .text,
    example: "rate: 50/s"
  ) { (value, defaults) throws(Mistake) in
    let text = try value.optionText()
    do throws(RequestRate.ParsingError) {
      defaults.rate = try RequestRate(parsing: text)
    } catch {
      throw Mistake(message: error.message)
    }
  }

  static let failFast = RunOption(
    name: "fail-fast",
    summary: "The run ends after so many scenarios that did not pass; true is 1, false never.",
    shape: .anyOf([.boolean, .count]),
    example: "fail-fast: true"
  ) { (value, defaults) throws(Mistake) in
    if let ends = value.bool {
      defaults.failFast = ends ? 1 : 0
    } else if let number = value.number?.int, number >= 1 {
      defaults.failFast = number
    } else {
      throw .expected("true, false or a number from 1", value)
    }
  }

  static let order = RunOption(
    name: "order",
    summary: "The order in which scenarios start.",
    shape: .oneOf(RunOrder.allCases.map(\.rawValue)),
    example: "order: random"
  ) { (value, defaults) throws(Mistake) in
    guard let order = value.string.flatMap(RunOrder.init) else {
      throw .expected("given or random", value)
    }
    defaults.order = order
  }

  static let seed = RunOption(
    name: "seed",
    summary: "The seed of all randomness.",
    shape: .count,
    example: "seed: 7"
  ) { (value, defaults) throws(Mistake) in
    guard let seed = (value.number?.literal).flatMap(UInt64.init) else {
      throw .expected("a whole number from 0", value)
    }
    defaults.seed = seed
  }

  static let report = RunOption(
    name: "report",
    summary: "Reports as kind=path; - is standard output, a path is relative to curlew.yaml.",
    shape: .oneOrMore(.text),
    example: "report: [junit=build/junit.xml]"
  ) { (value, _) throws(Mistake) in
    for (index, text) in try texts(value).enumerated() {
      let path = text.drop { $0 != "=" }.dropFirst()
      let leaves = path.hasPrefix("/") || path.split(separator: "/").contains("..")
      guard !leaves else {
        throw Mistake(
          message: "\"\(path)\" is outside the project's folder",
          hint: "ask for it with --report",
          path: value.array == nil ? [] : [.index(index)]
        )
      }
    }
  }
}
