extension JSONSchema {
  /// One thing that a value breaks of a schema.
  public struct Violation: Sendable, Hashable {
    /// The JSON Pointer of the value in the document, empty for the document itself.
    public var instanceLocation: String
    /// The normalized JSONPath of the value, as `$['lines'][0]`.
    public var path: String
    /// The URI and JSON Pointer of the keyword, as `https://example.com/order#/properties/id/type`.
    public var schemaLocation: String
    /// The keyword, as `type`; `false` for a schema that nothing fulfils.
    public var keyword: String
    /// What is wrong, as a lowercase fragment, expected before actual.
    public var message: String
    /// Why the nearest alternative of an `anyOf` or `oneOf` is not fulfilled.
    public var causes: [Violation] = []
  }
}

extension JSONSchema.Violation: CustomStringConvertible {
  /// The place and what is wrong there.
  public var description: String {
    "\(instanceLocation.isEmpty ? "the document" : instanceLocation): \(message)"
  }
}
