import Foundation

/// The `openssl` command, which the Debian package `openssl` brings.
enum OpenSSLCommand {
  static func run(_ arguments: [String], in folder: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    // A file takes any amount of output, where a full pipe would stop the command.
    let log = "\(folder)/openssl.log"
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw FixtureError(
        "openssl \(arguments.first ?? "") ended with \(process.terminationStatus): \(text)"
      )
    }
  }
}
