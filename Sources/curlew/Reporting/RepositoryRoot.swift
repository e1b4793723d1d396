import Glibc
import Reports

/// Where the repository is that the command runs in.
enum RepositoryRoot {
  /// Paths relative to the nearest folder above the working folder that holds `.git`; unchanged where there is none.
  static func paths() -> RepositoryPaths {
    guard let start = unsafe getcwd(nil, 0) else { return RepositoryPaths() }
    defer { unsafe free(start) }
    let folder = unsafe String(cString: start)
    var parts = folder.split(separator: "/")
    while true {
      let root = "/" + parts.joined(separator: "/")
      if unsafe access("\(root)/.git", F_OK) == 0 {
        return RepositoryPaths(root: root, workingFolder: folder)
      }
      guard parts.popLast() != nil else { return RepositoryPaths() }
    }
  }
}
