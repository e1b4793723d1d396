import Foundation

/// Runs a command and gathers what it writes.
///
/// ```swift
/// let result = try await CommandRunner.curlew.run(["check", file])
/// #expect(result.status == 2)
/// ```
public struct CommandRunner: Sendable {
  /// The absolute path of the executable.
  public var executable: String
  /// Variables on top of the test's own environment; nil takes one away.
  public var environment: [String: String?] = [:]
  /// The working folder; the test's own unless set.
  public var folder: String?
  /// The bytes of standard input, which is closed after them.
  public var input: [UInt8] = []
  /// The longest run; the command is killed then and the run throws.
  public var limit = Duration.seconds(60)

  /// A runner of an executable.
  ///
  /// - Parameter executable: The absolute path.
  public init(_ executable: String) {
    self.executable = executable
  }

  /// A runner of the `curlew` that was built with the tests.
  public static var curlew: Self { Self(ProjectPaths.curlew) }

  /// Runs the command to its end.
  ///
  /// - Parameter arguments: Its arguments, without the name.
  /// - Returns: How it ended and what it wrote.
  /// - Throws: `FixtureError` when it cannot be started or lasts longer than `limit`.
  public func run(_ arguments: [String]) async throws -> CommandResult {
    try await start(arguments).result()
  }

  /// Starts the command without waiting for its end.
  ///
  /// - Parameter arguments: Its arguments, without the name.
  /// - Returns: The running command; it is killed at `limit`, and when the value goes.
  /// - Throws: `FixtureError` when it cannot be started.
  public func start(_ arguments: [String]) throws -> RunningCommand {
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    return try RunningCommand(
      executable: executable,
      arguments: arguments,
      environment: variables,
      folder: folder,
      input: input,
      limit: limit
    )
  }
}
