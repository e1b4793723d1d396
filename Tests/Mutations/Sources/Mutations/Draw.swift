/// A repeatable random generator (SplitMix64), so that one seed always gives the same mutants.
struct Draw: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  /// A random choice of mutants that do not overlap, in random order.
  ///
  /// - Parameters:
  ///   - count: how many are chosen, if there are enough.
  ///   - mutants: all there are.
  ///   - seed: which of them.
  ///   - earlier: the identities of those that are taken first, in this order, if they are still there.
  /// - Returns: those that are taken again, then the others in random order.
  static func choose(
    _ count: Int,
    of mutants: [Mutant],
    seed: UInt64,
    earlier: [String]
  ) -> [Mutant] {
    var draw = Draw(seed: seed)
    var taken: [String: [Range<Int>]] = [:]
    var chosen: [Mutant] = []
    let byIdentity = Dictionary(mutants.map { ($0.identity, $0) }) { first, _ in first }
    let kept = earlier.compactMap { byIdentity[$0] }
    for mutant in kept + mutants.shuffled(using: &draw) where chosen.count < count {
      let others = taken[mutant.path, default: []]
      guard !others.contains(where: { $0.overlaps(mutant.range) }) else { continue }
      taken[mutant.path, default: []].append(mutant.range)
      chosen.append(mutant)
    }
    return chosen
  }
}
