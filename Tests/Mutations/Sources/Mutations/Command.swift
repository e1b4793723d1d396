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
  ///   - stop: text in the output that ends the command at once.
  /// - Returns: the status, and both outputs as they came.
  /// - Throws: when the command cannot be started or its output cannot be read.
  static func run(
    _ arguments: [String],
    in folder: String,
    environment: [String: String] = [:],
    limit: Double = 7200,
    stopsAt stop: String? = nil
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
    // A crash that is explained first takes longer than a time limit.
    process.environment?["SWIFT_BACKTRACE"] = "enable=no"
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = file
    process.standardError = file
    try process.run()
    if let stop {
      while process.isRunning, !(try text(of: log)).contains(stop) {
        Thread.sleep(forTimeInterval: 0.2)
      }
      process.terminate()
    }
    process.waitUntilExit()
    endLeftovers(with: environment)
    try file.close()
    return Command(status: process.terminationStatus, output: try text(of: log))
  }

  /// Kills what a command has left running in process groups of its own, as a mutant that never ends.
  ///
  /// - Parameter environment: the variables by which these processes are known.
  private static func endLeftovers(with environment: [String: String]) {
    guard !environment.isEmpty else { return }
    let marks = environment.map { Array("\($0)=\($1)".utf8) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for process in names.compactMap({ pid_t($0) }) {
      let path = URL(fileURLWithPath: "/proc/\(process)/environ")
      guard let variables = try? Data(contentsOf: path).split(separator: 0) else { continue }
      let isLeft = marks.allSatisfy { mark in variables.contains { $0.elementsEqual(mark) } }
      if isLeft { kill(process, SIGKILL) }
    }
  }

  private static func text(of file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }
}
