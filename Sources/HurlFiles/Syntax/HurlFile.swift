public import Diagnostics

/// The syntax of a `.hurl` file: its entries, and all its comments.
public struct HurlFile: Sendable {
  /// The requests with their responses, in order.
  public var entries: [HurlEntry]

  /// All comments, in order; they belong to no entry.
  public var comments: [HurlComment]

  /// The whole file, a byte order mark at its start left out.
  public var range: SourceRange
}

extension [HurlComment] {
  /// Those of comments in order that stand right above an entry: one a line, without an empty line or anything else between.
  func above(_ entry: HurlEntry) -> [HurlComment] {
    let line = entry.range.start.line
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.utf8.lowerBound < entry.range.utf8.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    var first = low
    while first > 0, self[first - 1].isWholeLine,
      self[first - 1].range.start.line == line - (low - first) - 1
    {
      first -= 1
    }
    return Array(self[first..<low])
  }
}

/// A comment, from `#` to the end of its line.
public struct HurlComment: Sendable {
  /// What stands behind the `#`, white space included.
  public var text: String

  /// Whether nothing but white space stands before it on its line.
  public var isWholeLine: Bool

  /// From the `#` to the end of the line, the line break left out.
  public var range: SourceRange
}
