/// Why a document is not a schema that can be used.
public struct JSONSchemaError: Error, Sendable, Hashable {
  /// What kind of mistake it is.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The code's name.
    public var rawValue: String

    /// A code of any name.
    ///
    /// - Parameter rawValue: Its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A keyword's value is not what it has to be.
    public static var invalidKeyword: Self { .init(rawValue: "invalid keyword") }

    /// The schema is of another draft, or requires a vocabulary that is not known.
    public static var unsupportedDialect: Self { .init(rawValue: "unsupported dialect") }

    /// A reference leads nowhere.
    public static var unresolvedReference: Self { .init(rawValue: "unresolved reference") }

    /// A regular expression is wrong, or is beyond what can be run.
    public static var pattern: Self { .init(rawValue: "pattern") }

    /// The schema is nested too deeply or has too many parts.
    public static var tooLarge: Self { .init(rawValue: "too large") }
  }

  /// What kind of mistake it is.
  public var code: Code
  /// What is wrong, as a lowercase fragment.
  public var message: String
  /// The URI and JSON Pointer of the place, as `https://example.com/order#/properties/id`.
  public var schemaLocation: String
}

extension JSONSchemaError: CustomStringConvertible {
  /// The message with the place.
  public var description: String { "\(message) at \(schemaLocation)" }
}
