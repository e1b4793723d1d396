import Diagnostics
import Locks

/// The defaults that all files of a front end have in common, read when its first file is.
///
/// Reading them anew for each of 1 000 files of one request was a sixth of `check`.
final class CommonDefaults: Sendable {
  private let known = Locked<[String: RequestDefaults]>([:])

  /// Defaults as a front end has them.
  ///
  /// - Parameters:
  ///   - node: what it says.
  ///   - read: understands the node.
  /// - Returns: `nil` for what is none.
  func defaults(_ node: ScenarioNode, read: (ScenarioNode) -> RequestDefaults?) -> RequestDefaults?
  {
    known.withLock { known in
      if let defaults = known[node.range.file.path] { return defaults }
      let defaults = read(node)
      known[node.range.file.path] = defaults
      return defaults
    }
  }
}
