/// Statuses as scenario files spell them.
enum StatusPattern {
  /// The statuses that `201`, `2xx` or `200-299` stands for.
  ///
  /// - Parameter text: a status, a class, or a range of statuses.
  /// - Returns: `nil` for anything else.
  static func statuses(_ text: String) -> ClosedRange<Int>? {
    if let status = status(text) { return status...status }
    let bytes = Array(text.utf8)
    if bytes.count == 3, bytes[1] | 0x20 == UInt8(ascii: "x"), bytes[2] | 0x20 == UInt8(ascii: "x"),
      (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[0])
    {
      let first = Int(bytes[0] - UInt8(ascii: "0")) * 100
      return first...(first + 99)
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count == 3 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...2).contains(numbers.count), let first = numbers.first,
      let last = numbers.last, (100...999).contains(first), first <= last
    else { return nil }
    return first...last
  }

  /// The status that three digits stand for.
  private static func status(_ text: String) -> Int? {
    guard text.utf8.count == 3 else { return nil }
    var status = 0
    for byte in text.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      status = status * 10 + Int(byte - 0x30)
    }
    return status >= 100 ? status : nil
  }
}
