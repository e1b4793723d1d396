/// A body that is made while it is sent.
///
/// All methods are called on the loop's thread, so they must not block for long; a source that has
/// to wait answers ``BodySourceState/waiting`` and calls ``TransferHandle/bodyIsReady()`` later, on
/// what ``attach(to:)`` gave it.
public protocol BodySource: AnyObject, Sendable {
  /// How many bytes there are in total, or nil when that is not known beforehand.
  ///
  /// With a length libcurl sends `Content-Length`, and a source that ends early or goes on is an
  /// error; without one it sends chunks.
  var length: Int64? { get }

  /// Appends the next bytes to `buffer`, as many as fit.
  ///
  /// - Parameter buffer: empty, with room for at least one byte.
  /// - Returns: ``BodySourceState/more`` after bytes were appended, else why none were.
  /// - Throws: any error; it ends the transfer with ``CurlError/Code/bodySourceFailed``.
  func read(into buffer: inout OutputRawSpan) throws -> BodySourceState

  /// Goes back to the first byte.
  ///
  /// Needed when a server asks for credentials after the body was sent, or closed a kept connection
  /// before it read the request.
  ///
  /// - Returns: false when the bytes cannot be had again.
  func rewind() -> Bool

  /// Takes the means to go on after waiting; called before each transfer that the source is for.
  ///
  /// Called on the thread that starts the transfer.
  func attach(to transfer: TransferHandle)
}

extension BodySource {
  /// Does nothing: most sources never wait.
  public func attach(to transfer: TransferHandle) {}

  /// Reads once, into memory.
  ///
  /// - Parameter count: how many bytes there is room for.
  /// - Returns: what came, and what the source said.
  /// - Throws: what the source throws.
  package func next(_ count: Int) throws -> (bytes: [UInt8], state: BodySourceState) {
    var state = BodySourceState.more
    let bytes = try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, count in
      let room = UnsafeMutableRawBufferPointer(buffer)
      var span = unsafe OutputRawSpan(buffer: room, initializedCount: 0)
      state = try read(into: &span)
      count = unsafe span.finalize(for: room)
    }
    return (bytes, state)
  }
}

/// What a ``BodySource`` says after it was asked for bytes.
public enum BodySourceState: Sendable, Hashable {
  /// Bytes were appended.
  case more
  /// There are no further bytes.
  case end
  /// No bytes yet: the source calls ``TransferHandle/bodyIsReady()`` when it has some.
  case waiting
}
