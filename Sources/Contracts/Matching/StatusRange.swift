/// The keys of a map of responses: `200`, `4XX` and `default`.
enum StatusRange {
  /// Whether a text is a status or a range of statuses.
  static func isKey(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 3, (0x31...0x35).contains(bytes[0]) else { return false }
    return bytes[1...].allSatisfy { $0 == UInt8(ascii: "X") }
      || bytes[1...].allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The entry for a status: the status itself, then its range, then `default`.
  ///
  /// - Parameters:
  ///   - status: The status of a response.
  ///   - keys: What the document has.
  /// - Returns: The index of the key.
  static func index(of status: Int, among keys: [String]) -> Int? {
    keys.firstIndex(of: String(status)) ?? keys.firstIndex(of: "\(status / 100)XX")
      ?? keys.firstIndex(of: "default")
  }
}
