/// Takes secrets out of values before messages show pieces of them.
///
/// A message shows a long value cut, and a secret that the cut splits could not be found in the message any more.
public enum MessageMask: Sendable {
  /// What takes secrets out of a text; `nil` when there are none.
  @TaskLocal public static var current: (@Sendable (String) -> String)?
}
