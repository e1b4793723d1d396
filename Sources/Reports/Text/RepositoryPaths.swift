/// Paths as a CI system shows them: relative to the root of the repository, wherever the run was started.
///
/// ```swift
/// let paths = RepositoryPaths(root: "/src/shop", workingFolder: "/src/shop/tests")
/// paths.path("scenarios/a.scenario.yaml")  // "tests/scenarios/a.scenario.yaml"
/// ```
public struct RepositoryPaths: Sendable, Hashable {
  private var root: [Substring]?
  private var workingFolder: [Substring] = []

  /// Leaves every path as it is.
  public init() {}

  /// Makes paths relative to a root.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the repository.
  ///   - workingFolder: the absolute path that relative ones start from.
  public init(root: String, workingFolder: String) {
    self.root = Self.parts(of: root)
    self.workingFolder = Self.parts(of: workingFolder)
  }

  /// The path relative to the root; as it is when it lies outside.
  public func path(_ path: String) -> String {
    guard let root else { return path }
    var parts: [Substring] = path.hasPrefix("/") ? [] : workingFolder
    for part in Self.parts(of: path) {
      if part == ".." {
        _ = parts.popLast()
      } else if part != "." {
        parts.append(part)
      }
    }
    guard parts.count > root.count, parts.starts(with: root) else { return path }
    return parts[root.count...].joined(separator: "/")
  }

  private static func parts(of path: String) -> [Substring] { path.split(separator: "/") }
}
