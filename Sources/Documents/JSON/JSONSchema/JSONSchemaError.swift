/// Why a document is not a schema that can be used.
public struct JSONSchemaError: Error, Sendable, Hashable {
  /// What kind of mistake it is.
  public enum Code: Sendable, Hashable {
    /// A keyword's value is not what it has to be.
    case invalidKeyword
    /// The schema is of another draft, or requires a vocabulary that is not known.
    case unsupportedDialect
    /// A reference leads nowhere.
    case unresolvedReference
    /// A regular expression is wrong, or is beyond what can be run.
    case pattern
    /// The schema is nested too deeply or has too many parts.
    case tooLarge
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
