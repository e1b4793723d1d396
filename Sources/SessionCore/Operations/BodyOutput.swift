/// Takes the body of an operation's answer while it comes, as the output stream of AFNetworking 2.
///
/// Calls come one after the other, on no thread in particular; one that takes its time holds up
/// neither the transfer nor others. An operation that was paused goes on where it stopped.
///
/// ```swift
/// struct Standard: BodyOutput {
///   func write(_ bytes: [UInt8]) throws { try FileHandle.standardOutput.write(contentsOf: bytes) }
/// }
/// let operation = HTTPRequestOperation(request: request, output: Standard())
/// ```
public protocol BodyOutput: Sendable {
  /// Takes the next bytes, at most 64 KiB.
  ///
  /// - Throws: what ends the operation, with -3003 (`SessionError.Code.cannotWriteToFile`).
  func write(_ bytes: [UInt8]) async throws

  /// Forgets what was written, because the answer begins again: it has changed while the operation
  /// was paused, or is tried again.
  ///
  /// - Returns: `false` when that cannot be done, which ends the operation.
  func rewind() async -> Bool

  /// Nothing follows; called once, however the operation has ended.
  func close() async
}

extension BodyOutput {
  /// Cannot be done.
  public func rewind() async -> Bool { false }

  /// Does nothing.
  public func close() async {}
}
