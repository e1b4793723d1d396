/// One place in which a JSON document is not as expected.
///
/// ```swift
/// let differences = JSONDifference.between(expected: order, actual: body)
/// differences.map { JSONPath.normalized($0.path) }  // ["$['total']"]
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

  /// In which way the place differs.
  public var kind: Kind
  /// The steps to the value: in the actual document, or, of a missing one, in the expected
  /// document.
  public var path: [JSONPath.Component]
  /// The steps to the value in the expected document; nil when it is unexpected.
  public var expectedPath: [JSONPath.Component]?
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
  /// - Returns: The differences in the order of the documents; none when these are equal.
  public static func between(
    expected: JSONValue,
    actual: JSONValue,
    limit: Int = 100
  ) -> [JSONDifference] {
    var comparison = Comparison(limit: limit)
    comparison.compare(expected, .root, actual, .root, depth: 0)
    return comparison.differences
  }
}
