import Foundation

/// A child process and what it printed.
struct Command {
  var status: Int32
  var output: String

  /// Runs a command by `timeout`, which ends its whole process group at the limit.
  ///
  /// - Parameters:
  ///   - arguments: the command and its arguments.
  ///   - folder: its working folder.
  ///   - environment: variables on top of those of this process.
  ///   - limit: in seconds; the status is 124 when it passed.
  /// - Returns: the status, and both outputs as they came.
  /// - Throws: when the command cannot be started or its output cannot be read.
  static func run(
    _ arguments: [String],
    in folder: String,
    environment: [String: String] = [:],
    limit: Double = 7200
  ) throws -> Command {
    let log = FileManager.default.temporaryDirectory.appending(path: "mutations-\(UUID())")
    try Data().write(to: log)
    defer { try? FileManager.default.removeItem(at: log) }
    let file = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
    process.arguments = ["-k", "5", "\(limit)"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    process.standardError = file
    try process.run()
    process.waitUntilExit()
    try file.close()
    let status = process.terminationStatus
    let text = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return Command(status: status, output: text)
  }
}
