extension JSONSchema {
  /// One thing that a value breaks of a schema.
  public struct Violation: Sendable, Hashable {
    /// The JSON Pointer of the value in the document, empty for the document itself.
    public var instanceLocation: String
    /// The steps to the value, as `lines` and 0.
    public var components: [JSONPath.Component]
    /// The URI and JSON Pointer of the keyword, as `https://example.com/order#/properties/id/type`.
    public var schemaLocation: String
    /// The keyword, as `type`; `false` for a schema that nothing fulfils.
    public var keyword: String
    /// What the schema expects, as a fragment: `type integer or null`, `the member "id"`.
    public var expected: String
    /// What came instead, as a fragment: `string`, `nothing`; nil where that would say nothing.
    public var actual: String?
    /// What is wrong, as a lowercase fragment, expected before actual.
    public var message: String
    /// The members that are missing, of the keywords `required` and `dependentRequired`.
    public var missing: [String] = []
    /// Why the nearest alternative of an `anyOf` or `oneOf` is not fulfilled.
    public var causes: [Violation] = []
  }
}

extension JSONSchema.Violation {
  /// What was found wrong, before it has a place.
  struct Finding {
    var expected: String
    var actual: String?
    /// What ends the sentence instead of `got` and what came.
    var ending: String?
    /// The members that are missing.
    var missing: [String] = []

    var message: String {
      "expected \(expected)" + (ending ?? actual.map { ", got \($0)" } ?? "")
    }
  }
}

extension JSONSchema.Violation: CustomStringConvertible {
  /// The place and what is wrong there.
  public var description: String {
    "\(instanceLocation.isEmpty ? "the document" : instanceLocation): \(message)"
  }
}
