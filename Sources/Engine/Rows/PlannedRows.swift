import Diagnostics
import Documents
import Locks

/// The rows of `cases`, each made when it is asked for.
final class PlannedRows: Sendable {
  /// Where the rows come from.
  enum Source: Sendable {
    /// Rows that stand in the scenario's file, and where.
    case written([JSONObject], [SourceRange])
    /// The rows of a matrix.
    case objects([JSONObject])
    /// Those of a JSON file, and where they stand in it; no places where that is not known.
    case json([JSONObject], [Range<Int>], DataFile)
    case table(CSVTable, readsJSON: Bool, DataFile)
  }

  /// A file of rows.
  struct DataFile: Sendable {
    /// Its text.
    let source: SourceFile
    /// Its absolute path, links resolved.
    let path: String?
  }

  private static let longestLabel = 60
  private static let longestValue = 100
  private static let longestSummary = 500

  private let source: Source
  private let mask: SecretMask
  /// For each row called as one before it which of them it is, from 2, else 0; empty when all are called differently.
  ///
  /// Made when the first label is asked for: who only checks needs none.
  private let numbers = Locked<[Int32]?>(nil)

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
    case .written(let objects, _), .objects(let objects), .json(let objects, _, _): objects.count
    case .table(let table, _, _): table.count
    }
  }

  /// Names and values of a row, in order.
  func values(at index: Int) -> JSONObject {
    switch source {
    case .written(let objects, _), .objects(let objects), .json(let objects, _, _): objects[index]
    case .table(let table, let readsJSON, _):
      JSONObject(
        zip(table.header, table.row(index)).map { name, cell in
          (name, (readsJSON ? try? JSONParser().parse(cell) : nil) ?? .string(cell))
        }
      )
    }
  }

  /// The file that holds the rows, when that is not the scenario's.
  var file: DataFile? {
    switch source {
    case .written, .objects: nil
    case .json(_, _, let file), .table(_, _, let file): file
    }
  }

  /// Where a row stands: in the scenario's file, or in that of the data.
  func range(at index: Int) -> SourceRange? {
    switch source {
    case .written(_, let ranges): ranges[index]
    case .objects: nil
    case .json(_, let ranges, let file):
      ranges.indices.contains(index) ? file.source.range(ranges[index]) : nil
    case .table(let table, _, let file): file.source.range(table.range(ofRow: index))
    }
  }

  /// What a row is called, unlike all others: as ``sharedLabel(at:)``, with a number when a row before it is called so.
  func label(at index: Int) -> String {
    let label = sharedLabel(at: index)
    let numbers = numbers.withLock { known in
      let numbers = known ?? countedLabels()
      known = numbers
      return numbers
    }
    guard !numbers.isEmpty, numbers[index] > 0 else { return label }
    return "\(label) #\(numbers[index])"
  }

  /// Its `name`, or its first value, masked and at most 60 characters long; `row 3` when that says nothing.
  func sharedLabel(at index: Int) -> String {
    let row = values(at: index)
    let value = row["name"] ?? row.values.first
    let text = mask.masking(value.map { $0.string ?? $0.description } ?? "")
    return text.isEmpty ? "row \(index + 1)" : Self.cut(text, Self.longestLabel)
  }

  /// Names and values of a row on one line, masked and cut: `sku: ABC-2, price: 5`.
  func summary(at index: Int) -> String {
    var pieces: [String] = []
    var length = 0
    for (name, value) in values(at: index) {
      let isLarge = value.exceeds(count: Self.longestValue, depth: StepScope.mostLevels)
      let text = isLarge ? value.typeName : mask.masking(value.string ?? value.description)
      pieces.append("\(mask.masking(name)): \(Self.cut(text, Self.longestValue))")
      length += pieces[pieces.count - 1].count + 2
      guard length < Self.longestSummary else { break }
    }
    return Self.cut(pieces.joined(separator: ", "), Self.longestSummary)
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// Which of those with its label each row is.
  ///
  /// Labels are compared by a hash: two that share one by chance get a number without need.
  private func countedLabels() -> [Int32] {
    let count = count
    guard count > 1 else { return [] }
    let hashes = (0..<count).map { RandomPath.number(of: sharedLabel(at: $0)) }
    let known = Set(hashes)
    guard known.count < count else { return [] }
    var last: [UInt64: Int32] = [:]
    return hashes.enumerated().map { index, hash in
      guard var number = last[hash] else {
        last[hash] = 1
        return 0
      }
      let label = sharedLabel(at: index)
      // Another row may be called `GET #2` by itself.
      repeat { number += 1 } while known.contains(RandomPath.number(of: "\(label) #\(number)"))
      last[hash] = number
      return number
    }
  }
}
