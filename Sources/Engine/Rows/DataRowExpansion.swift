import Diagnostics
import Documents
import Scenarios

/// Expands `cases` into rows.
struct DataRowExpansion {
  /// The most rows of one scenario.
  static let maximumCount = 1_000_000

  let options: RunOptions
  let mask: SecretMask

  /// The rows of a scenario; `nil` when it has no `cases`.
  ///
  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - files: the project's files, paths relative to the scenario's.
  ///   - namespaces: the prefixes that the scenario knows, each with its URI.
  /// - Returns: the rows, and the mistakes found; with a mistake there are no rows.
  func rows(
    of scenario: Scenario,
    files: ScenarioFiles,
    namespaces: [String: String]
  ) -> (PlannedRows?, [Diagnostic]) {
    guard let cases = scenario.cases else { return (nil, []) }
    do throws(Diagnostic) {
      let rows = PlannedRows(
        try source(of: cases, scenario: scenario, files: files, namespaces: namespaces),
        mask: mask
      )
      guard rows.count > 0 else {
        throw Diagnostic(.error, "there are no data rows", at: cases.range)
      }
      guard rows.count <= Self.maximumCount else {
        throw Diagnostic(
          .error,
          "there are \(rows.count) data rows, at most \(Self.maximumCount) can be run",
          at: cases.range
        )
      }
      return (rows, [])
    } catch {
      return (nil, [error])
    }
  }

  private func source(
    of cases: DataRows,
    scenario: Scenario,
    files: ScenarioFiles,
    namespaces: [String: String]
  )
    throws(Diagnostic) -> PlannedRows.Source
  {
    let scope = PlanScope(
      options: options,
      scenarioName: scenario.name.value,
      files: files,
      namespaces: namespaces
    )
    switch cases.source {
    case .list(let templates):
      let rows = try templates.map { template throws(Diagnostic) in
        let value = try Diagnostic.reporting(at: template.range, template.evaluate(in: scope))
        guard let object = value.object else {
          throw Diagnostic(
            .error,
            "expected a map of names and values, got \(value.typeName)",
            at: template.range
          )
        }
        return object
      }
      return .written(rows, templates.map(\.range))
    case .csv(let path, let reading):
      let name = try Diagnostic.reporting(at: path.range, path.evaluate(in: scope))
      let bytes = try Diagnostic.reporting(at: path.range, files.read(name))
      do throws(CSVTable.ParsingError) {
        let text = try CSVTable.utf8(bytes, charset: reading.charset)
        let dialect = CSVTable.Dialect.dataRows.separated(by: reading.separator)
        return .table(
          try CSVTable(parsing: text, dialect),
          readsJSON: reading.readsJSON,
          dataFile(name, text, files)
        )
      } catch {
        throw Diagnostic(.error, "\(name):\(error.line): \(error.message)", at: path.range)
      }
    case .json(let path):
      let name = try Diagnostic.reporting(at: path.range, path.evaluate(in: scope))
      let bytes = try Diagnostic.reporting(at: path.range, files.read(name))
      let rows = try jsonRows(bytes, name, path.range)
      let ranges = JSONLocator.elementRanges(of: bytes)
      return .json(rows, ranges.count == rows.count ? ranges : [], dataFile(name, bytes, files))
    case .matrix(let columns):
      return .objects(try matrix(columns, at: cases.range, scope: scope))
    }
  }

  private func dataFile(
    _ name: String,
    _ utf8: [UInt8],
    _ files: ScenarioFiles
  ) -> PlannedRows.DataFile {
    PlannedRows.DataFile(
      source: SourceFile(path: files.shownPath(of: name), utf8: utf8),
      path: try? files.path(of: name)
    )
  }

  private func jsonRows(
    _ bytes: [UInt8],
    _ name: String,
    _ range: SourceRange
  ) throws(Diagnostic)
    -> [JSONObject]
  {
    let value: JSONValue
    do throws(JSONParserError) {
      value = try JSONParser().parse(bytes)
    } catch {
      throw Diagnostic(.error, "\(name): \(error)", at: range)
    }
    guard let elements = value.array else {
      throw Diagnostic(
        .error,
        "\(name): expected a list of objects, got \(value.typeName)",
        at: range
      )
    }
    return try elements.enumerated().map { index, element throws(Diagnostic) in
      guard let object = element.object else {
        throw Diagnostic(
          .error,
          "\(name): expected an object at index \(index), got \(element.typeName)",
          at: range
        )
      }
      return object
    }
  }

  private func matrix(
    _ columns: [VariableDefinition],
    at place: SourceRange,
    scope: PlanScope
  )
    throws(Diagnostic) -> [JSONObject]
  {
    var rows: [[(String, JSONValue)]] = [[]]
    for column in columns {
      let range = column.value.range
      let value = try Diagnostic.reporting(at: range, column.value.evaluate(in: scope))
      guard let elements = value.array, !elements.isEmpty else {
        throw Diagnostic(
          .error,
          "expected a list with at least one value, got \(value.typeName)",
          at: range
        )
      }
      guard rows.count * elements.count <= Self.maximumCount else {
        throw Diagnostic(
          .error,
          "the matrix has more than \(Self.maximumCount) rows",
          at: place
        )
      }
      rows = rows.flatMap { row in elements.map { row + [(column.name.value, $0)] } }
    }
    return rows.map { JSONObject($0) }
  }
}

extension Diagnostic {
  /// Reports a failure of an expression or of a file that it names.
  static func reporting<Value>(
    at range: @autoclosure () -> SourceRange,
    _ body: @autoclosure () throws(ExpressionFailure) -> Value
  ) throws(Diagnostic) -> Value {
    do throws(ExpressionFailure) {
      return try body()
    } catch {
      throw Diagnostic(error, at: range())
    }
  }
}
