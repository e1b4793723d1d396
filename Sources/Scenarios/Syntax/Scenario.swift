public import Diagnostics

/// One scenario file, read and checked.
///
/// Everything in it knows its place. Values in which `${…}` may stand are templates; a plan evaluates them when a run needs them.
/// Shared by reference, for it is handed from hand to hand.
public final class Scenario: Sendable {
  /// The file it was read from.
  public let file: SourceFile
  /// `scenario`: its name.
  public let name: Located<String>
  /// `description`.
  public let description: String?
  /// `tags`.
  public let tags: [Located<String>]
  /// `skip`: why it is not run.
  public let skip: Located<String>?
  /// `when`: it is skipped unless this is true.
  public let when: Expression?
  /// `known-failure`: it is expected to fail.
  public let knownFailure: KnownFailure?
  /// `base`: the URL that request URLs are put under.
  public let base: TextTemplate?
  /// `variables` in the order of the file.
  public let variables: [VariableDefinition]
  /// `defaults` under every step's own keys.
  public let defaults: RequestDefaults?
  /// `namespaces`: prefix to URI.
  public let namespaces: [String: String]
  /// `cases`: data rows.
  public let cases: DataRows?
  /// `locks`: two scenarios that share one never run at the same time.
  public let locks: [Located<String>]
  /// `serial`: it runs alone.
  public let serial: Bool
  /// `timeout` of the scenario, set-up and teardown excluded.
  public let timeout: Located<Duration>?
  /// `setup`.
  public let setup: [Step]
  /// `steps`.
  public let steps: [Step]
  /// `teardown`.
  public let teardown: [Step]
  /// The names behind its unknown keys.
  let strayNames: StrayNames

  /// Reads what stands behind the keys of a scenario.
  init(_ keys: KnownEntries, named name: Located<String>, by reader: FileReader) {
    file = reader.file
    self.name = name
    description = keys["description"].flatMap { reader.description($0) }
    tags = keys["tags"].map { reader.tags($0) } ?? []
    skip = reader.reason("skip", in: keys)
    when = reader.expression("when", in: keys)
    knownFailure = keys["known-failure"].flatMap { reader.knownFailure($0) }
    base = reader.text("base", in: keys)
    variables = keys["variables"].map { reader.variables($0, "variables") } ?? []
    defaults = keys["defaults"].flatMap { reader.defaults($0) } ?? reader.defaultsOfFrontEnd
    namespaces = keys["namespaces"].map { reader.namespaces($0) } ?? [:]
    cases = keys["cases"].map { node in
      // Of rows that could not be understood the columns are not known, which is not the same as none.
      reader.cases(node)
        ?? DataRows(source: .json(TextTemplate("", range: node.range)), range: node.range)
    }
    locks = reader.names("locks", in: keys) ?? []
    serial = reader.flag("serial", in: keys) ?? false
    timeout = keys["timeout"].flatMap { reader.timeLimit($0) }
    setup = keys["setup"].map { reader.steps($0, "setup") } ?? []
    steps = keys["steps"].map { reader.steps($0, "steps") } ?? []
    teardown = keys["teardown"].map { reader.steps($0, "teardown") } ?? []
    // Known when everything before has been read.
    strayNames = reader.strayNames
  }

  /// Makes the same scenario with other steps.
  init(_ other: Scenario, steps: [Step], strayNames: StrayNames) {
    file = other.file
    name = other.name
    description = other.description
    tags = other.tags
    skip = other.skip
    when = other.when
    knownFailure = other.knownFailure
    base = other.base
    variables = other.variables
    defaults = other.defaults
    namespaces = other.namespaces
    cases = other.cases
    locks = other.locks
    serial = other.serial
    timeout = other.timeout
    setup = other.setup
    self.steps = steps
    teardown = other.teardown
    self.strayNames = strayNames
  }
}

/// A name with the value it gets.
public struct VariableDefinition: Sendable {
  /// Names that stand for something else and cannot be given to a variable.
  public static let reservedNames: Set<String> = [
    "env", "secret", "case", "loop", "scenario", "run", "demo", "response", "true", "false", "null",
  ]

  /// The name, `[A-Za-z_][A-Za-z0-9_]*`.
  public var name: Located<String>
  /// The value, evaluated once for each run of the scenario.
  public var value: ValueTemplate
}

