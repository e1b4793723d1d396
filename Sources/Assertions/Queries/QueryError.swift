/// A mistake in the text of a query.
public struct QueryError: Error, Sendable, Hashable {
  /// What is wrong: a fragment in lower case, without full stop.
  public var message: String

  /// Where, in Unicode scalars of the query's text from 0; `nil` where that is not known.
  public var offset: Int?

  /// What to do.
  public var hint: String?

  /// Makes an error.
  public init(_ message: String, offset: Int? = nil, hint: String? = nil) {
    self.message = message
    self.offset = offset
    self.hint = hint
  }
}
