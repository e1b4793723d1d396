extension String {
  /// A number in decimal digits, with zeros in front up to a width.
  ///
  /// - Parameters:
  ///   - number: 0 or more.
  ///   - width: the least number of digits; a longer number is not cut.
  public init(_ number: Int, width: Int) {
    let digits = String(number)
    let missing = Swift.max(0, width - digits.utf8.count)
    self = String(repeating: "0", count: missing) + digits
  }
}
