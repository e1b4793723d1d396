import Locks

/// Hands the body of an operation on as it comes: from the file that it is written to, so that a slow
/// output holds nothing up and memory stays flat.
final class OutputPump: Sendable {
  private struct State: Sendable {
    var file: DownloadFile?
    /// How many bytes the file has.
    var available: Int64 = 0
    /// How many of them have gone on.
    var written: Int64 = 0
    var mustRewind = false
    var isPumping = false
    var isClosed = false
    var failure: SessionError?
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// What is to be done now, if anything.
    var next: Step? {
      guard failure == nil, let file else { return nil }
      if mustRewind { return .rewind }
      guard available > written else { return nil }
      let count = min(available - written, OutputPump.piece)
      return .bytes(file, from: written, count: Int(count))
    }
  }

  private enum Step: Sendable {
    case rewind
    case bytes(DownloadFile, from: Int64, count: Int)
  }

  private let output: any BodyOutput
  private let state = Locked(State())
  private static let piece: Int64 = 65_536

  init(_ output: any BodyOutput) { self.output = output }

  /// Why the output takes no more.
  var failure: SessionError? { state.withLock { $0.failure } }

  /// More bytes are there.
  ///
  /// - Parameters:
  ///   - file: another one than before means that the answer begins again.
  ///   - sum: how many bytes it has.
  ///   - failed: called when the output takes no more.
  func take(_ file: DownloadFile, upTo sum: Int64, failed: @escaping @Sendable () -> Void) {
    let begins = state.withLock { state in
      if state.file !== file {
        state.mustRewind = state.written > 0
        state.file = file
      }
      state.available = sum
      if state.isPumping { return false }
      state.isPumping = true
      return true
    }
    if begins { Task { await pump(failed) } }
  }

  /// Waits until all that is there has gone on.
  func drain() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isPumping { state.waiters.append(continuation) }
        return !state.isPumping
      }
      if isIdle { continuation.resume() }
    }
  }

  /// Ends the output, once.
  func close() async {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      state.file = nil
      return !state.isClosed
    }
    if isFirst { await output.close() }
  }

  private func pump(_ failed: @Sendable () -> Void) async {
    while let step = nextStep() {
      do {
        switch step {
        case .rewind:
          guard await output.rewind() else { throw OutputError.cannotRewind }
          state.withLock { state in
            state.written = 0
            state.mustRewind = false
          }
        case .bytes(let file, let offset, let count):
          let bytes = try file.read(from: offset, count: count)
          guard bytes.count == count else { throw OutputError.fileTooShort }
          try await output.write(bytes)
          // A file that has taken its place meanwhile is read from its beginning.
          state.withLock { state in
            state.written = offset + Int64(count)
            if state.file !== file { state.mustRewind = true }
          }
        }
      } catch {
        let failure = SessionError(
          code: .cannotWriteToFile,
          message: "the body cannot be handed on: \(error)",
          underlyingErrors: [error]
        )
        state.withLock { if $0.failure == nil { $0.failure = failure } }
        failed()
      }
    }
  }

  private func nextStep() -> Step? {
    let (step, waiters) = state.withLock { state in
      let step = state.next
      let waiters = step == nil ? state.waiters : []
      if step == nil {
        state.isPumping = false
        state.waiters = []
      }
      return (step, waiters)
    }
    for waiter in waiters { waiter.resume() }
    return step
  }
}

/// Why the body of an operation cannot be handed on.
private enum OutputError: Error, CustomStringConvertible {
  case cannotRewind
  case fileTooShort

  var description: String {
    switch self {
    case .cannotRewind: "the answer begins again, and the output cannot"
    case .fileTooShort: "the file of the body is shorter than what was received"
    }
  }
}
