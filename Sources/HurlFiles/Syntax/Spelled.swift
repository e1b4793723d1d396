public import Diagnostics

/// A value together with the stretch of the file that spells it.
public struct Spelled<Value: Sendable>: Sendable {
  /// What the spelling means.
  public var value: Value

  /// Where it stands.
  public var range: SourceRange

  init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}
