import Diagnostics
import Documents

/// The rows of `cases`, each made when it is asked for.
final class PlannedRows: Sendable {
  /// Where the rows come from.
  enum Source: Sendable {
    /// Rows that stand in the scenario's file, and where.
    case written([JSONObject], [SourceRange])
    case objects([JSONObject])
    case table(CSVTable, readsJSON: Bool)
  }

  private let source: Source
  private let mask: SecretMask

  /// Rows from a source.
  ///
  /// - Parameters:
  ///   - source: the rows.
  ///   - mask: masks secrets in labels.
  init(_ source: Source, mask: SecretMask) {
    self.source = source
    self.mask = mask
  }

  /// How many there are.
  var count: Int {
    switch source {
    case .written(let objects, _), .objects(let objects): objects.count
    case .table(let table, _): table.count
    }
  }

  /// Names and values of a row, in order.
  func values(at index: Int) -> JSONObject {
    switch source {
    case .written(let objects, _), .objects(let objects): objects[index]
    case .table(let table, let readsJSON):
      JSONObject(
        zip(table.header, table.row(index)).map { name, cell in
          (name, (readsJSON ? try? JSONParser().parse(cell) : nil) ?? .string(cell))
        }
      )
    }
  }

  /// Where a row stands, when that is the scenario's file.
  func range(at index: Int) -> SourceRange? {
    switch source {
    case .written(_, let ranges): ranges[index]
    case .objects, .table: nil
    }
  }

  /// What a row is called: its `name`, or its first value, masked and at most 60 characters long.
  func label(at index: Int) -> String? {
    let row = values(at: index)
    guard let value = row["name"] ?? row.values.first else { return nil }
    let text = mask.masking(value.string ?? value.description)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }
}
