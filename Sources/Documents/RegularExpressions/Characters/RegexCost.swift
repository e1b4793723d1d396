/// How long a text may be for a matcher that goes back, whatever the text.
///
/// Such a matcher tries the repetitions of an expression in all their lengths: with n of them on a text of m characters some m to the power of n. A
/// repetition of a repetition, or of alternatives, has no such bound.
struct RegexCost {
  private static let mostSteps = 50_000_000.0

  /// How many repetitions are tried together, counted in powers of the text's length: those that stand open behind the part, and the most
  /// that stand open within.
  private struct Powers {
    var open = 0
    var most = 0
  }

  /// By how many alternatives everything is multiplied.
  private var alternatives = 1.0

  /// The longest text that is safe, in bytes.
  ///
  /// - Throws: that none is, with what to write instead.
  static func longestText(
    for node: RegexNode<RegexSet>
  ) throws(RegularExpression.ParsingError) -> Int {
    var cost = RegexCost()
    let powers = try cost.powers(of: node)
    // Without an anchor at its start the whole is tried from each place.
    let power = powers.most + (isAnchored(node) ? 0 : 1)
    guard cost.alternatives <= 4_096, power <= 6 else { throw unbounded }
    let steps = mostSteps / cost.alternatives
    guard power > 0 else { return RegularExpression.maximumLength }
    var limit = 0
    var bit = RegularExpression.maximumLength
    while bit > 0 {
      if limit + bit <= RegularExpression.maximumLength, raised(limit + bit, to: power) <= steps {
        limit += bit
      }
      bit /= 2
    }
    return limit
  }

  private static let unbounded = RegularExpression.ParsingError(
    message:
      "the regular expression could take for ever: beside look-around, a back-reference or a possessive "
      + "repetition it repeats what has repetitions or alternatives in it",
    hint: "leave out one of the repetitions, as in [ab]+ for (a|b)+, or write two assertions",
    isUnusable: true
  )

  private static func raised(_ base: Int, to power: Int) -> Double {
    (0..<power).reduce(1.0) { product, _ in product * Double(base) }
  }

  private static func isAnchored(_ node: RegexNode<RegexSet>) -> Bool {
    switch node {
    case .assertion(.start): return true
    case .sequence(let parts): return parts.first.map(isAnchored) ?? false
    case .firstGroup(let part): return isAnchored(part)
    case .one, .assertion, .choice, .repetition, .opaque, .backReference: return false
    }
  }

  private mutating func powers(
    of node: RegexNode<RegexSet>
  ) throws(RegularExpression.ParsingError) -> Powers {
    switch node {
    case .one, .assertion: return Powers()
    case .firstGroup(let part): return try powers(of: part)
    case .sequence(let parts):
      var result = Powers()
      for part in parts {
        let own = try powers(of: part)
        result.most = max(result.most, result.open + own.most)
        result.open += own.open
      }
      result.most = max(result.most, result.open)
      return result
    case .choice(let branches):
      alternatives *= Double(branches.count)
      var result = Powers()
      for branch in branches {
        let own = try powers(of: branch)
        result.open = max(result.open, own.open)
        result.most = max(result.most, own.most)
      }
      return result
    case .repetition(let part, _, let atMost, _):
      let before = alternatives
      let own = try powers(of: part)
      if atMost == 1 {
        alternatives *= 2
        return own
      }
      guard own.open == 0, alternatives == before else { throw Self.unbounded }
      return Powers(open: 1, most: own.most + 1)
    case .opaque(let part):
      // What was found inside is not tried again.
      return Powers(open: 0, most: try powers(of: part).most)
    case .backReference:
      // It compares a text.
      return Powers(open: 0, most: 1)
    }
  }
}
