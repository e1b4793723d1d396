import Engine
import Files
import Locks

/// The file that `--save-cookies` names: whole at the end of the run, or as it was.
struct SavedCookies {
  private let path: String
  private let file: TemporaryFile
  private let text = Locked<String?>(nil)

  /// Makes room for the file, so that it is known before the run whether it can be written.
  ///
  /// Only its owner may read it, for cookies are credentials.
  ///
  /// - Parameter path: as it was given.
  /// - Throws: ``FileError`` when no file can be made there.
  init(path: String) throws(FileError) {
    let place = FileSystem.destination(of: path)
    switch FileSystem.kind(of: place) {
    case .file, .missing: break
    case .folder, .other: throw FileError(.notRegular, "cannot write \(path)")
    }
    self.path = place
    file = try TemporaryFile(in: PathText.folder(of: place).orHere, mode: 0o600)
  }

  /// Takes the text of the file; the last one counts.
  var keep: @Sendable (String) -> Void {
    { [text] kept in text.withLock { $0 = kept } }
  }

  /// Writes what was taken; nothing when no scenario has ended.
  ///
  /// - Throws: ``FileError``; what was there before stays then.
  func write() throws(FileError) {
    guard let text = text.withLock({ $0 }) else { return }
    try file.write(Array(text.utf8))
    try file.move(to: path)
  }
}
