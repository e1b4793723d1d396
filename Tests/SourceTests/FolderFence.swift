/// The rule that a folder with more than twelve Swift files splits.
enum FolderFence {
  /// How many files a folder may hold.
  static let limit = 12

  /// Folders with one file for each entry of a catalogue.
  static let catalogues: Set<String> = ["Functions", "Matchers", "Routes"]

  /// The breaches of a list of files.
  ///
  /// - Parameter paths: The files, from the package's root.
  /// - Returns: One sentence for each folder that is too full, ordered.
  static func breaches(_ paths: [String]) -> [String] {
    let folders = Dictionary(grouping: paths) { path in
      path.split(separator: "/").dropLast().joined(separator: "/")
    }
    return folders.filter { folder, files in
      files.count > limit && !catalogues.contains(String(folder.split(separator: "/").last ?? ""))
    }.map { "\($0): at most \(limit) files, has \($1.count)" }.sorted()
  }
}
