import Encodings

extension String {
  /// Whether both have the same bytes but for the case of ASCII letters.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    var other = right.makeIterator()
    for byte in left {
      guard let counterpart = other.next() else { return false }
      if byte != counterpart, byte.lowercasedASCII != counterpart.lowercasedASCII { return false }
    }
    return true
  }
}
