/// Why bytes are no property list, or a value cannot be written as one.
public struct PropertyListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of a failure; kinds unknown today may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The name of the kind.
    public var rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is not one byte.
    public static var empty: Self { .init(rawValue: "empty") }
    /// The bytes break the rules of their format.
    public static var malformed: Self { .init(rawValue: "malformed") }
    /// The list is deeper or larger than is allowed.
    public static var limit: Self { .init(rawValue: "limit") }
    /// The value has no form in the format that is asked for.
    public static var notRepresentable: Self { .init(rawValue: "not-representable") }
  }

  /// Where reading failed.
  public enum Place: Sendable, Hashable {
    /// A line and, as far as it is known, a column, both from 1; the column is 0 otherwise.
    case text(line: Int, column: Int)
    /// A byte from 0.
    case byte(Int)
  }

  /// The kind of the failure.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String
  /// Where, unless it is about a value that is being written.
  public var place: Place?

  /// Makes an error of its parts.
  public init(code: Code = .malformed, message: String, place: Place? = nil) {
    self.code = code
    self.message = message
    self.place = place
  }

  public var description: String {
    switch place {
    case nil, .text(line: ...0, column: _): message
    case .text(let line, column: ...0): "line \(line): \(message)"
    case .text(let line, let column): "line \(line), column \(column): \(message)"
    case .byte(let offset): "byte \(offset): \(message)"
    }
  }

  static var tooDeep: Self {
    Self(
      code: .limit,
      message: "the values are nested deeper than \(PropertyListValue.depthLimit)"
    )
  }
}
