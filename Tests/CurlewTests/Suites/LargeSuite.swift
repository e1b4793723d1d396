import Documents
import Foundation
import TestSupport

/// A project of 80 scenarios against the demo API, and the runs of it.
struct LargeSuite {
  /// How many scenarios it has, those of the project not counted.
  static let count = 5 * fileCount / 3
  /// How many files of scenarios it has; those of one kind have three rows each.
  static let fileCount = 48

  let project: CommandProject

  /// Writes the files.
  ///
  /// - Parameters:
  ///   - extra: further files, name to content.
  ///   - afterAll: a further step of `after-all`, a line of YAML.
  /// - Throws: when they cannot be written.
  init(adding extra: [String: String] = [:], afterAll: String = "log: the end") throws {
    var files = [
      "curlew.yaml": Self.projectFile + "  - \(afterAll)\n",
      "login.steps.yaml": Self.login,
      "order.steps.yaml": Self.order,
    ]
    for number in 0..<(Self.fileCount / 3) {
      let name = number < 10 ? "0\(number)" : "\(number)"
      files["orders-\(name).scenario.yaml"] = Self.orders(name)
      files["parallel-\(name).scenario.yaml"] = Self.parallel(name)
      files["sessions-\(name).scenario.yaml"] = Self.sessions(name)
    }
    project = try CommandProject(files.merging(extra) { $1 })
  }

  /// What a JSON report says of a scenario.
  struct Verdict: Hashable, Comparable {
    var title: String
    var outcome: String
    /// The names of its steps, each with its result.
    var steps: [String]

    static func < (first: Self, second: Self) -> Bool {
      (first.title, first.outcome) < (second.title, second.outcome)
    }
  }

  /// What a run's JSON report says of every scenario, sorted by title, those of the project left out.
  ///
  /// - Parameter name: the report's path in the folder.
  /// - Returns: one verdict for each scenario of the report.
  /// - Throws: when it is not JSON.
  func verdicts(_ name: String = "report.json") throws -> [Verdict] {
    let report = try JSONParser().parse(project.folder.read(name))
    return (report["scenarios"]?.array ?? []).filter { $0["kind"] == "scenario" }
      .map { scenario in
        Verdict(
          title: scenario["title"]?.string ?? "",
          outcome: scenario["outcome"]?.string ?? "",
          steps: (scenario["steps"]?.array ?? []).map {
            "\($0["name"]?.string ?? ""): \($0["result"]?.string ?? "")"
          }
        )
      }
      .sorted()
  }

  /// The titles of the scenarios in the order in which they began.
  func order() throws -> [String] {
    let report = try JSONParser().parse(project.folder.read("report.json"))
    return (report["scenarios"]?.array ?? []).filter { $0["kind"] == "scenario" }
      .sorted { ($0["startedAt"]?.string ?? "") < ($1["startedAt"]?.string ?? "") }
      .compactMap { $0["title"]?.string }
  }

  /// The outcomes of what stands in the project file, such as `after-all`.
  func outcomes(ofKind kind: String) throws -> [String] {
    let report = try JSONParser().parse(project.folder.read("report.json"))
    return (report["scenarios"]?.array ?? []).filter { $0["kind"]?.string == kind }
      .compactMap { $0["outcome"]?.string }
  }

  private static let projectFile = """
    base: ${demo.url}
    variables: { pause: 0, early: 0 }
    before-all:
      - use: login.steps.yaml
        with: { user: ada, password: lovelace }
        capture: { token: "${token}" }
      - POST: /counter/suite-${run.id}
      - GET: /slow?ms=${early}
    after-all:
      - DELETE: /counter/suite-${run.id}
        expect: { status: 204 }
    """ + "\n"

  private static let login = """
    parameters: { user: required, password: required }
    steps:
      - step: log in
        POST: /login
        json: { user: "${user}", password: "${password}" }
        capture: { token: { json: $.token, secret: true } }
    returns: [token]

    """

  private static let order = """
    parameters: { sku: ABC-1, quantity: 1, token: required }
    steps:
      - step: order ${sku}
        POST: /orders
        headers: { Authorization: "Bearer ${token}" }
        json: { sku: "${sku}", quantity: "${quantity}" }
        expect:
          status: 201
          json:
            $.customer.name: { starts-with: Ada }
            $.lines[0].quantity: ${quantity}
        capture: { order: { json: $.id } }
    returns: [order]

    """

  private static func orders(_ number: String) -> String {
    """
    scenario: orders \(number)
    tags: [orders]
    cases:
      - { name: one, sku: ABC-1, quantity: 1 }
      - { name: two, sku: ABC-2, quantity: 2 }
      - { name: three, sku: ABC-3, quantity: 3 }
    setup:
      - use: order.steps.yaml
        with: { sku: "${sku}", quantity: "${quantity}", token: "${token}" }
        capture: { order: "${order}" }
    steps:
      - GET: /orders/${order}
        expect: { json: { "$.lines[*].sku": ["${sku}"] } }
      - GET: /slow?ms=${pause}
    teardown:
      - DELETE: /orders/${order}
        expect: { status: 204 }

    """
  }

  private static func parallel(_ number: String) -> String {
    """
    scenario: parallel \(number)
    tags: [flow]
    steps:
      - parallel:
          - POST: /counter/a-\(number)-${run.id}
            capture: { a: { json: $.value } }
          - POST: /counter/b-\(number)-${run.id}
            capture: { b: { json: $.value } }
          - GET: /slow?ms=${pause}
      - GET: /echo?sum=${a + b}
        expect: { json: { $.query.sum: "2" } }
    teardown:
      - DELETE: /counter/a-\(number)-${run.id}
      - DELETE: /counter/b-\(number)-${run.id}

    """
  }

  private static func sessions(_ number: String) -> String {
    """
    scenario: sessions \(number)
    tags: [auth]
    steps:
      - step: the cookie of before-all is there
        GET: /me
        expect: { json: { $.user: ada, $.by: cookie } }
      - step: another user
        use: login.steps.yaml
        with: { user: grace, password: hopper }
        capture: { theirs: "${token}" }
      - GET: /me
        expect: { json: { $.user: grace } }
      - GET: /slow?ms=${pause}

    """
  }
}
