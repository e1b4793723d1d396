/// Why bytes are not a request that the server takes.
struct HTTPRequestError: Error, Hashable {
  /// The status to answer with; the connection is closed after it.
  var status: Int
  var detail: String

  static func badRequest(_ detail: String) -> Self { Self(status: 400, detail: detail) }
}
