/// A regular expression taken apart, over sets of characters or of code points.
indirect enum RegexNode<Members: Sendable>: Sendable {
  /// One member of a set.
  case one(Members)
  /// A condition on a place.
  case assertion(RegexAssertion)
  /// One after the other; of nothing, the empty text.
  case sequence([RegexNode])
  /// The first that leads to a match.
  case choice([RegexNode])
  /// A repetition, without an upper bound when `atMost` is nil.
  case repetition(RegexNode, atLeast: Int, atMost: Int?, isLazy: Bool)
  /// The group whose text is asked for.
  case firstGroup(RegexNode)
  /// What only a matcher that goes back can do: look-around, an atomic group.
  case opaque(RegexNode)
  /// The text of a group again, which only such a matcher can do, too.
  case backReference
}

/// A condition on a place in a text.
enum RegexAssertion: Sendable, Hashable {
  case start
  case end
  /// At the end, or before a line break that ends the text.
  case endBeforeBreak
  case lineStart
  case lineEnd
  case wordBoundary
  case noWordBoundary
}
