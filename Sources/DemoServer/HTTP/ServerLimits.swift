/// The bounds that keep a client from exhausting the server.
struct ServerLimits: Sendable {
  /// Bytes of a request's line and headers; more is answered with 431.
  var headBytes = 64 << 10
  /// Bytes of a request's body; more is answered with 413.
  var bodyBytes = 64 << 20
  /// Bytes of all requests and answers in memory; past it requests are answered with 503.
  var heldBytes = 512 << 20
  /// Milliseconds after which a silent connection is closed.
  var idleMilliseconds = 60_000
  /// Open connections; further ones wait in the kernel's queue.
  var connections = 20_000
}
