/// JSON compares texts code point by code point, where Swift compares them by canonical equivalence.
extension String {
  /// Whether both texts are the same code points in the same order.
  package func hasSameCodePoints(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let left = utf8.span
    let right = other.utf8.span
    for place in left.indices where left[place] != right[place] { return false }
    return true
  }

  /// Whether this text comes before another one in the order of code points.
  ///
  /// The order of UTF-8 bytes is the order of the code points they stand for.
  package func precedesByCodePoints(_ other: String) -> Bool {
    let left = utf8.span
    let right = other.utf8.span
    for place in 0..<min(left.count, right.count) where left[place] != right[place] {
      return left[place] < right[place]
    }
    return left.count < right.count
  }

  /// Feeds the code points to a hasher; texts that differ only canonically hash differently.
  func hashCodePoints(into hasher: inout Hasher) {
    let units = utf8.span
    hasher.combine(units.count)
    unsafe units.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }
}
