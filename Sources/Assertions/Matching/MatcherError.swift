/// A mistake in what a matcher was given.
///
/// The path shows which node of the file to underline.
public struct MatcherError: Error, Sendable, Hashable {
  /// What is wrong: a fragment in lower case, without full stop.
  public var message: String

  /// Where, from the root of the argument given to ``MatcherCatalogue/matcher(from:context:)``.
  public var path: [ArgumentPathElement]

  /// Whether the mistake is the key at the end of the path and not its value.
  public var aboutKey: Bool

  /// What to do.
  public var hint: String?

  /// The name that was probably meant.
  public var suggestion: String?

  /// Makes an error.
  public init(
    _ message: String,
    at path: [ArgumentPathElement] = [],
    aboutKey: Bool = false,
    hint: String? = nil,
    suggestion: String? = nil
  ) {
    self.message = message
    self.path = path
    self.aboutKey = aboutKey
    self.hint = hint
    self.suggestion = suggestion
  }

  /// The same mistake seen from further out.
  ///
  /// - Parameter outer: the path of the value that this error's path starts from.
  /// - Returns: the error with `outer` before its path.
  public func within(_ outer: [ArgumentPathElement]) -> MatcherError {
    var error = self
    error.path = outer + path
    return error
  }
}
