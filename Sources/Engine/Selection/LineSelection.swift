import Diagnostics
import Scenarios

/// `FILE:LINE` and `FILE#ROW`: the scenario of a file, or the data row that stands at a line or has a number.
struct LineSelection {
  private static let maximumTold = 20

  /// What was asked for.
  let asked: AskedPlaces

  /// The rows that are asked for.
  ///
  /// - Parameters:
  ///   - rows: all rows of the scenario, if it has any.
  ///   - scenario: the scenario.
  /// - Returns: for each row whether it is asked for, and what is wrong with the lines.
  func choose(among rows: PlannedRows?, of scenario: Scenario) -> ([Bool], [Diagnostic]) {
    let places = (0..<(rows?.count ?? 1)).map { index in
      rows?.range(at: index).flatMap { $0.file == scenario.file ? Self.lines(of: $0) : nil }
    }
    let last = Self.lastLine(of: scenario.file)
    var chosen = Array(repeating: false, count: places.count)
    var diagnostics: [Diagnostic] = []
    for line in asked.lines.sorted() {
      guard line <= last else {
        diagnostics.append(
          Diagnostic(
            .error,
            "there is no line \(line): the file has \(last)",
            at: .file(path: "\(scenario.file.path):\(line)"),
            hint: Self.hint(scenario, places.compactMap(\.self))
          )
        )
        continue
      }
      let here = places.indices.filter { places[$0]?.contains(line) ?? false }
      for index in here.isEmpty ? Array(places.indices) : here { chosen[index] = true }
    }
    for number in asked.rows.sorted() {
      guard let rows, number <= rows.count else {
        let count = rows.map { "\($0.count)" } ?? "none"
        diagnostics.append(
          Diagnostic(
            .error,
            "there is no data row \(number): the scenario has \(count)",
            at: .file(path: "\(scenario.file.path)#\(number)")
          )
        )
        continue
      }
      chosen[number - 1] = true
    }
    return (chosen, diagnostics)
  }

  /// The lines that a row covers; what ends at the start of a line does not reach it.
  static func lines(of range: SourceRange) -> ClosedRange<Int> {
    var end = range.utf8.upperBound
    let bytes = range.file.utf8
    while end > range.utf8.lowerBound, end <= bytes.count,
      [0x20, 0x09, 0x0A, 0x0D].contains(bytes[end - 1])
    {
      end -= 1
    }
    let first = range.start.line
    return first...max(first, range.file.location(at: end).line)
  }

  private static func lastLine(of file: SourceFile) -> Int {
    file.utf8.last == 0x0A ? max(1, file.lineCount - 1) : file.lineCount
  }

  private static func hint(_ scenario: Scenario, _ places: [ClosedRange<Int>]) -> String {
    var text = "the scenario stands at line \(scenario.name.range.start.line)"
    guard !places.isEmpty else { return text }
    let told = places.prefix(maximumTold).map { "\($0.lowerBound)" }
    text += ", its data rows at \(told.joined(separator: ", "))"
    if places.count > maximumTold { text += " and \(places.count - maximumTold) more" }
    return text
  }
}
