/// The path behind `save`: where a body is written, below the project's folder or that of `--output-folder`.
public enum SavePath: Sendable {
  /// Why a path cannot be used.
  ///
  /// - Parameter path: its expressions evaluated.
  /// - Returns: a fragment, and what to write instead; `nil` for a path that leads to a file below the folder.
  public static func complaint(about path: String) -> (message: String, hint: String)? {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      return ("save needs the path of a file", "as in save: bodies/order.json")
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.hasPrefix("/") || parts.contains("..") {
      return (
        "save writes below the project's folder",
        "leave out .. and the / at the start; --output-folder names another folder"
      )
    }
    if parts.last == "" || parts.last == "." {
      return ("the path for save names a folder", "write the name of the file behind it")
    }
    return nil
  }
}
