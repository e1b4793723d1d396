public import Cryptography

/// What is known of a body that was read in pieces and is not in memory as a whole.
public struct BodyFacts: Sendable {
  /// How many bytes it has.
  public var count: Int
  /// Its first bytes.
  public var start: [UInt8]
  /// Its digests, as far as they were asked for.
  public var digests: [DigestAlgorithm: [UInt8]]

  /// Notes what is known.
  public init(count: Int, start: [UInt8], digests: [DigestAlgorithm: [UInt8]]) {
    self.count = count
    self.start = start
    self.digests = digests
  }
}

extension BytesAssertion {
  /// The digest that it judges, if it judges one.
  public var digest: DigestAlgorithm? {
    switch check {
    case .digest(let algorithm, _): algorithm
    case .length, .hex, .equals, .prefix: nil
    }
  }

  /// How many of the first bytes it looks at; `nil` for all of them.
  public var reach: Int? {
    switch check {
    case .length, .digest: 0
    case .prefix(let prefix): prefix.count
    case .hex, .equals: nil
    }
  }

  /// Judges a body by what is known of it.
  ///
  /// - Parameter facts: must hold the ``digest`` and as many first bytes as ``reach`` says.
  /// - Returns: how it was judged.
  public func outcome(of facts: BodyFacts) -> AssertionOutcome {
    switch check {
    case .length(let matcher): return outcome(matcher, length: facts.count)
    case .digest(let algorithm, let matcher):
      guard let digest = facts.digests[algorithm] else {
        return errored("the body's \(algorithm.rawValue) was not made")
      }
      return outcome(matcher, digest: digest)
    case .prefix: return outcome(of: facts.start)
    case .hex, .equals: return errored("the body is not in memory as a whole")
    }
  }
}
