import Foundation
import Glibc

/// The `openssl` command, which the Debian package `openssl` brings.
public enum OpenSSLCommand: Sendable {
  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, without the name.
  ///   - folder: The working folder, in which `openssl.log` is written.
  /// - Throws: `FixtureError` when it fails.
  public static func run(_ arguments: [String], in folder: String) throws {
    // A file takes any amount of output, where a full pipe would stop the command.
    let log = "\(folder)/openssl.log"
    let errors = unsafe open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    let nothing = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    defer {
      close(errors)
      close(nothing)
    }
    let process = try ChildProcess(
      "/usr/bin/env",
      ["openssl"] + arguments,
      environment: ProcessInfo.processInfo.environment,
      folder: folder,
      streams: (nothing, nothing, errors)
    )
    let end = process.collectEnd()
    guard end.status == 0 else {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw FixtureError("openssl \(arguments.first ?? "") ended with \(end): \(text)")
    }
  }
}
