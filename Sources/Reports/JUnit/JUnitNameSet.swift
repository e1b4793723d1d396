/// The names that cases of a suite have already, so that none is there twice.
///
/// Kept are numbers made of the names. Two names that make the same one, which is next to impossible, cost the later one an ordinal that it did not
/// need; no two cases ever have one name.
struct JUnitNameSet {
  private var taken: Set<Int> = []
  /// The highest ordinal that was given because another was taken, by the name without it.
  private var highest: [String: Int] = [:]

  /// Makes an empty set.
  ///
  /// - Parameter count: how many names there will be.
  init(count: Int) {
    taken.reserveCapacity(count)
  }

  /// Takes the name of a case.
  ///
  /// - Returns: the name, with an ordinal where it is not the first of its name.
  mutating func take(_ own: JUnitCase) -> String {
    let bare = own.classname + "\u{0}" + own.name
    var ordinal = own.ordinal
    var suffix = Self.suffix(ordinal)
    while !taken.insert((bare + suffix).hashValue).inserted {
      ordinal = max(ordinal, highest[bare] ?? 0) + 1
      highest[bare] = ordinal
      suffix = Self.suffix(ordinal)
    }
    return own.name + suffix
  }

  private static func suffix(_ ordinal: Int) -> String { ordinal > 1 ? " #\(ordinal)" : "" }
}
