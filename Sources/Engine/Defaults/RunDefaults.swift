public import Diagnostics
import Documents
public import Scenarios

/// `run:` of `curlew.yaml`: what options of the command are when they are not given.
///
/// ```yaml
/// run:
///   environment: local
///   jobs: 4
///   report: [junit=build/junit.xml]
/// ```
public struct RunDefaults: Sendable {
  /// `environment`.
  public var environment: String?
  /// `tag`: all of them must hold.
  public var tags: TagExpression?
  /// `jobs`.
  public var jobs: Int?
  /// `connections-per-host`.
  public var connectionsPerHost: Int?
  /// `rate`.
  public var rate: RequestRate?
  /// `retries`.
  public var retries: Int?
  /// `fail-on-flaky`.
  public var failOnFlaky: Bool?
  /// `fail-fast`; 0 is never.
  public var failFast: Int?
  /// `order`.
  public var order: RunOrder?
  /// `repeat`.
  public var repeats: Int?
  /// `seed`.
  public var seed: UInt64?
  /// `timeout` of the run, in seconds.
  public var timeout: Double?
  /// `grace`, in seconds.
  public var grace: Double?
  /// `report`: kind and path, the path relative to the working folder.
  public var reports: [Located<String>]?
  /// `junit-dialect`.
  public var junitDialect: String?
  /// `color`.
  public var color: String?
  /// `quiet`.
  public var quiet: Bool?
  /// `verbose`.
  public var verbose: Bool?
  /// `curl`.
  public var curl: Bool?
  /// `demo`.
  public var demo: Bool?
  /// `insecure`.
  public var insecure: Bool?
  /// `allow-empty`.
  public var allowEmpty: Bool?

  /// The folder of `curlew.yaml`, which ends in a slash unless it is the working folder.
  var folder = ""

  /// No defaults.
  public init() {}

  /// Reads the defaults of a project.
  ///
  /// - Parameters:
  ///   - project: what `curlew.yaml` says; `nil` when there is none.
  ///   - environment: the process's, for `${env.NAME}`.
  ///   - diagnostics: gets every mistake, with its place.
  public init(
    of project: Project?,
    environment: [String: String],
    diagnostics: inout [Diagnostic]
  ) {
    guard let project else { return }
    let path = project.file.path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var options = RunOptions()
    options.processEnvironment = environment
    let scope = PlanScope(
      options: options,
      scenarioName: "",
      files: ScenarioFiles(folder: folder.isEmpty ? "." : folder, allowed: [])
    )
    for given in project.run {
      // The parser has reported unknown names and values of a wrong kind.
      guard let option = RunOptionCatalogue.option(named: given.name.value),
        !Self.isTold(given.value.range, diagnostics)
      else { continue }
      do throws(ExpressionFailure) {
        let value = try given.value.evaluate(in: scope)
        do throws(RequestOption.Mistake) {
          try option.apply(value, &self)
        } catch {
          diagnostics.append(
            Diagnostic(
              .error,
              "\(option.name): \(error.message)",
              at: given.value.node(at: error.path).range,
              hint: error.hint
            )
          )
        }
        if option.name == RunOption.report.name { noteReports(given.value, value) }
      } catch {
        diagnostics.append(Diagnostic(error, at: given.value.range))
      }
    }
    checkEnvironment(project, &diagnostics)
  }

  private static func isTold(_ range: SourceRange, _ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { diagnostic in
      diagnostic.range.map { $0.file == range.file && $0.utf8.overlaps(range.utf8) } ?? false
    }
  }

  private mutating func noteReports(_ template: ValueTemplate, _ value: JSONValue) {
    guard let elements = value.array else {
      reports = value.string.map { [Located(inFolder($0), at: template.range)] }
      return
    }
    reports = elements.enumerated().compactMap { index, element in
      element.string.map {
        Located(inFolder($0), at: template.node(at: [.index(index)]).range)
      }
    }
  }

  /// A report's kind and path as seen from the working folder.
  private func inFolder(_ text: String) -> String {
    guard !folder.isEmpty, let equals = text.firstIndex(of: "=") else { return text }
    let path = text[text.index(after: equals)...]
    return path == "-" ? text : "\(text[...equals])\(folder)\(path)"
  }

  private mutating func checkEnvironment(_ project: Project, _ diagnostics: inout [Diagnostic]) {
    guard let environment,
      !project.environments.contains(where: { $0.name.value == environment }),
      let place = project.run.last(where: { $0.name.value == RunOption.environment.name })
    else { return }
    self.environment = nil
    let names = project.environments.map(\.name.value)
    diagnostics.append(
      Diagnostic(
        .error,
        "unknown environment \"\(environment)\"",
        at: place.value.range,
        hint: names.isEmpty
          ? "there are no `environments:`" : "there are: \(names.joined(separator: ", "))",
        suggestion: Suggestion.nearest(to: environment, in: names)
      )
    )
  }
}
