internal import Encodings
internal import Files

/// The folders of a project that stand for base URLs of `$ref`, as `schemas` of the project names them.
public struct SchemaFolders: Sendable {
  /// Each base with its folder; the longest base, which is the most particular one, first.
  private let folders: [(base: String, folder: String)]

  /// Makes a table.
  ///
  /// - Parameter folders: the path of a folder, or of one file, by the base URL that it replaces.
  public init(_ folders: [String: String] = [:]) {
    self.folders = folders.map { ($0.key, $0.value) }.sorted {
      $0.base.utf8.count > $1.base.utf8.count
    }
  }

  /// The file that stands for a URL.
  ///
  /// - Parameter url: absolute, without a fragment.
  /// - Returns: a path, relative where the folder is; a file may be there or not. `nil` for a URL below no base.
  public func path(of url: String) -> String? {
    for (base, folder) in folders where url.hasPrefix(base) {
      let rest = url.dropFirst(base.count)
      // "https://example.com/v1" is no base of "https://example.com/v10/a.json".
      guard rest.isEmpty || base.hasSuffix("/") || rest.hasPrefix("/") else { continue }
      let path = rest.drop { $0 == "/" }
      if path.isEmpty { return folder }
      return PathText.join(folder, PercentEncoding.decodeText(path) ?? String(path))
    }
    return nil
  }
}
