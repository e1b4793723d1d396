public import HTTPMessages

/// Is notified of a transfer while it runs.
///
/// All methods are called on the loop's thread, one after the other, and must not block: what takes
/// long is handed to another executor. ``finished(_:)`` is called exactly once, last.
public protocol TransferHandler: Sendable {
  /// A 1xx head came.
  func receivedInformational(_ head: TransferHead)

  /// The head of the response came, before its body.
  ///
  /// - Returns: whether the body is wanted.
  func received(_ head: TransferHead) -> TransferVerdict

  /// Bytes of the body came, decoded.
  ///
  /// - Parameter bytes: not to be kept after the call.
  /// - Returns: whether more is wanted; these bytes count as taken in any case.
  func received(_ bytes: RawSpan) -> TransferVerdict

  /// Bytes of the request's body were taken for sending.
  ///
  /// - Parameters:
  ///   - sent: how many in total since the last rewind.
  ///   - total: the length of the body, or nil when it is not known.
  func sent(_ sent: Int64, of total: Int64?)

  /// The transfer ended.
  func finished(_ completion: TransferCompletion)
}

extension TransferHandler {
  /// Does nothing.
  public func receivedInformational(_ head: TransferHead) {}
  /// Wants the body.
  public func received(_ head: TransferHead) -> TransferVerdict { .proceed }
  /// Does nothing.
  public func sent(_ sent: Int64, of total: Int64?) {}
}

/// What a handler returns after an event.
public enum TransferVerdict: Sendable, Hashable {
  /// The transfer goes on.
  case proceed
  /// No more is read until ``TransferHandle/resume()``.
  case pause
  /// The transfer ends with ``CurlError/Code/cancelled``.
  case cancel
}

/// How a transfer ended.
public struct TransferCompletion: Sendable {
  /// Why it failed, or nil.
  public var error: CurlError?
  /// The last head, or nil when none came.
  public var head: TransferHead?
  /// Fields that came after the body.
  public var trailers: TransferHeaders
  /// The target of a 3xx as an absolute URL, or nil.
  public var redirectURL: String?
  /// Times and sizes, also after a failure.
  public var metrics: TransferMetrics

  /// Makes a completion.
  public init(
    error: CurlError?,
    head: TransferHead?,
    trailers: TransferHeaders = [:],
    redirectURL: String? = nil,
    metrics: TransferMetrics = TransferMetrics()
  ) {
    self.error = error
    self.head = head
    self.trailers = trailers
    self.redirectURL = redirectURL
    self.metrics = metrics
  }
}
