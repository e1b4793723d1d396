public import Diagnostics
import Documents
import HTTPMessages
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
  /// What was given, and under it what the file says: a list is replaced as a whole.
  public private(set) var options: RunOptions
  /// `report`: kind and path, the path relative to the working folder; `nil` when nothing is said of reports.
  public private(set) var reports: [Located<String>]?

  /// The folder of `curlew.yaml`, which ends in a slash unless it is the working folder.
  private var folder = ""

  /// Reads the defaults of a project.
  ///
  /// - Parameters:
  ///   - project: what `curlew.yaml` says; `nil` when there is none.
  ///   - given: what was given.
  ///   - names: the options that were.
  ///   - diagnostics: gets every mistake, with its place.
  public init(
    of project: Project?,
    under given: RunOptions,
    named names: Set<String> = [],
    diagnostics: inout [Diagnostic]
  ) {
    options = given
    guard let project else { return }
    let path = project.file.path
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var environment = RunOptions()
    environment.processEnvironment = given.processEnvironment
    let scope = PlanScope(
      options: environment,
      scenarioName: "",
      files: ScenarioFiles(folder: folder.isEmpty ? "." : folder, allowed: [])
    )
    for entry in project.run {
      // The parser has reported unknown names and values of a wrong kind.
      guard let option = RunOptionCatalogue.option(withKey: entry.name.value),
        !Self.isReported(entry.value.range, diagnostics)
      else { continue }
      do throws(ExpressionFailure) {
        let value = try entry.value.evaluate(in: scope)
        // What was given wins, and yet a mistake in the file is one.
        var merged = options
        do throws(Mistake) {
          try option.apply(value, &merged)
          if option.name == RunOption.report.name { try noteReports(entry.value, value) }
          if option.name == RunOption.variableFile.name {
            // What was given by another option, or by the environment, stands.
            merged.overrides.merge(try variables(of: value)) { given, _ in given }
          }
          if option.name == RunOption.cookiesFile.name {
            merged.cookies = try cookies(of: value, now: given.now())
          }
          if option.name == RunOption.environment.name,
            let mistake = Self.unknown(merged.environment, of: project, at: entry.value.range)
          {
            diagnostics.append(mistake)
          } else if !names.contains(option.name) {
            options = merged
          }
        } catch {
          diagnostics.append(Diagnostic(error, in: entry.value, of: option.name))
        }
      } catch {
        diagnostics.append(Diagnostic(error, at: entry.value.range))
      }
    }
  }

  private static func isReported(_ range: SourceRange, _ diagnostics: [Diagnostic]) -> Bool {
    diagnostics.contains { diagnostic in
      diagnostic.range.map { $0.file == range.file && $0.utf8.overlaps(range.utf8) } ?? false
    }
  }

  private mutating func noteReports(
    _ template: ValueTemplate,
    _ value: JSONValue
  ) throws(Mistake) {
    var reports: [Located<String>] = []
    for (index, text) in try value.texts().enumerated() {
      let place: [ValuePathElement] = value.array == nil ? [] : [.index(index)]
      let path = text.drop { $0 != "=" }.dropFirst()
      guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
        throw Mistake(
          "\"\(path)\" is outside the project's folder",
          at: place,
          hint: "ask for it with --report"
        )
      }
      reports.append(Located(inFolder(text), at: template.node(at: place).range))
    }
    self.reports = reports
  }

  private var files: ScenarioFiles {
    let root = folder.isEmpty ? "." : folder
    return ScenarioFiles(folder: root, allowed: [root])
  }

  /// The variables of the files that a value names; of one name the last stands.
  private func variables(
    of value: JSONValue
  ) throws(Mistake) -> [String: JSONValue] {
    var variables: [String: JSONValue] = [:]
    for (index, path) in try value.texts().enumerated() {
      do throws(VariableFile.Failure) {
        for (name, value) in try VariableFile.read(path, in: files) { variables[name] = value }
      } catch {
        let start = error.diagnostic?.range?.start
        let place = start.map { ", line \($0.line)" } ?? ""
        throw Mistake(
          "\(path)\(place): \(error.message)",
          at: value.array == nil ? [] : [.index(index)],
          hint: error.diagnostic?.hint
        )
      }
    }
    return variables
  }

  private func cookies(
    of value: JSONValue,
    now: Double
  ) throws(Mistake) -> CookieJar {
    let path = try value.optionText()
    do throws(Mistake) {
      return try CookieFile.read(path, in: files, now: now)
    } catch {
      throw Mistake("\(path): \(error.message)")
    }
  }

  /// A report's kind and path as seen from the working folder.
  private func inFolder(_ text: String) -> String {
    guard !folder.isEmpty, let equals = text.firstIndex(of: "=") else { return text }
    let path = text[text.index(after: equals)...]
    return path == "-" ? text : "\(text[...equals])\(folder)\(path)"
  }

  private static func unknown(
    _ environment: String?,
    of project: Project,
    at range: SourceRange
  ) -> Diagnostic? {
    let names = project.environments.map(\.name.value)
    guard let environment, !names.contains(environment) else { return nil }
    return Diagnostic(
      .error,
      "unknown environment \"\(environment)\"",
      at: range,
      hint: names.isEmpty
        ? "there are no `environments:`" : "there are: \(names.joined(separator: ", "))",
      suggestion: Suggestion.nearest(to: environment, in: names)
    )
  }
}
