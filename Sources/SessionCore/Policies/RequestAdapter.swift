/// Changes requests before they are sent, for instance to sign them.
///
/// ```swift
/// struct Tracing: RequestAdapter {
///   func adapt(_ request: SessionRequest) async throws(SessionError) -> SessionRequest {
///     var request = request
///     request.headers["X-Trace"] = "1"
///     return request
///   }
/// }
/// configuration.adapters = [Tracing()]
/// ```
public protocol RequestAdapter: Sendable {
  /// Changes a request; asked once for each task, before credentials and cookies are put in.
  ///
  /// - Parameter request: what was asked for, or what the adapter before made of it.
  /// - Returns: what is sent.
  /// - Throws: `SessionError`, which ends the task; nothing is sent then.
  func adapt(_ request: SessionRequest) async throws(SessionError) -> SessionRequest
}
