/// Which of many things was used longest ago.
///
/// Each use puts an entry behind the others; entries that a later use has outdated are skipped.
struct UseOrder<Element: Hashable & Sendable>: Sendable {
  private var lastUse: [Element: UInt64] = [:]
  private var uses: [(element: Element, number: UInt64)] = []
  private var first = 0
  private var number: UInt64 = 0

  /// Notes that something is used now.
  mutating func touch(_ element: Element) {
    number += 1
    lastUse[element] = number
    uses.append((element, number))
    compactIfWorthIt()
  }

  /// Forgets something.
  mutating func remove(_ element: Element) { lastUse[element] = nil }

  /// Takes out what was used longest ago, `nil` when there is nothing.
  mutating func removeOldest() -> Element? {
    while first < uses.count {
      let use = uses[first]
      first += 1
      guard lastUse[use.element] == use.number else { continue }
      lastUse[use.element] = nil
      return use.element
    }
    return nil
  }

  private mutating func compactIfWorthIt() {
    guard uses.count > 2 * lastUse.count + 32 else { return }
    uses = uses[first...].filter { lastUse[$0.element] == $0.number }
    first = 0
  }
}
