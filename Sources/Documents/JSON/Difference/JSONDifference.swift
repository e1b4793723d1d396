/// One place in which a JSON document is not as expected.
///
/// ```swift
/// for difference in JSONDifference.between(expected: order, actual: body).differences {
///   print(difference)  // $['total']: expected 19.98, got 20.5
/// }
/// ```
public struct JSONDifference: Sendable, Hashable {
  /// In which way a place differs.
  public enum Kind: Sendable, Hashable {
    /// The expected member or element is not there.
    case missing
    /// A member or element is there that is not expected.
    case unexpected
    /// The value is another one.
    case different
    /// The expected element is there, at another place of its array.
    case moved
  }

  /// What was found, and whether that is all.
  public struct List: Sendable, Hashable {
    /// The differences in the order of the documents.
    public var differences: [JSONDifference]
    /// Whether there are more that were left out.
    public var isTruncated: Bool
  }

  /// In which way the place differs.
  public var kind: Kind
  /// The normalized JSONPath of the value: in the actual document, or, of a missing one, in the
  /// expected document.
  public var path: String
  /// The normalized JSONPath of the value in the expected document; nil when it is unexpected.
  public var expectedPath: String?
  /// The expected value; nil when the value is unexpected.
  public var expected: JSONValue?
  /// The actual value; nil when the value is missing.
  public var actual: JSONValue?

  /// The places in which two documents differ.
  ///
  /// - Parameters:
  ///   - expected: The document that is expected.
  ///   - actual: The document that came.
  ///   - limit: How many differences are described at most.
  ///   - ignoresUnexpectedMembers: Whether objects may have more members than are expected.
  /// - Returns: The differences; none when the documents are equal.
  public static func between(
    expected: JSONValue,
    actual: JSONValue,
    limit: Int = 100,
    ignoresUnexpectedMembers: Bool = false
  ) -> List {
    var comparison = Comparison(
      limit: max(limit, 0),
      ignoresUnexpectedMembers: ignoresUnexpectedMembers
    )
    comparison.compare(expected, .root, actual, .root, depth: 0)
    return List(differences: comparison.differences, isTruncated: comparison.isTruncated)
  }
}

extension JSONDifference: CustomStringConvertible {
  /// The place and what differs there, expected before actual, long values cut.
  public var description: String {
    switch kind {
    case .missing: "\(path): expected \(expected?.excerpt ?? "nothing"), which is missing"
    case .unexpected: "\(path): unexpected \(actual?.excerpt ?? "nothing")"
    case .different:
      "\(path): expected \(expected?.excerpt ?? "nothing"), got \(actual?.excerpt ?? "nothing")"
    case .moved: "\(path): expected at \(expectedPath ?? "another place"), moved here"
    }
  }
}
