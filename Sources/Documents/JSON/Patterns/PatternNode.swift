/// A regular expression taken apart.
indirect enum PatternNode: Sendable {
  /// One code point of a set.
  case one(CodePointSet)
  /// A condition on a place.
  case assertion(PatternAssertion)
  /// One after the other; of nothing, the empty text.
  case sequence([PatternNode])
  /// One of several.
  case choice([PatternNode])
  /// A repetition, without an upper bound when `atMost` is nil.
  case repetition(PatternNode, atLeast: Int, atMost: Int?)
}

/// A condition on a place in a text.
enum PatternAssertion: Sendable {
  case start
  case end
  case wordBoundary
  case noWordBoundary
}
