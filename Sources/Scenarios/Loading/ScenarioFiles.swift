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
  /// What holds for the files of front ends.
  private let root: Root?
  /// Whether paths of the file at hand must lead into ``folder``; else ``allowed`` says where they may lead.
  private let isBound: Bool

  /// What paths in the files of front ends may lead to: what is below one folder.
  struct Root: Sendable {
    /// How the names of these files end.
    var endings: [String]
    /// The folder; `nil` for that of each file.
    var folder: String?
    /// The folders of `--allow-files`.
    var allowed: [String]
    /// Whether options of requests may name any file of the machine.
    var frees = false
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
    isBound = false
  }

  private init(folder: String, resolved: [String], root: Root?, isBound: Bool = false) {
    self.folder = folder.isEmpty ? "." : folder
    allowed = resolved
    self.root = root
    self.isBound = isBound
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
    let isBound = root?.endings.contains(where: path.hasSuffix) == true
    let own = (isBound ? root?.folder : nil) ?? PathText.folder(of: path)
    return ScenarioFiles(folder: own, resolved: allowed, root: root, isBound: isBound)
  }

  /// The same files for options of requests, which name certificates, logins and sockets outside of what a file of a front end may read.
  public var ofOptions: ScenarioFiles {
    guard let root, isBound else { return self }
    return ScenarioFiles(folder: folder, resolved: root.frees ? ["/"] : allowed, root: root)
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
    func isInside(_ folder: String) -> Bool {
      resolved == folder || resolved.hasPrefix(folder == "/" ? folder : folder + "/")
    }
    if isBound {
      let isInRoot = FileSystem.resolved(folder).map(isInside) ?? false
      guard isInRoot || root?.allowed.contains(where: isInside) == true else {
        throw ExpressionFailure(
          "\"\(path)\" is outside the file root",
          hint: "name the folder of such files with --file-root or --allow-files"
        )
      }
      return resolved
    }
    guard allowed.contains(where: isInside) else {
      throw ExpressionFailure(
        "\"\(path)\" is outside the project's folder",
        hint: "allow its folder with --allow-files"
      )
    }
    return resolved
  }

  /// The absolute path of a file that need not be there.
  ///
  /// - Parameter path: as it stands in the file.
  /// - Returns: the path; links are resolved in that of the folder alone.
  func place(of path: String) -> String {
    PathText.join(FileSystem.resolved(folder) ?? folder, path)
  }

  /// The absolute path of a file that a step saves, below the project's folder.
  ///
  /// - Parameter path: as it stands in the file.
  /// - Returns: the path, without a look at what is there.
  func savePath(of path: String) -> String { PathText.join(allowed.first ?? folder, path) }

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
