import Diagnostics
import Documents

/// The names that steps give values.
public enum CapturedNames: Sendable {
  /// The names that are known behind a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - withItems: whether the names that only its own turns see count as well.
  /// - Returns: the names, perhaps one several times.
  public static func names(of step: Step, withItems: Bool = false) -> [String] {
    var names = step.captures.map(\.name.value)
    names += step.collect.map(\.name.value)
    for child in step.children ?? [] { names += Self.names(of: child, withItems: withItems) }
    names += step.kind.content.givenNames
    if withItems, case .each(_, as: let item)? = step.loop?.kind { names.append(item.value) }
    return names
  }

  /// The lines on which steps capture names first.
  static func lines(of steps: some Sequence<Step>) -> [String: Int] {
    var lines: [String: Int] = [:]
    for step in steps {
      for name in captured(by: step) where lines[name.value] == nil {
        lines[name.value] = name.range.start.line
      }
    }
    return lines
  }

  /// The names that a step captures, those of the steps in it first, each where it stands; what a used file returns stands where the file is named.
  static func captured(by step: Step) -> [Located<String>] {
    var names = (step.children ?? []).flatMap { captured(by: $0) }
    if case .use(let use) = step.kind {
      names += use.returnedNames.map { Located($0.value, at: use.file.range) }
    }
    return names + (step.captures + step.collect).map(\.name)
  }

  /// The names that a use of steps can ask for.
  static func returned(by shared: SharedSteps) -> [String] {
    if let returns = shared.returns { return returns.map(\.value) }
    return shared.steps.flatMap { names(of: $0) }
  }
}

extension Project {
  /// The variables of the project and of all its environments.
  package var allVariables: [VariableDefinition] {
    variables + environments.flatMap(\.variables)
  }

  /// The names that `before-all` gives values.
  package var namesOfBeforeAll: Set<String> {
    Set(beforeAll.flatMap { CapturedNames.names(of: $0) })
  }
}

/// The columns of data files.
enum DataColumns {
  /// The header of comma-separated values; `nil` when it cannot be read, which is reported where the table is.
  static func ofCSV(_ bytes: [UInt8], _ reading: DataRows.CSVReading = .init()) -> Set<String>? {
    guard let text = try? CSVTable.utf8(bytes, charset: reading.charset) else { return nil }
    let dialect = CSVTable.Dialect.dataRows.separated(by: reading.separator)
    return (try? CSVTable.header(of: text, dialect)).map { Set($0) }
  }

  /// The keys of a list of objects; `nil` when it is none.
  static func ofJSON(_ bytes: [UInt8]) -> Set<String>? {
    guard let rows = (try? JSONParser().parse(bytes))?.array else { return nil }
    // Rows of another kind are reported where they are read; their columns are not known, which is not the same as none.
    guard rows.allSatisfy({ $0.object != nil }) else { return nil }
    return Set(rows.flatMap { $0.object?.keys ?? [] })
  }
}
