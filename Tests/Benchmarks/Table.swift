/// Measurements as a table in Markdown.
struct Table {
  private let measurements: [Measurement]

  /// Makes the table of a subject.
  init(_ measurements: [Measurement]) {
    self.measurements = measurements
  }

  /// The lines: one for each name when there are columns, else one for each figure with its origin.
  var lines: [String] {
    var columns: [String] = []
    var names: [String] = []
    for measurement in measurements {
      if !columns.contains(measurement.column) { columns.append(measurement.column) }
      if !names.contains(measurement.name) { names.append(measurement.name) }
    }
    guard columns != [""] else {
      return Self.head(["", "figure", "goal", "from"])
        + measurements.map {
          Self.row([$0.name, $0.figure, $0.bound + Self.mark($0), $0.detail])
        }
    }
    return Self.head([""] + columns)
      + names.map { name in
        Self.row([name] + columns.map { cell(name, $0) })
      }
  }

  private func cell(_ name: String, _ column: String) -> String {
    let found = measurements.first { $0.name == name && $0.column == column }
    guard let found else { return "" }
    return found.bound.isEmpty
      ? found.figure : "\(found.figure) (\(found.bound))\(Self.mark(found))"
  }

  private static func mark(_ measurement: Measurement) -> String {
    measurement.bound.isEmpty ? "" : measurement.isWithinLimit ? " ✓" : " ✗"
  }

  private static func head(_ cells: [String]) -> [String] {
    [row(cells), "|" + String(repeating: "---|", count: cells.count)]
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }
}
