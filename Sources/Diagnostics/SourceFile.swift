/// A text with a path, in which places can be found.
///
/// The text is kept as UTF-8; bytes that are not UTF-8 show as U+FFFD in excerpts. Files compare by identity, because
/// two files of one path may hold different texts.
public final class SourceFile: Sendable {
  /// The path as it is shown, relative to the working folder where that is shorter.
  public let path: String

  /// The text as UTF-8.
  public let utf8: [UInt8]

  /// The number of the first line: above 1 for a piece of a file.
  public let firstLine: Int

  /// The column of the first character: above 1 for a piece of a line.
  public let firstColumn: Int

  private let lineStarts: [Int]
  /// How many characters start before each block of a long text, so that a column of a line of megabytes is found at once.
  private let blocks: [Int]

  private static let blockSize = 4_096

  /// The file that this is a ``twin()`` of.
  private let original: SourceFile?

  /// Keeps `utf8` under `path` and notes where its lines start.
  ///
  /// - Parameters:
  ///   - path: as it is shown.
  ///   - utf8: the text.
  ///   - firstLine: the number of its first line where the text is a piece of a file, from 1.
  ///   - firstColumn: the column of its first character where the text is a piece of a line, from 1.
  public init(path: String, utf8: [UInt8], firstLine: Int = 1, firstColumn: Int = 1) {
    self.path = path
    self.utf8 = utf8
    self.firstLine = max(1, firstLine)
    self.firstColumn = max(1, firstColumn)
    original = nil
    var starts = [0]
    starts.reserveCapacity(utf8.count / 16)
    for offset in utf8.indices where utf8[offset] == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
    var blocks: [Int] = []
    if utf8.count > 16 * Self.blockSize {
      var count = 0
      for start in stride(from: 0, to: utf8.count, by: Self.blockSize) {
        blocks.append(count)
        count += Self.scalarCount(utf8[start..<min(start + Self.blockSize, utf8.count)])
      }
    }
    self.blocks = blocks
  }

  private init(twinOf file: SourceFile) {
    path = file.path
    utf8 = file.utf8
    firstLine = file.firstLine
    firstColumn = file.firstColumn
    lineStarts = file.lineStarts
    blocks = file.blocks
    original = file.original ?? file
  }

  /// The same file as an object of its own, equal to this one.
  ///
  /// Each range holds its file, and threads that make ranges of one object slow each other down by counting them: with a twin for
  /// each piece of a `.hurl` file of 5 000 entries, what comes before its first request takes a tenth less.
  public func twin() -> SourceFile { SourceFile(twinOf: self) }

  /// Keeps `text` under `path`.
  public convenience init(path: String, text: String) {
    self.init(path: path, utf8: Array(text.utf8))
  }

  /// How many lines the text has; an empty text has one.
  public var lineCount: Int { lineStarts.count }

  /// The place of a byte.
  ///
  /// - Parameter offset: in bytes; beyond the end counts as the end.
  /// - Returns: its line and column.
  public func location(at offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), utf8.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset {
        low = middle
      } else {
        high = middle
      }
    }
    let column =
      scalarCount(lineStarts[low]..<offset) + (low == 0 ? firstColumn : 1)
    return SourceLocation(line: low + firstLine, column: column)
  }

  /// The byte at which a line starts.
  ///
  /// - Parameter line: lines that do not exist count as the nearest that does.
  /// - Returns: an offset in bytes.
  public func offset(ofLine line: Int) -> Int {
    lineStarts[min(max(line - firstLine, 0), lineStarts.count - 1)]
  }

  /// The text of a line without its line break.
  ///
  /// - Parameter line: one that does not exist is empty.
  /// - Returns: the text, with U+FFFD where bytes are not UTF-8.
  public func text(ofLine line: Int) -> String {
    String(decoding: utf8[bytes(ofLine: line)], as: UTF8.self)
  }

  /// The bytes of a line without its line break; none of a line that does not exist.
  func bytes(ofLine line: Int) -> Range<Int> {
    let index = line - firstLine
    guard lineStarts.indices.contains(index) else { return 0..<0 }
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : utf8.count
    if end > start, utf8[end - 1] == UInt8(ascii: "\r") {
      end -= 1
    }
    return start..<max(start, end)
  }

  /// The range of this file from one byte up to another.
  public func range(_ bytes: Range<Int>) -> SourceRange {
    SourceRange(file: self, utf8: bytes)
  }

  /// How many characters start in a stretch.
  private func scalarCount(_ bytes: Range<Int>) -> Int {
    let first = bytes.lowerBound / Self.blockSize
    let last = bytes.upperBound / Self.blockSize
    guard last > first, blocks.indices.contains(last) else { return Self.scalarCount(utf8[bytes]) }
    return blocks[last] + Self.scalarCount(utf8[(last * Self.blockSize)..<bytes.upperBound])
      - blocks[first] - Self.scalarCount(utf8[(first * Self.blockSize)..<bytes.lowerBound])
  }

  private static func scalarCount(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0b1100_0000 != 0b1000_0000 }
  }
}

extension SourceFile: Hashable {
  public static func == (left: SourceFile, right: SourceFile) -> Bool {
    (left.original ?? left) === (right.original ?? right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(original ?? self))
  }
}
