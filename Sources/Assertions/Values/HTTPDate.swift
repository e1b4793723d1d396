/// The dates of HTTP's header fields.
public enum HTTPDate: Sendable {
  /// Reads a date such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 section 5.6.7).
  ///
  /// - Parameter text: the field's value.
  /// - Returns: seconds since 1970-01-01T00:00:00Z; `nil` when it is no such date.
  public static func secondsSince1970(_ text: String) -> Double? {
    guard text.utf8.count <= 64 else { return nil }
    var scanner = ByteScanner(text)
    guard let instant = scanner.httpDate(), scanner.isAtEnd else { return nil }
    return Double(instant.seconds)
  }
}
