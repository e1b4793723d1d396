/// The sending side of a connection or of a stream.
protocol FixtureWire: Sendable {
  /// Sends bytes as they are and returns when the system took them.
  func send(_ bytes: [UInt8]) async throws

  /// Sends a message.
  ///
  /// - Returns: Whether another request can follow.
  func send(_ message: FixtureResponse.Message, to request: FixtureRequest) async throws -> Bool

  func sendBelowTLS(_ bytes: [UInt8]) async throws
  func setReading(_ reads: Bool) async throws
  func halfClose() async throws
  func close() async
  /// Ends what cannot be sent any more because the client went: the connection, or the stream alone.
  func abandon() async
  func closeAbruptly() async
  func reset() async
  func resetAndClose() async
  func goAway(last: Int) async throws
  func untilClosed() async
}

extension FixtureWire {
  func abandon() async { await close() }

  func goAway(last: Int) async throws {}

  func sendBelowTLS(_ bytes: [UInt8]) async throws { try await send(bytes) }

  /// Does what a response says.
  ///
  /// - Returns: Whether another request can follow.
  func play(_ response: FixtureResponse, to request: FixtureRequest) async throws -> Bool {
    for step in response.steps {
      guard try await play(step) else { return false }
    }
    guard let message = response.message else {
      await close()
      return false
    }
    guard try await send(message, to: request) else {
      await close()
      return false
    }
    return true
  }

  private func play(_ step: FixtureStep) async throws -> Bool {
    try Task.checkCancellation()
    switch step {
    case .send(let bytes): try await send(bytes)
    case .drip(let bytes, let size, let milliseconds):
      for start in stride(from: 0, to: bytes.count, by: max(size, 1)) {
        try await send(Array(bytes[start...].prefix(max(size, 1))))
        try await Task.sleep(for: .milliseconds(milliseconds))
      }
    case .endless(let bytes):
      while true { try await send(bytes) }
    case .sendBelowTLS(let bytes): try await sendBelowTLS(bytes)
    case .wait(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
    case .gate(let gate): await gate.pass()
    case .untilClosed: await untilClosed()
    case .stopReading: try await setReading(false)
    case .resumeReading: try await setReading(true)
    case .halfClose: try await halfClose()
    case .goAway(let last): try await goAway(last: last)
    case .close:
      await close()
      return false
    case .closeAbruptly:
      await closeAbruptly()
      return false
    case .reset:
      await reset()
      return false
    case .resetAndClose:
      await resetAndClose()
      return false
    }
    return true
  }
}
