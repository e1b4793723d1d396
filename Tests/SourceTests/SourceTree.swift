import Foundation

/// The Swift files of the package.
enum SourceTree {
  /// The folder of `Package.swift`.
  static let root: URL = {
    var url = URL(filePath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// Every Swift file below `Sources` and `Tests`, ordered by path.
  static let files: [SourceText] = paths.map { path in
    SourceText(path: path, text: text(of: path))
  }

  /// The paths of those files, from the root, ordered.
  private static let paths: [String] = ["Sources", "Tests"].flatMap { folder in
    // The enumerator gives nothing for a folder that is a link.
    let place = root.appending(path: folder).resolvingSymlinksInPath().path
    let found = FileManager.default.enumerator(atPath: place)?.allObjects ?? []
    return found.compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
      .map { "\(folder)/\($0)" }
  }.sorted()

  /// The text of a file; empty when it cannot be read.
  static func text(of path: String) -> String {
    let data = FileManager.default.contents(atPath: root.path + "/" + path) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
