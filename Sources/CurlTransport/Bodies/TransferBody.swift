/// What a request sends after its head.
public enum TransferBody: Sendable {
  /// No body; `POST`, `PUT` and `PATCH` say `Content-Length: 0`.
  case none
  /// Bytes in memory, which are not copied when there are many.
  case bytes([UInt8])
  /// A regular file, read while it is sent.
  case file(path: String)
  /// Bytes made while they are sent.
  case source(any BodySource)
}
