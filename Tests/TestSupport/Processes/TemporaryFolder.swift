import Files
import Foundation
import Glibc
import Locks

/// A new folder that is removed, with all in it, when the value goes.
public final class TemporaryFolder: Sendable {
  /// The absolute path, without a slash at the end.
  public let path: String
  private let made = Locked(0)

  /// Makes a folder of a unique name below the system's temporary folder.
  ///
  /// - Parameter name: A word in the folder's name, to know it by.
  /// - Throws: When it cannot be made.
  public init(_ name: String = "test") throws {
    let parent = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    let unique = "curlew-\(name)-\(UUID().uuidString.prefix(13).lowercased())"
    path = (parent.hasSuffix("/") ? parent : parent + "/") + unique
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    Self.remember(path)
  }

  deinit {
    Self.living.withLock { _ = $0.remove(path) }
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folders that still stand; what lives as long as the process is removed at its exit.
  private static let living = Locked<Set<String>>([])

  private static let exitHook: Void = {
    atexit {
      for path in TemporaryFolder.living.withLock({ $0 }) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }()

  private static func remember(_ path: String) {
    _ = exitHook
    living.withLock { _ = $0.insert(path) }
  }

  /// The path of something in the folder.
  ///
  /// - Parameter name: A relative path.
  /// - Returns: The absolute path; nothing is made.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and the folders on the way to it.
  ///
  /// - Parameters:
  ///   - bytes: Its content.
  ///   - name: A relative path.
  /// - Returns: The absolute path.
  /// - Throws: When it cannot be written.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path(name)
    let parent = (file as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    // `write` of Foundation waits for the disk, which costs more than most tests do.
    try FileDescriptor(opening: file, O_WRONLY | O_CREAT | O_TRUNC).write(bytes)
    return file
  }

  /// Writes a text file, and the folders on the way to it.
  ///
  /// - Parameters:
  ///   - text: Its content.
  ///   - name: A relative path.
  /// - Returns: The absolute path.
  /// - Throws: When it cannot be written.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Reads a file whole.
  ///
  /// - Parameter name: A relative path.
  /// - Returns: Its bytes.
  /// - Throws: When it cannot be read.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  /// Reads a text file whole, broken UTF-8 replaced.
  ///
  /// - Parameter name: A relative path.
  /// - Returns: Its text.
  /// - Throws: When it cannot be read.
  public func readText(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  /// Makes a folder of a unique name inside.
  func makeFolder() throws -> String {
    let number = made.withLock { made in
      made += 1
      return made
    }
    let folder = path(String(number))
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }
}
