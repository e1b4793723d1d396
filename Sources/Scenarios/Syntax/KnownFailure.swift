/// `known-failure`: a failure that is expected, so that it does not fail the run.
public struct KnownFailure: Sendable {
  /// Why it is expected.
  public let reason: Located<String>
  /// `errors`: whether it also excuses what reached no verdict, such as a refused connection.
  public let excusesErrors: Bool
}
