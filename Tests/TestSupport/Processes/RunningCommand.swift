import Foundation
import Glibc
import Locks

/// A command that runs, can be listened to, and can be sent signals.
///
/// ```swift
/// let command = try CommandRunner.curlew.start(["demo"])
/// let line = try await command.line(containing: "http://")
/// command.send(SIGINT)
/// let result = try await command.result()
/// ```
public final class RunningCommand: Sendable {
  private enum Source {
    case output
    case errors
  }

  private struct Waiter {
    var text: String
    var continuation: CheckedContinuation<String?, Never>
    /// How many bytes of each stream were searched: whole lines, each once.
    var searched = (output: 0, errors: 0)
  }

  private struct State {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    var openPipes = 2
    var ending: (status: Int32?, signal: Int32?)?
    var isLate = false
    var waiters: [Waiter] = []
    var finishers: [CheckedContinuation<Void, Never>] = []

    var isOver: Bool { openPipes == 0 && ending != nil }
  }

  private static let longestOutput = 256 << 20

  /// The process's identifier.
  public let identifier: Int32
  private let name: String
  private let limit: Duration
  private let state = Locked(State())

  init(
    executable: String,
    arguments: [String],
    environment: [String: String],
    folder: String?,
    input: [UInt8],
    limit: Duration
  ) throws {
    let (inPipe, outPipe, errorPipe) = (Pipe(), Pipe(), Pipe())
    name = "\((executable as NSString).lastPathComponent) \(arguments.joined(separator: " "))"
    self.limit = limit
    let process = try ChildProcess(
      executable,
      arguments,
      environment: environment,
      folder: folder,
      streams: (
        inPipe.fileHandleForReading.fileDescriptor, outPipe.fileHandleForWriting.fileDescriptor,
        errorPipe.fileHandleForWriting.fileDescriptor
      )
    )
    identifier = process.identifier
    // The child's ends: what is read ends when the child has closed its own.
    try inPipe.fileHandleForReading.close()
    try outPipe.fileHandleForWriting.close()
    try errorPipe.fileHandleForWriting.close()
    Self.read(outPipe.fileHandleForReading, .output, state)
    Self.read(errorPipe.fileHandleForReading, .errors, state)
    Self.write(input, inPipe.fileHandleForWriting)
    let identifier = identifier
    Thread.detachNewThread { [state] in
      process.waitForEnd()
      // No signal goes to another process that gets the identifier.
      state.withLock { $0.ending = process.collectEnd() }
      Self.wake(state)
    }
    Task { [state] in
      try await Task.sleep(for: limit)
      let isRunning = state.withLock { state in
        guard !state.isOver else { return false }
        state.isLate = true
        // Whoever holds the pipes after the kill is not waited for.
        state.openPipes = 0
        return state.ending == nil
      }
      if isRunning { kill(identifier, SIGKILL) }
      Self.wake(state)
    }
  }

  deinit {
    send(SIGKILL)
  }

  /// Sends a signal, unless the command has ended.
  ///
  /// - Parameter signal: The number, `SIGINT` for instance.
  public func send(_ signal: Int32) {
    state.withLock { [identifier] state in
      if state.ending == nil { kill(identifier, signal) }
    }
  }

  /// Waits for a line, on standard output or standard error, that holds a text.
  ///
  /// - Parameter text: What the line holds; lines already written count as well.
  /// - Returns: The line, without its end.
  /// - Throws: `FixtureError` when the command ends without such a line.
  public func line(containing text: String) async throws -> String {
    let line = await withCheckedContinuation { continuation in
      state.withLock { $0.waiters.append(Waiter(text: text, continuation: continuation)) }
      Self.wake(state)
    }
    guard let line else {
      let errors = state.withLock { String(decoding: $0.errors.suffix(2_000), as: UTF8.self) }
      throw FixtureError("\(name) ended without a line that holds \"\(text)\": \(errors)")
    }
    return line
  }

  /// Waits for the end of the command and of both its outputs.
  ///
  /// - Returns: How it ended and what it wrote.
  /// - Throws: `FixtureError` when it was killed at its limit.
  public func result() async throws -> CommandResult {
    await withCheckedContinuation { continuation in
      state.withLock { $0.finishers.append(continuation) }
      Self.wake(state)
    }
    let (result, isLate) = state.withLock { state in
      (
        CommandResult(
          status: state.ending?.status,
          signal: state.ending?.signal,
          output: state.output,
          errors: state.errors
        ),
        state.isLate
      )
    }
    guard !isLate else {
      let text = result.outputText.suffix(2_000) + result.errorText.suffix(2_000)
      throw FixtureError("\(name) lasted longer than \(limit) and was killed: \(text)")
    }
    return result
  }

  /// Resumes those whose line has come, and all when the command is over.
  private static func wake(_ state: Locked<State>) {
    let (found, finishers) = state.withLock { state in
      var found: [(CheckedContinuation<String?, Never>, String?)] = []
      let isOver = state.isOver
      for index in state.waiters.indices.reversed() {
        let line =
          search(
            state.output,
            &state.waiters[index].searched.output,
            state.waiters[index].text,
            isOver
          )
          ?? search(
            state.errors,
            &state.waiters[index].searched.errors,
            state.waiters[index].text,
            isOver
          )
        guard line != nil || isOver else { continue }
        found.append((state.waiters.remove(at: index).continuation, line))
      }
      let finishers = state.isOver ? state.finishers : []
      if state.isOver { state.finishers = [] }
      return (found, finishers)
    }
    for (continuation, line) in found { continuation.resume(returning: line) }
    for continuation in finishers { continuation.resume() }
  }

  /// The first line that holds a text, among those that were not searched yet.
  private static func search(
    _ bytes: [UInt8],
    _ searched: inout Int,
    _ text: String,
    _ isOver: Bool
  ) -> String? {
    let rest = bytes[searched...]
    let newline = UInt8(ascii: "\n")
    guard let end = isOver ? rest.endIndex : rest.lastIndex(of: newline) else { return nil }
    searched = isOver ? end : end + 1
    return rest[..<end].split(separator: newline).lazy
      .map { String(decoding: $0, as: UTF8.self) }
      .first { $0.contains(text) }
  }

  /// Reads a pipe to its end on a thread of its own, so that neither can stop the other.
  private static func read(_ handle: FileHandle, _ source: Source, _ state: Locked<State>) {
    Thread.detachNewThread {
      while true {
        let piece = Array(handle.availableData)
        guard !piece.isEmpty else { break }
        state.withLock { state in
          switch source {
          case .output: append(piece, to: &state.output)
          case .errors: append(piece, to: &state.errors)
          }
        }
        wake(state)
      }
      state.withLock { $0.openPipes = max(0, $0.openPipes - 1) }
      wake(state)
    }
  }

  private static func append(_ piece: [UInt8], to bytes: inout [UInt8]) {
    bytes += piece.prefix(longestOutput - bytes.count)
  }

  private static func write(_ input: [UInt8], _ handle: FileHandle) {
    guard !input.isEmpty else {
      try? handle.close()
      return
    }
    Thread.detachNewThread {
      // A command that reads no input breaks the pipe; that is its right.
      signal(SIGPIPE, SIG_IGN)
      try? handle.write(contentsOf: Data(input))
      try? handle.close()
    }
  }
}
