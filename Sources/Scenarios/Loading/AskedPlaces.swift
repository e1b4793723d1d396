import Files

/// What of a scenario file was asked for by `FILE:LINE` and `FILE#ROW`.
public struct AskedPlaces: Sendable, Hashable {
  /// Lines of the file, from 1.
  public var lines: Set<Int> = []
  /// Numbers of data rows, from 1.
  public var rows: Set<Int> = []

  /// Nothing yet.
  public init() {}

  /// One of the two.
  enum Place: Sendable, Hashable {
    case line(Int)
    case row(Int)
  }

  /// A path with a place behind it, taken apart.
  ///
  /// - Parameter path: such as `a.scenario.yaml:3` or `a.scenario.yaml#2`.
  /// - Returns: the path and the place; `nil` when there is none.
  static func split(_ path: String) -> (path: String, place: Place)? {
    guard let mark = path.lastIndex(where: { $0 == ":" || $0 == "#" }),
      let number = Int(path[path.index(after: mark)...]), number > 0
    else { return nil }
    return (String(path[..<mark]), path[mark] == ":" ? .line(number) : .row(number))
  }

  /// Adds a place.
  mutating func insert(_ place: Place) {
    switch place {
    case .line(let line): lines.insert(line)
    case .row(let row): rows.insert(row)
    }
  }
}

/// A line of a data file, `errors.csv:3`: it asks for the row that stands there, in each scenario that reads the file.
public struct DataLine: Sendable, Hashable {
  /// The path with the line, as it was given.
  public let written: String
  /// The absolute path of the file, links resolved.
  public let path: String
  /// The line, from 1.
  public let line: Int

  /// A line of a file; `nil` when the file does not hold data.
  init?(_ file: String, line: Int, written: String) {
    guard Self.holdsData(file), let path = FileSystem.resolved(file) else { return nil }
    (self.path, self.line, self.written) = (path, line, written)
  }

  /// Whether a file has rows: comma-separated values, or JSON that is a list, for a scenario is a map.
  private static func holdsData(_ file: String) -> Bool {
    let name = PathText.name(of: file).lowercased()
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return true }
    guard name.hasSuffix(".json"),
      let bytes = try? FileSystem.read(file, limit: ScenarioFiles.largestFile)
    else { return false }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) && !mark.contains($0) }
      == UInt8(ascii: "[")
  }
}
