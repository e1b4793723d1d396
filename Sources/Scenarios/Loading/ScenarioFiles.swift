import Diagnostics
import Files
import Glibc

/// The files that a scenario file may name: those of the project's folder and of folders allowed besides.
///
/// Paths are relative to the file they stand in. Symbolic links are resolved before a path is judged.
public struct ScenarioFiles: Sendable {
  /// The largest file that is read whole, in bytes.
  public static let largestFile = 256 << 20

  /// The folder that paths are relative to.
  public let folder: String

  private let allowed: [String]
  /// The folder that paths in files with one of some endings are relative to, in place of that of the file.
  private let root: Root?

  /// Where paths in some files begin.
  struct Root: Sendable {
    /// How the names of these files end.
    var endings: [String]
    /// The folder.
    var folder: String
  }

  /// Files below some folders.
  ///
  /// - Parameters:
  ///   - folder: what paths are relative to.
  ///   - allowed: the project's folder and those of `--allow-files`; ones that do not exist count for nothing.
  public init(folder: String, allowed: [String]) {
    self.folder = folder.isEmpty ? "." : folder
    self.allowed = allowed.compactMap { FileSystem.resolved($0.isEmpty ? "." : $0) }
    root = nil
  }

  private init(folder: String, resolved: [String], root: Root?) {
    self.folder = folder.isEmpty ? "." : folder
    allowed = resolved
    self.root = root
  }

  /// The same files, some of which name others from a folder that is not theirs.
  func with(root: Root?) -> ScenarioFiles {
    ScenarioFiles(folder: folder, resolved: allowed, root: root)
  }

  /// The same files seen from another scenario or steps file.
  ///
  /// - Parameter path: the path of that file.
  /// - Returns: files whose paths are relative to its folder.
  public func relative(to path: String) -> ScenarioFiles {
    let own = root.flatMap { root in
      root.endings.contains { path.hasSuffix($0) } ? root.folder : nil
    }
    return ScenarioFiles(
      folder: own ?? PathText.folder(of: path),
      resolved: allowed,
      root: root
    )
  }

  /// The absolute path of a file or folder, links resolved.
  ///
  /// - Parameter path: as it stands in the file.
  /// - Returns: a path that leads to something inside the allowed folders.
  /// - Throws: when nothing is there, or it lies outside.
  public func path(of path: String) throws(ExpressionFailure) -> String {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw ExpressionFailure("\"\(path)\" is no path")
    }
    let joined = PathText.join(folder, path)
    guard let resolved = FileSystem.resolved(joined) else {
      let names = FileSystem.names(in: PathText.folder(of: joined).orHere)
      let near = names.flatMap { Suggestion.nearest(to: PathText.name(of: joined), in: $0) }
      throw ExpressionFailure(
        "there is no file \"\(path)\"",
        hint: near == nil ? "paths are relative to the file they stand in" : nil,
        suggestion: near.map { PathText.join(PathText.folder(of: path), $0) }
      )
    }
    let isInside = allowed.contains {
      resolved == $0 || resolved.hasPrefix($0 == "/" ? $0 : $0 + "/")
    }
    guard isInside else {
      throw ExpressionFailure(
        "\"\(path)\" is outside the project's folder",
        hint: "allow its folder with --allow-files"
      )
    }
    return resolved
  }

  /// The path of a file relative to the first folder allowed, which is the project's; see ``LoadedProject/identity(ofFile:)``.
  func identity(of path: String, resolved known: String? = nil) -> String {
    guard let resolved = known ?? FileSystem.resolved(path) else { return path }
    guard let root = allowed.first else { return resolved }
    let prefix = root == "/" ? root : root + "/"
    return resolved.hasPrefix(prefix) ? String(resolved.dropFirst(prefix.count)) : resolved
  }

  /// What messages and reports call a file.
  ///
  /// - Parameter path: as it stands in the file.
  /// - Returns: the path with the folder that it is relative to.
  public func shownPath(of path: String) -> String {
    PathText.join(folder == "." ? "" : folder, path)
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: as it stands in the file.
  ///   - limit: how many bytes it may have; a whole number of MiB.
  /// - Returns: all its bytes.
  /// - Throws: when it is missing, outside the allowed folders, too large, or cannot be read.
  public func read(
    _ path: String,
    limit: Int = ScenarioFiles.largestFile
  ) throws(ExpressionFailure) -> [UInt8] {
    let resolved = try self.path(of: path)
    do throws(FileError) {
      return try FileSystem.read(resolved, limit: limit)
    } catch {
      throw ExpressionFailure("\"\(path)\" cannot be read: \(error.complaint)")
    }
  }
}

extension FileError {
  /// Why a file cannot be read, in the words of people.
  var complaint: String {
    switch code {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission denied"
    case _: reasonText
    }
  }
}
