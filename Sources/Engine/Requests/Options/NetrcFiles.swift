import Diagnostics
import Files
import HTTPMessages
import Locks
import Scenarios

/// The netrc files that steps name, each read once a run.
final class NetrcFiles: Sendable {
  private static let sizeLimit = 1 << 20
  private static let limit = 1024
  private let home: String?
  private let known = Locked<[String: Netrc]>([:])

  /// Makes the memory of a run.
  ///
  /// - Parameter home: the user's folder, if it is known.
  init(home: String?) { self.home = home }

  /// What `.netrc` in the user's folder says.
  ///
  /// It may lie outside the project's folder: a scenario learns nothing of it but what a request shows.
  ///
  /// - Parameter isOptional: whether the file may be missing.
  /// - Returns: `nil` when it is missing and may be.
  /// - Throws: the mistake in the file.
  func ofUser(isOptional: Bool) throws(Mistake) -> Netrc? {
    guard let home, !home.isEmpty else {
      if isOptional { return nil }
      throw Mistake(
        "the user's folder is not known, for HOME is not set",
        hint: "name the file, as in netrc: test.netrc"
      )
    }
    let path = PathText.join(home, ".netrc")
    if FileSystem.kind(of: path) == .missing {
      if isOptional { return nil }
      throw Mistake("there is no file \"\(path)\"", hint: "netrc: optional does without one")
    }
    return try read(path, shown: path)
  }

  /// What a file of the project says.
  ///
  /// - Parameters:
  ///   - path: as the scenario has it.
  ///   - files: the project's files.
  /// - Returns: the logins in it.
  /// - Throws: the mistake in the path or the file.
  func ofProject(_ path: String, _ files: ScenarioFiles) throws(Mistake) -> Netrc {
    try read(try Mistake.reporting(files.ofOptions.path(of: path)), shown: path)
  }

  private func read(_ path: String, shown: String) throws(Mistake) -> Netrc {
    if let known = known.withLock({ $0[path] }) { return known }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileSystem.read(path, limit: Self.sizeLimit)
    } catch {
      throw Mistake("\"\(shown)\" cannot be read: \(error.reasonText)")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Mistake("\"\(shown)\" is not UTF-8")
    }
    let netrc: Netrc
    do throws(Netrc.ParsingError) {
      netrc = try Netrc(text)
    } catch {
      throw Mistake("\"\(shown)\", line \(error.line): a quoted word does not end")
    }
    known.withLock { known in
      if known.count < Self.limit { known[path] = netrc }
    }
    return netrc
  }
}
