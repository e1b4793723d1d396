extension StringProtocol where UTF8View: BidirectionalCollection {
  /// The text without white space at its ends.
  public var trimmed: String {
    let ends = (utf8.first ?? 0x20, utf8.last ?? 0x20)
    if 0x21..<0x7F ~= ends.0, 0x21..<0x7F ~= ends.1 { return String(self) }
    return String(trimming(\.isWhitespace))
  }
}

extension StringProtocol {
  /// The text without spaces and tabs at its ends.
  public var trimmingBlanks: SubSequence { trimming { $0 == " " || $0 == "\t" } }

  /// The text without what is outer at its ends.
  public func trimming(_ isOuter: (Character) -> Bool) -> SubSequence {
    guard let first = firstIndex(where: { !isOuter($0) }),
      let last = lastIndex(where: { !isOuter($0) })
    else { return self[startIndex..<startIndex] }
    return self[first...last]
  }
}
