import Diagnostics

/// Where in a file the bytes of a scalar's decoded text stand.
///
/// Plain and quoted scalars on one line map exactly, also past escapes; where nothing exact is known every byte maps to the whole scalar.
struct SourceMap: Sendable {
  private enum Kind: Sendable {
    /// Byte n of the text is byte `base + n` of the file.
    case linear(base: Int)
    /// Byte n of the text is byte `table[first + n]` of the file; one entry more than bytes.
    case table([Int], first: Int)
    /// Not known.
    case whole
  }

  /// The stretch of the scalar in the file, quotes included.
  let whole: SourceRange
  private let kind: Kind
}

extension SourceMap {
  /// A text that stands in the file as it is, from a byte on.
  init(linearFrom base: Int, in whole: SourceRange) {
    self.init(whole: whole, kind: .linear(base: base))
  }

  /// A text whose bytes stand at the places given, with one entry more for its end.
  init(table: [Int], in whole: SourceRange) {
    self.init(whole: whole, kind: .table(table, first: 0))
  }

  /// A text of which only the scalar's place is known.
  init(unknownIn whole: SourceRange) {
    self.init(whole: whole, kind: .whole)
  }

  /// The stretch of the file that some bytes of the text come from.
  func range(_ bytes: Range<Int>) -> SourceRange {
    switch kind {
    case .linear(let base):
      return SourceRange(
        file: whole.file,
        utf8: (base + bytes.lowerBound)..<(base + bytes.upperBound)
      )
    case .table(let table, let first):
      guard bytes.lowerBound >= 0, first + bytes.upperBound < table.count else { return whole }
      let start = table[first + bytes.lowerBound]
      // The end of a part is the end of its last byte, not the start of what follows it.
      let end = bytes.isEmpty ? start : table[first + bytes.upperBound - 1] + 1
      return SourceRange(file: whole.file, utf8: start..<max(start, end))
    case .whole:
      return whole
    }
  }

  /// The map of a part of the text.
  func part(from offset: Int) -> SourceMap {
    switch kind {
    case .linear(let base): SourceMap(linearFrom: base + offset, in: whole)
    case .table(let table, let first):
      SourceMap(whole: whole, kind: .table(table, first: first + offset))
    case .whole: self
    }
  }
}
