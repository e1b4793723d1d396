/// Takes the body of a response as it comes, so that it need not be held as a whole.
///
/// A response whose body is read this way has an empty ``TransferResponse/body``. Both methods are
/// called on the loop's thread, one after the other, and must not block.
public protocol BodyReader: AnyObject, Sendable {
  /// A body begins; what was taken before belongs to an answer that is not the last one.
  func begin()

  /// Bytes came, decoded.
  ///
  /// - Parameter bytes: not to be kept after the call.
  func take(_ bytes: Span<UInt8>)
}
