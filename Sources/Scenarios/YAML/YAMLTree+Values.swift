import Diagnostics
import Documents

extension YAMLTree {
  /// The nodes of a value, the root first.
  ///
  /// - Parameters:
  ///   - value: what was computed; `${` in its texts is text.
  ///   - range: the place of every node: what it was computed from.
  convenience init(_ value: JSONValue, at range: SourceRange) {
    var builder = ValueRows(range: range)
    _ = builder.add(value)
    self.init(
      file: range.file,
      rows: builder.rows,
      children: builder.children,
      hasEmptyValues: false
    )
  }
}

/// Makes the rows of a value, whose depth is bounded.
private struct ValueRows {
  let range: SourceRange
  var rows: [YAMLTree.Row] = []
  var children: [UInt32] = []

  init(range: SourceRange) { self.range = range }

  /// Adds a value and what is in it.
  ///
  /// - Parameter value: the value.
  /// - Returns: its row.
  mutating func add(_ value: JSONValue) -> UInt32 {
    switch value {
    case .null: return add("null", .plain)
    case .bool(let bool): return add(bool ? "true" : "false", .plain)
    case .number(let number): return add(number.literal, .plain)
    case .string(let text): return add(text, .doubleQuoted)
    case .array(let elements):
      let row = add("", .sequence)
      var own: [UInt32] = []
      for element in elements { own.append(add(element)) }
      close(row, own, count: elements.count)
      return row
    case .object(let members):
      let row = add("", .mapping)
      var own: [UInt32] = []
      for (key, value) in members {
        own.append(add(key, .doubleQuoted))
        own.append(add(value))
      }
      close(row, own, count: members.count)
      return row
    }
  }

  private mutating func add(_ text: String, _ kind: YAMLTree.Row.Kind) -> UInt32 {
    rows.append(
      YAMLTree.Row(
        text: text,
        start: UInt32(range.utf8.lowerBound),
        end: UInt32(range.utf8.upperBound),
        kind: kind
      )
    )
    return UInt32(rows.count - 1)
  }

  private mutating func close(_ row: UInt32, _ own: [UInt32], count: Int) {
    rows[Int(row)].firstChild = UInt32(children.count)
    rows[Int(row)].count = UInt32(count)
    children += own
  }
}
