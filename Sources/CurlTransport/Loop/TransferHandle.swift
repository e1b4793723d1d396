/// The means to pause, resume and cancel a running transfer, from any thread.
///
/// All three take effect on the loop's thread soon after the call, and do nothing once the transfer
/// has ended.
public struct TransferHandle: Sendable, Hashable {
  /// The transfer's number, unique within its loop.
  public let id: UInt64
  /// The loop that makes the transfer.
  public let loop: TransferLoop

  /// Stops bytes in both directions; time limits other than the idle one go on.
  public func pause() {
    loop.submit(.pause(id))
  }

  /// Goes on after ``pause()`` or after ``TransferVerdict/pause``, and asks a source that was
  /// waiting again.
  public func resume() {
    loop.submit(.resume(id))
  }

  /// Asks the body's source again after it was ``BodySourceState/waiting``.
  ///
  /// A transfer that was paused stays paused.
  public func bodyIsReady() {
    loop.submit(.sourceReady(id))
  }

  /// Ends the transfer with ``CurlError/Code/cancelled``.
  public func cancel() {
    loop.submit(.cancel(id))
  }

  /// Tells whether both are the same transfer.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.loop === right.loop
  }

  /// Hashes the number.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}
