import Diagnostics
import Engine
import Files
import Glibc
import HurlFiles
import Scenarios

/// The files that the program called as `hurl` runs, in order.
struct HurlInputs {
  /// What standard input is called.
  static let standardInput = "-"

  /// The paths, those of folders in the place of these.
  private(set) var paths: [String] = []
  /// The bytes of standard input, when it is one of them.
  private(set) var given: [String: [UInt8]] = [:]

  /// Finds the files.
  ///
  /// - Parameters:
  ///   - paths: as they were given.
  ///   - found: what goes with `--glob`.
  /// - Throws: `Mistake` for what is not there or cannot be read.
  init(_ paths: [String], found: [String]) throws(Mistake) {
    var wanted = paths + found
    if wanted.isEmpty {
      guard isatty(STDIN_FILENO) != 1 else {
        throw Mistake("no input; name a file or folder, or pipe a file to standard input")
      }
      wanted = [Self.standardInput]
    }
    for path in wanted { try add(path) }
  }

  private mutating func add(_ path: String) throws(Mistake) {
    if path == Self.standardInput {
      given[path] = try InputFile.read(nil)
      paths.append(path)
      return
    }
    switch FileSystem.kind(of: path) {
    // As it is shown in messages.
    case .file, .other: paths.append(PathText.join("", path))
    case .missing:
      throw Mistake("Cannot access '\(path)': No such file or directory")
    case .folder:
      let loader = ScenarioLoader(vocabulary: .standard, frontEnds: [HurlFrontEnd()])
      // Broken links and pipes are passed over.
      paths += loader.files([path]).found.filter {
        $0.hasSuffix(".hurl") && FileSystem.kind(of: $0) == .file
      }
    }
  }
}
