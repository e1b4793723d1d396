/// Which cases of a JUnit report carry a `system-out`.
public enum JUnitOutput: String, Sendable, Hashable, CaseIterable {
  /// Those that did not pass.
  case failed
  /// All that sent or logged something.
  case all
}
