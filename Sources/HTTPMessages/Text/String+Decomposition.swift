// Canonical decomposition is not public in the standard library, and Foundation would load ICU.
@_spi(_Unicode) private import Swift

extension String {
  /// Whether this text stands before another one in the order of `NSString.compare`.
  ///
  /// Texts are compared decomposed, UTF-16 unit by unit: `ä` stands after `aa` and before `b`.
  func precedesInFoundationOrder(_ other: String) -> Bool {
    if utf8.allSatisfy({ $0 < 0x80 }), other.utf8.allSatisfy({ $0 < 0x80 }) {
      return utf8.lexicographicallyPrecedes(other.utf8)
    }
    return decomposedUnits.lexicographicallyPrecedes(other.decomposedUnits)
  }

  private var decomposedUnits: [UInt16] {
    _nfd.flatMap { Array(String($0).utf16) }
  }
}

extension String {
  /// The text without accents and without what is not ASCII then.
  var foldedToASCII: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var folded = String.UnicodeScalarView()
    for piece in _nfd {
      folded.append(
        contentsOf: String(piece).unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }
      )
    }
    return String(folded)
  }
}
