/// Statuses as scenario files spell them.
enum StatusPattern {
  /// The statuses that `201`, `2xx` or `200-299` stands for.
  ///
  /// - Parameter text: a status, a class, or a range of statuses.
  /// - Returns: `nil` for anything else.
  static func statuses(_ text: String) -> ClosedRange<Int>? {
    // What nearly every text is.
    if text.utf8.count == 3, let status = Int(text), status >= 100 { return status...status }
    let bytes = Array(text.utf8)
    if bytes.count == 3, bytes[1] | 0x20 == UInt8(ascii: "x"), bytes[2] | 0x20 == UInt8(ascii: "x"),
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[0])
    {
      let first = Int(bytes[0] - UInt8(ascii: "0")) * 100
      return first...(first + 99)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count == 3 ? Int($0) : nil }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), let first = numbers.first,
      let last = numbers.last, (100...999).contains(first), first <= last
    else { return nil }
    return first...last
  }
}
