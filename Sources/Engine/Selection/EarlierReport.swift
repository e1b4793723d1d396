public import Diagnostics
import Documents

/// The results of an earlier run, from its JSON report: for `--rerun-failed` and `--shard-times`.
///
/// ```swift
/// let report = try EarlierReport(parsing: bytes, path: "report.json")
/// print(report.scenarios.count { $0.wantsRerun })
/// ```
public struct EarlierReport: Sendable {
  /// A run of a scenario, all its attempts taken together.
  public struct Scenario: Sendable, Hashable {
    /// The path of its file, as the report has it.
    public var path: String
    /// Its name, as in the source.
    public var name: String
    /// The label of its data row.
    public var row: String?
    /// The number of its data row, from 1; reports of earlier versions have none.
    public var rowNumber: Int?
    /// The number of its repeat.
    public var turn: Int?
    /// How it ended: `passed`, `failed`, `errored`, `skipped`, `flaky`, `not run`.
    public var outcome: String
    /// How long all its attempts took, in seconds.
    public var duration: Double

    /// Whether it failed, errored or was not run.
    public var wantsRerun: Bool { ["failed", "errored", "not run"].contains(outcome) }
  }

  /// The path of the report, as given.
  public let path: String
  /// The scenarios of its files in the order of the report; `before-all` and `after-all` are none.
  public let scenarios: [Scenario]
  /// Which of `before-all` and `after-all` failed or errored.
  public let failedOutside: [String]
  /// The paths of files with mistakes: nothing of them was run.
  public let unreadable: [String]

  /// Whether anything failed, errored or was not run.
  public var wantsRerun: Bool {
    !unreadable.isEmpty || scenarios.contains(where: \.wantsRerun)
  }

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - path: what messages call it.
  /// - Throws: ``Mistake`` when it is no JSON, or no report of ours.
  public init(parsing bytes: [UInt8], path: String) throws(Mistake) {
    let value: JSONValue
    do throws(JSONParserError) {
      value = try JSONParser().parse(bytes)
    } catch {
      throw Mistake("\(path):\(error.line):\(error.column): \(error.message)")
    }
    guard value["format"]?.string == "curlew-report" else {
      throw Mistake(
        "\(path): expected a report that --report json=PATH wrote: \"format\" at $.format "
          + "is not \"curlew-report\""
      )
    }
    guard value["version"]?.number?.int == 1 else {
      throw Mistake(
        "\(path): expected version 1 of the report at $.version, got "
          + (value["version"]?.description ?? "none")
      )
    }
    guard let elements = value["scenarios"]?.array else {
      throw Mistake("\(path): expected a list at $.scenarios")
    }
    var scenarios: [Scenario] = []
    var failedOutside: [String] = []
    var earlier: [Int: Double] = [:]
    for (number, element) in elements.enumerated() {
      func fail(_ wanted: String) -> Mistake {
        Mistake("\(path): expected \(wanted) at $.scenarios[\(number)]")
      }
      guard let kind = element["kind"]?.string, let file = element["path"]?.string,
        let name = element["name"]?.string, let outcome = element["outcome"]?.string,
        let index = element["index"]?.number?.int
      else { throw fail("index, kind, path, name and outcome") }
      guard kind == "scenario" else {
        if ["failed", "errored"].contains(outcome) { failedOutside.append(kind) }
        continue
      }
      let given = element["duration"]?.number?.double ?? 0
      guard given.isFinite, given >= 0 else { throw fail("a duration in seconds") }
      // Attempts stand one behind the other, the last one alone is final.
      let duration = (earlier.removeValue(forKey: index) ?? 0) + given
      guard element["isFinal"]?.bool ?? true else {
        earlier[index] = duration
        continue
      }
      scenarios.append(
        Scenario(
          path: file,
          name: name,
          row: element["row"]?.string,
          rowNumber: element["rowNumber"]?.number?.int,
          turn: element["turn"]?.number?.int,
          outcome: outcome,
          duration: duration
        )
      )
    }
    self.path = path
    self.scenarios = scenarios
    self.failedOutside = failedOutside
    unreadable = (value["diagnostics"]?.array ?? []).compactMap { diagnostic in
      guard diagnostic["severity"]?.string == "error" else { return nil }
      return diagnostic["place"]?["path"]?.string ?? diagnostic["path"]?.string
    }
  }
}
