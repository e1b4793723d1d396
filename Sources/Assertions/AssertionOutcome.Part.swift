extension AssertionOutcome {
  /// A part of a `that` expression with its value, to be shown under the expression.
  public struct Part: Sendable, Hashable {
    /// The part as written: `response.json.total`.
    public var text: String

    /// Where it starts in the expression, in Unicode scalars from 0.
    public var offset: Int

    /// Its value, bounded and harmless for a terminal.
    public var value: String

    /// Makes a part.
    public init(text: String, offset: Int, value: String) {
      self.text = text
      self.offset = offset
      self.value = value
    }
  }

  /// The parts written under their expression, each value below the start of its part.
  ///
  /// ```
  /// response.json.total == price * quantity
  /// │                      │
  /// 20.5                   19.98
  /// ```
  ///
  /// - Parameter parts: in any order; those that start at one place share a column, the longest
  ///   text first.
  /// - Returns: the lines below the expression, the rightmost values first; empty without parts.
  public static func aligned(_ parts: [Part]) -> [String] {
    var columns: [Int: String] = [:]
    for part in parts.sorted(by: { $0.text.count > $1.text.count }) {
      let column = max(0, part.offset)
      if let before = columns[column] {
        if before != part.value { columns[column] = "\(before)  (\(part.text): \(part.value))" }
      } else {
        columns[column] = part.value
      }
    }
    var waiting = columns.keys.sorted()
    guard !waiting.isEmpty else { return [] }
    var lines = [bars(at: waiting)]
    while let last = waiting.popLast() {
      var line = bars(at: waiting)
      line += String(repeating: " ", count: max(0, last - line.unicodeScalars.count))
      lines.append(line + (columns[last] ?? ""))
    }
    return lines
  }

  private static func bars(at columns: [Int]) -> String {
    var line = ""
    var width = 0
    for column in columns {
      line += String(repeating: " ", count: column - width) + "│"
      width = column + 1
    }
    return line
  }
}
