extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: String {
    let isBlank = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    var rest = Array(utf8)[...].drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(decoding: rest, as: UTF8.self)
  }
}

extension String {
  /// Whether two texts are equal when A to Z count as a to z.
  func equalsIgnoringCase(_ other: String) -> Bool {
    let lower = { (byte: UInt8) in (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).allSatisfy { lower($0) == lower($1) }
  }
}
