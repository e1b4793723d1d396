import Foundation

/// Where things of the project are, found from this source file.
public enum ProjectPaths: Sendable {
  /// The folder of `Package.swift`, without a slash at the end.
  public static let root: String = {
    var url = URL(filePath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return withoutSlash(url)
  }()

  /// The folder of conformance suites beside the project, or nil where it is not.
  public static let conformance: String? = {
    let path = withoutSlash(URL(filePath: root).deletingLastPathComponent()) + "/shared/conformance"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }()

  /// The `scenarios` folder of the project.
  public static var scenarios: String { "\(root)/scenarios" }

  /// The folder that holds what was built together with the running tests.
  public static let products: String = {
    let running = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let folder = withoutSlash(running.deletingLastPathComponent())
    let own = FileManager.default.isExecutableFile(atPath: folder + "/curlew")
    return own ? folder : "\(root)/.build/debug"
  }()

  /// The `curlew` command that was built together with the running tests.
  public static var curlew: String { "\(products)/curlew" }

  private static func withoutSlash(_ url: URL) -> String {
    let path = url.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
