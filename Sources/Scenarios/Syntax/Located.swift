public import Diagnostics

/// A value together with its place in a file.
public struct Located<Value: Sendable>: Sendable {
  /// What stands there.
  public var value: Value

  /// Where it stands.
  public var range: SourceRange

  /// Puts a value at a place.
  public init(_ value: Value, at range: SourceRange) {
    self.value = value
    self.range = range
  }
}

extension Located: Equatable, Hashable where Value: Hashable {}
