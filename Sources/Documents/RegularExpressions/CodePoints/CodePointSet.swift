/// A set of code points as regular expressions write them.
struct CodePointSet: Sendable {
  /// Code points that are in the set.
  var ranges: [ClosedRange<UInt32>] = []
  /// A bit for each general category that is in the set.
  var categories: UInt32 = 0
  /// Properties whose code points are in the set, or, when `isNegated`, all others.
  var properties: [(property: CodePointProperty, isNegated: Bool)] = []
  /// Whether the set is of all that the rest does not name.
  var isNegated = false

  /// The set of one code point.
  init(_ scalar: Unicode.Scalar) {
    ranges = [scalar.value...scalar.value]
  }

  init(ranges: [ClosedRange<UInt32>] = [], isNegated: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
  }

  init(categories: UInt32) {
    self.categories = categories
  }

  /// Adds what another set has.
  mutating func formUnion(_ other: CodePointSet) {
    guard other.isNegated else {
      ranges += other.ranges
      categories |= other.categories
      properties += other.properties
      return
    }
    // Only sets of ranges are ever negated on their own: `\D`, `\W`, `\S` and the dot.
    ranges += Self.complement(of: other.ranges)
  }

  /// Whether a code point is in the set.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    holds(scalar) != isNegated
  }

  private func holds(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    for range in ranges where range.contains(value) { return true }
    if categories != 0 {
      let category = CodePointCategory.bit(of: scalar.properties.generalCategory)
      if categories & category != 0 { return true }
    }
    for (property, isNegated) in properties where property.holds(scalar) != isNegated {
      return true
    }
    return false
  }

  /// The code points that are in none of some ranges.
  static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...(range.lowerBound - 1)) }
      next = max(next, range.upperBound + 1)
    }
    if next <= 0x10FFFF { result.append(next...0x10FFFF) }
    return result
  }
}

extension CodePointSet {
  /// The ASCII digits, ECMA-262's `\d`.
  static var digits: CodePointSet { CodePointSet(ranges: [0x30...0x39]) }

  /// The ASCII letters, digits and underscore, ECMA-262's `\w`.
  static var wordCharacters: CodePointSet {
    CodePointSet(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  }

  /// ECMA-262's `\s`: its white space and line ends.
  static var spaces: CodePointSet {
    CodePointSet(
      ranges: [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
      ]
    )
  }

  /// The dot of I-Regexp: all but line feed and carriage return.
  static var anyOfIRegexp: CodePointSet {
    CodePointSet(ranges: [0x0A...0x0A, 0x0D...0x0D], isNegated: true)
  }

  /// The dot of ECMA-262: all but its line ends.
  static var anyOfECMA: CodePointSet {
    CodePointSet(ranges: [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029], isNegated: true)
  }

  /// Every code point.
  static var everything: CodePointSet { CodePointSet(ranges: [0...0x10FFFF]) }
}
