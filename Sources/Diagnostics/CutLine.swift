/// A line of which only the part around a stretch is shown when it is too long.
struct CutLine {
  /// The whole line; `…` stands where it is cut, unless the stretch itself begins or ends there.
  private(set) var scalars: [Unicode.Scalar]
  /// What is shown of it.
  let window: Range<Int>

  /// Cuts a line.
  ///
  /// - Parameters:
  ///   - line: the whole line.
  ///   - stretch: what must be seen, in scalars; one that is too long at least with its start.
  ///   - width: the most scalars that are shown.
  init(_ line: String, around stretch: Range<Int>, width: Int) {
    scalars = Array(line.unicodeScalars)
    if scalars.count > width {
      let start = max(0, min(stretch.lowerBound - width / 3, scalars.count - width))
      window = start..<min(scalars.count, start + width)
    } else {
      window = 0..<scalars.count
    }
    let isTextBefore = scalars[..<window.lowerBound].contains { $0 != " " && $0 != "\t" }
    if isTextBefore, stretch.lowerBound > window.lowerBound { scalars[window.lowerBound] = "…" }
    if window.upperBound < scalars.count, stretch.upperBound < window.upperBound {
      scalars[window.upperBound - 1] = "…"
    }
  }

  /// What is shown.
  var text: String { String(String.UnicodeScalarView(scalars[window])) }
}

extension SourceRange {
  /// The line in which the stretch starts, cut around it when it is long.
  ///
  /// - Parameter width: the most Unicode scalars of the line.
  /// - Returns: the text, and the column of its first scalar.
  public func line(cutTo width: Int) -> (text: String, column: Int) {
    let (text, origin) = surroundings(width)
    guard text.utf8.count > width else { return (text, origin) }
    let (start, end) = (start, end)
    let first = start.column - origin
    let last = end.line == start.line ? max(first, end.column - origin) : Int.max
    let cut = CutLine(text, around: first..<last, width: width)
    return (cut.text, origin + cut.window.lowerBound)
  }

  /// The line in which the stretch starts; of a long one only what can be seen when it is cut to a width.
  ///
  /// - Parameter width: the most Unicode scalars that are shown.
  /// - Returns: the text, and the column of its first scalar.
  func surroundings(_ width: Int) -> (text: String, column: Int) {
    let start = start
    let line = file.bytes(ofLine: start.line)
    let origin = start.line == file.firstLine ? file.firstColumn : 1
    var (low, high) = (min(utf8.lowerBound, line.upperBound), min(utf8.lowerBound, line.upperBound))
    var before = 0
    while low > line.lowerBound, before < width {
      low -= 1
      if file.utf8[low] & 0xC0 != 0x80 { before += 1 }
    }
    var after = 0
    while high < line.upperBound, after / 2 <= width {
      if file.utf8[high] & 0xC0 != 0x80 { after += 1 }
      high += 1
    }
    // The last character is there with all its bytes.
    while high < line.upperBound, file.utf8[high] & 0xC0 == 0x80 { high += 1 }
    let text = String(decoding: file.utf8[low..<high], as: UTF8.self)
    return (text, low == line.lowerBound ? origin : start.column - before)
  }
}
