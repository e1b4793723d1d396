/// Dates and times of RFC 3339.
enum DateFormat: Sendable {
  static func isDateTime(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    var scanner = ByteScanner(text)
    return scanner.internetDateTime() != nil && scanner.isAtEnd
  }

  static func isDate(_ text: String) -> Bool {
    guard text.utf8.count == 10 else { return false }
    var scanner = ByteScanner(text)
    return scanner.fullDate() != nil && scanner.isAtEnd
  }

  static func isTime(_ text: String) -> Bool {
    guard text.utf8.count <= 64 else { return false }
    var scanner = ByteScanner(text)
    return scanner.fullTime() != nil && scanner.isAtEnd
  }
}
