/// A location at which the actual value differs from the expected one.
public struct Difference: Sendable, Hashable {
  /// The place within the value that was looked at: `$.lines[0].sku`, or an XPath.
  public var path: String

  /// What was expected there.
  public var expected: String

  /// What stands there.
  public var actual: String

  /// Makes a difference.
  public init(path: String, expected: String, actual: String) {
    self.path = path
    self.expected = expected
    self.actual = actual
  }
}
