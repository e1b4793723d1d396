import Files

/// Paths as a CI system shows them: relative to the root of the repository, wherever the run was started.
///
/// ```swift
/// let paths = RepositoryPaths(root: "/src/shop", workingFolder: "/src/shop/tests")
/// paths.path("scenarios/a.scenario.yaml")  // "tests/scenarios/a.scenario.yaml"
/// ```
public struct RepositoryPaths: Sendable, Hashable {
  /// The root with a slash behind it.
  private var root: String?
  private var workingFolder = ""

  /// Leaves every path as it is.
  public init() {}

  /// Makes paths relative to a root.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the repository.
  ///   - workingFolder: the absolute path that relative ones start from.
  public init(root: String, workingFolder: String) {
    self.root = root.hasSuffix("/") ? root : root + "/"
    self.workingFolder = workingFolder
  }

  /// The path relative to the root; as it is when it lies outside.
  public func path(_ path: String) -> String {
    guard let root else { return path }
    let whole = PathText.join(workingFolder, path)
    guard whole != root, whole.hasPrefix(root) else { return path }
    return String(whole.dropFirst(root.count))
  }
}