/// `defaults`: request keys, options and expectations under every step's own.
///
/// Shared by reference: few files have any, and all that hold a scenario would hold the room for them.
public final class RequestDefaults: Sendable {
  /// `query`.
  public let query: FieldsTemplate?
  /// `headers`.
  public let headers: [HeaderTemplate]
  /// `cookies`.
  public let cookies: [HeaderTemplate]
  /// `auth`.
  public let auth: AuthTemplate?
  /// `options`.
  public let options: [OptionTemplate]
  /// `session`.
  public let session: TextTemplate?
  /// `retry`.
  public let retry: RetryTemplate?
  /// `contract`.
  public let contract: ContractLevels?
  /// `expect` without assertions on a body.
  public let expect: Expectation?

  /// Reads what stands behind the keys of a map.
  init(_ keys: KnownEntries, expect: Expectation?, by reader: FileReader) {
    query = keys["query"].flatMap { reader.fields($0, "query") }
    headers = keys["headers"].map { reader.headers($0, "headers") } ?? []
    cookies = keys["cookies"].map { reader.headers($0, "cookies") } ?? []
    auth = keys["auth"].flatMap { reader.auth($0) }
    options = keys["options"].map { reader.options($0, reader.vocabulary.options, "options") } ?? []
    session = reader.text("session", in: keys)
    retry = keys["retry"].flatMap { reader.retry($0) }
    contract = keys["contract"].flatMap { reader.contractLevels($0) }
    self.expect = expect
  }

  /// Makes the same without `auth`.
  public init(withoutAuth other: RequestDefaults) {
    query = other.query
    headers = other.headers
    cookies = other.cookies
    auth = nil
    options = other.options
    session = other.session
    retry = other.retry
    contract = other.contract
    expect = other.expect
  }
}

/// `cases`: where the rows of data come from.
public struct DataRows: Sendable {
  /// How a file of comma-separated values is read.
  public struct CSVReading: Sendable {
    /// `separator`: one character or `tab`; a comma when not given.
    public var separator: String?
    /// `charset`; UTF-8 when not given.
    public var charset: String?
    /// `types: json`: whether a cell that is JSON stands for its value.
    public var readsJSON = false
  }

  /// The source of rows.
  public enum Source: Sendable {
    /// Rows written in the file; each is a map.
    case list([ValueTemplate])
    /// `csv`: a file of comma-separated values with a header row.
    case csv(TextTemplate, CSVReading)
    /// `json`: a file that holds a list of objects.
    case json(TextTemplate)
    /// `matrix`: every combination of the lists, the last one turning fastest.
    case matrix([VariableDefinition])
  }

  /// Where the rows come from.
  public var source: Source
  /// Where it stands.
  public var range: SourceRange
}

/// `*.steps.yaml`: steps to use again.
public struct SharedSteps: Sendable {
  /// A parameter that a use may or must give.
  public struct Parameter: Sendable {
    /// Its name.
    public var name: Located<String>
    /// Its default; `nil` when it is `required`.
    public var defaultValue: ValueTemplate?
  }

  /// The file it was read from.
  public var file: SourceFile
  /// `parameters`.
  public var parameters: [Parameter]
  /// `namespaces`.
  public var namespaces: [String: String]
  /// `defaults`.
  public var defaults: RequestDefaults?
  /// `steps`.
  public var steps: [Step]
  /// `returns`: names handed back; `nil` hands back everything captured.
  public var returns: [Located<String>]?
  /// The names behind its unknown keys.
  var strayNames = StrayNames()
}

/// `curlew.yaml`: what all scenarios of a project share.
public struct Project: Sendable {
  /// One of `environments`.
  public struct Environment: Sendable {
    /// Its name.
    public var name: Located<String>
    /// `base`.
    public var base: TextTemplate?
    /// `variables`.
    public var variables: [VariableDefinition]
    /// `defaults`.
    public var defaults: RequestDefaults?
  }

  /// The file it was read from.
  public var file: SourceFile
  /// `base`.
  public var base: TextTemplate?
  /// `environments` in the order of the file.
  public var environments: [Environment] = []
  /// `variables`.
  public var variables: [VariableDefinition] = []
  /// `defaults`.
  public var defaults: RequestDefaults?
  /// `namespaces`: prefix to URI.
  public var namespaces: [String: String] = [:]
  /// `schemas`: base URL of `$ref` to folder.
  public var schemas: [Located<String>: Located<String>] = [:]
  /// `secrets`: names of environment variables.
  public var secrets: [Located<String>] = []
  /// `before-all`.
  public var beforeAll: [Step] = []
  /// `after-all`.
  public var afterAll: [Step] = []
  /// `contracts`.
  public var contracts: [ContractNaming] = []
  /// `run`: defaults of the command's options.
  public var run: [OptionTemplate] = []
  /// The names behind its unknown keys.
  var strayNames = StrayNames()
}
