import Files
import Glibc

/// The files that the program called as `hurl` runs, in order.
struct HurlInputs {
  /// What standard input is called.
  static let standardInput = "-"

  /// Why there are none.
  struct Failure: Error {
    var message: String
  }

  /// The paths, those of folders in the place of these.
  private(set) var paths: [String] = []
  /// The bytes of standard input, when it is one of them.
  private(set) var given: [String: [UInt8]] = [:]

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - paths: as they were given.
  ///   - found: what goes with `--glob`.
  /// - Throws: ``Failure`` for what is not there or cannot be read.
  init(_ paths: [String], found: [String]) throws(Failure) {
    var wanted = paths + found
    if wanted.isEmpty {
      guard isatty(STDIN_FILENO) != 1 else {
        throw Failure(message: "no input; name a file or folder, or pipe a file to standard input")
      }
      wanted = [Self.standardInput]
    }
    for path in wanted { try add(path) }
  }

  private mutating func add(_ path: String) throws(Failure) {
    if path == Self.standardInput {
      do throws(DocumentFailure) {
        given[path] = try InputFile.read(nil)
      } catch {
        throw Failure(message: error.message)
      }
      paths.append(path)
      return
    }
    switch FileSystem.kind(of: path) {
    // As it is shown in messages.
    case .file, .other: paths.append(PathText.join("", path))
    case .missing:
      throw Failure(message: "Cannot access '\(path)': No such file or directory")
    case .folder:
      var seen: Set<String> = []
      search(path, depth: 0, &seen)
    }
  }

  /// Adds the files of a folder and those below it, in the order of their names.
  private mutating func search(_ folder: String, depth: Int, _ seen: inout Set<String>) {
    // A link may lead back up.
    guard depth < Self.deepest, seen.insert(FileSystem.resolved(folder) ?? folder).inserted else {
      return
    }
    for name in (FileSystem.names(in: folder) ?? []).sorted(by: PathText.precedes) {
      let path = PathText.join(folder, name)
      switch FileSystem.kind(of: path) {
      case .folder: search(path, depth: depth + 1, &seen)
      case .file where name.hasSuffix(".hurl"): paths.append(path)
      case .file, .other, .missing: break
      }
    }
  }

  private static let deepest = 64
}
