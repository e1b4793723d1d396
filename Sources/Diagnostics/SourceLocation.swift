/// A place in a text, as an editor shows it.
///
/// Lines and columns count from 1; a column counts Unicode scalars, so that a tab or an accented letter is one.
public struct SourceLocation: Sendable, Hashable, Comparable {
  /// The line, from 1.
  public var line: Int

  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Makes a place from its line and column, both from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
