import Diagnostics

/// Where a large scenario file can be cut between its steps, so that the pieces are read at the same time.
///
/// Only plain files are cut: `steps:` is the last key, a list in block style. Each piece is a YAML text of its own; that no value goes on
/// across a cut shows when the pieces are read, for a quote or bracket that stays open is a mistake there, and everything else ends
/// where less indented text begins.
struct YAMLPieces {
  /// The least size of a piece in bytes.
  static let smallest = 64 << 10

  /// Where `steps` stands.
  let key: Int
  /// Where the first item starts.
  let firstItem: Int
  /// The bytes of each piece; the first starts with the file, all others with an item.
  let ranges: [Range<Int>]

  /// Looks for places to cut a file; `nil` when it is small or not that plain.
  init?(of file: SourceFile, size: Int = Self.smallest) {
    let utf8 = file.utf8
    guard utf8.count >= 2 * size else { return nil }
    var scan = Scan(file)
    while let line = scan.next() {
      guard line.indentation == 0, Self.isKey(utf8[line.bytes]) else { continue }
      key = line.bytes.lowerBound
      guard let item = scan.nextWithContent(), Self.isItem(item, utf8) else { return nil }
      firstItem = item.content
      guard let ranges = scan.pieces(indentation: item.indentation, size: size), ranges.count > 1
      else { return nil }
      self.ranges = ranges
      return
    }
    return nil
  }

  /// Whether a line is `steps:` with nothing behind it but a comment.
  private static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "steps:".utf8) else { return false }
    let rest = line.dropFirst("steps:".utf8.count)
    guard let content = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x0D }) else { return true }
    return content > rest.startIndex && rest[content] == UInt8(ascii: "#")
  }

  fileprivate static func isItem(_ line: Line, _ utf8: [UInt8]) -> Bool {
    guard utf8[line.content] == UInt8(ascii: "-") else { return false }
    let next = line.content + 1
    return next >= utf8.count || [0x20, 0x0A, 0x0D].contains(utf8[next])
  }

  /// A line with its indentation by spaces.
  fileprivate struct Line {
    /// Without its line feed.
    var bytes: Range<Int>
    /// The first byte that is no space.
    var content: Int

    var indentation: Int { content - bytes.lowerBound }
  }

  /// Goes through a file line by line.
  private struct Scan {
    let file: SourceFile
    private var number: Int

    init(_ file: SourceFile) {
      self.file = file
      number = file.firstLine
    }

    mutating func next() -> Line? {
      guard number < file.firstLine + file.lineCount else { return nil }
      let start = file.offset(ofLine: number)
      number += 1
      let isLast = number == file.firstLine + file.lineCount
      let end = isLast ? file.utf8.count : file.offset(ofLine: number) - 1
      var content = start
      while content < end, file.utf8[content] == 0x20 { content += 1 }
      return Line(bytes: start..<end, content: content)
    }

    /// The next line that is neither empty nor a comment.
    mutating func nextWithContent() -> Line? {
      while let line = next() { if hasContent(line) { return line } }
      return nil
    }

    private func hasContent(_ line: Line) -> Bool {
      guard line.content < line.bytes.upperBound else { return false }
      return file.utf8[line.content] != 0x0D && file.utf8[line.content] != UInt8(ascii: "#")
    }

    /// The pieces of a text whose items stand behind so many spaces; `nil` when something else stands at or before that column.
    mutating func pieces(indentation: Int, size: Int) -> [Range<Int>]? {
      var ranges: [Range<Int>] = []
      var start = 0
      while let line = nextWithContent() {
        if line.indentation > indentation { continue }
        guard line.indentation == indentation, YAMLPieces.isItem(line, file.utf8) else {
          return nil
        }
        guard line.bytes.lowerBound >= start + size else { continue }
        ranges.append(start..<line.bytes.lowerBound)
        start = line.bytes.lowerBound
      }
      return ranges + [start..<file.utf8.count]
    }
  }
}
