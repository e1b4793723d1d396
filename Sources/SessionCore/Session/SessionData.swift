/// The bytes of an answer with its head, and how it came.
public struct SessionData: Sendable {
  /// The head of the last answer.
  public var response: SessionResponse
  /// The body of the last answer, its content coding taken off.
  public var data: [UInt8]
  /// Every exchange that was needed, times included.
  public var metrics: SessionMetrics

  /// Creates an answer.
  public init(response: SessionResponse, data: [UInt8], metrics: SessionMetrics) {
    self.response = response
    self.data = data
    self.metrics = metrics
  }
}
