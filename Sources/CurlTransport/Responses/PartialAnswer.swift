/// What had come of an answer when its transfer failed: at least one byte.
public final class PartialAnswer: Sendable {
  /// The head, if it came whole.
  public let head: TransferHead?
  /// The part of the body that was received, where it is kept in memory.
  public let body: [UInt8]

  init(head: TransferHead?, body: [UInt8]) {
    self.head = head
    self.body = body
  }
}
