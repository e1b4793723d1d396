/// Paths as texts.
public enum PathText: Sendable {
  /// The path up to its last part.
  ///
  /// - Parameter path: any path.
  /// - Returns: empty for a name alone.
  public static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  ///
  /// - Parameter path: any path.
  /// - Returns: what stands behind its last slash.
  public static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// A path relative to a folder, without `.` and with `..` taken away where that is plain.
  ///
  /// - Parameters:
  ///   - folder: the folder; empty for the working folder.
  ///   - path: the path; an absolute one stays as it is.
  /// - Returns: `.` for what would be empty.
  public static func join(_ folder: String, _ path: String) -> String {
    let whole = path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    if isPlain(whole) { return whole }
    var parts: [Substring] = []
    for part in whole.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else if part != ".." || !whole.hasPrefix("/") {
        parts.append(part)
      }
    }
    let text = parts.joined(separator: "/")
    if whole.hasPrefix("/") { return "/" + text }
    return text.isEmpty ? "." : text
  }

  /// The way from one folder to another.
  ///
  /// - Parameters:
  ///   - target: the folder that is looked for, absolute and without links.
  ///   - folder: the folder to start from, likewise.
  /// - Returns: a relative path; empty for the same folder.
  public static func relative(_ target: String, to folder: String) -> String {
    let (wanted, start) = (target.split(separator: "/"), folder.split(separator: "/"))
    let common = zip(wanted, start).prefix { $0 == $1 }.count
    let up = Array(repeating: Substring(".."), count: start.count - common)
    return (up + wanted[common...]).joined(separator: "/")
  }

  /// Whether a path has no empty part and none that starts with a dot, so that nothing is to be done with it.
  private static func isPlain(_ path: String) -> Bool {
    var previous = UInt8(ascii: "/")
    var isFirst = true
    let bytes = path.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if previous == UInt8(ascii: "/") {
        if byte == UInt8(ascii: ".") { return false }
        if byte == UInt8(ascii: "/"), !isFirst { return false }
      }
      previous = byte
      isFirst = false
    }
    return previous != UInt8(ascii: "/")
  }

  /// Whether a name comes before another in byte order.
  ///
  /// - Parameters:
  ///   - left: a name.
  ///   - right: another one.
  /// - Returns: `false` for equal names.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension String {
  /// The path, or `.` for an empty one.
  public var orHere: String { isEmpty ? "." : self }
}
