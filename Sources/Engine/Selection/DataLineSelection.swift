import Diagnostics
import Scenarios

/// `errors.csv:3`: of the scenarios that read a data file, the rows that stand at some lines of it.
///
/// Other scenarios do not run, but for what of them is asked for by a line or row of their own.
struct DataLineSelection {
  private let lines: [DataLine]
  /// The lines of files that some scenario reads.
  private var read: Set<DataLine> = []
  /// The lines at which no row stands, with the first and the last line of one.
  private var missed: [DataLine: (first: Int, last: Int)] = [:]

  /// Prepares for the lines that are asked for.
  init(_ lines: [DataLine]) {
    self.lines = lines
  }

  /// The rows that are asked for.
  ///
  /// - Parameters:
  ///   - rows: all rows of a scenario, if it has any.
  ///   - asked: those asked for by a line or number of the scenario's file; `nil` when it was asked for whole.
  /// - Returns: for each row whether it is asked for; `nil` for all of them.
  mutating func choose(among rows: PlannedRows?, asked: [Bool]?) -> [Bool]? {
    guard !lines.isEmpty else { return asked }
    var chosen = asked ?? Array(repeating: false, count: rows?.count ?? 1)
    guard let rows, let path = rows.file?.path else { return chosen }
    let own = lines.filter { $0.path == path }
    guard !own.isEmpty else { return chosen }
    let places = (0..<rows.count).map { rows.range(at: $0).map(LineSelection.lines(of:)) }
    for line in own {
      read.insert(line)
      let here = places.indices.filter { places[$0]?.contains(line.line) ?? false }
      for index in here { chosen[index] = true }
      if here.isEmpty, let first = places.first??.lowerBound, let last = places.last??.upperBound {
        missed[line] = (first, last)
      }
    }
    return chosen
  }

  /// What is wrong with the lines, once all scenarios were looked at.
  ///
  /// - Parameter isComplete: whether all scenarios could be looked at.
  /// - Returns: a mistake for each line that selects nothing.
  func mistakes(isComplete: Bool) -> [Diagnostic] {
    lines.compactMap { line in
      if let (first, last) = missed[line] {
        return Diagnostic(
          .error,
          "no data row stands at line \(line.line)",
          at: .file(path: line.written),
          hint: "the rows stand at lines \(first) to \(last)"
        )
      }
      guard isComplete, !read.contains(line) else { return nil }
      return Diagnostic(
        .error,
        "no scenario reads this file",
        at: .file(path: line.written),
        hint: "name the scenarios, or their folder, as well"
      )
    }
  }
}
