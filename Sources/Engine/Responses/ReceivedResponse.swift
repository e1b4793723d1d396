/// A response as it came, nothing masked: for whoever passes its body on.
public struct ReceivedResponse: Sendable {
  /// The version of HTTP: `1.0`, `1.1`, `2` or `3`.
  public var version: String
  /// The status code.
  public var status: Int
  /// The fields in order.
  public var fields: [(name: String, value: String)]
  /// The body, its content coding taken off.
  public var body: [UInt8]
}
