/// A JSON Schema of draft 2020-12, compiled once for any number of documents.
///
/// References lead only to the document itself, to the standard's meta-schemas and to what a given
/// closure finds; nothing is ever fetched.
///
/// ```swift
/// let schema = try JSONSchema(compiling: ["type": "object", "required": ["id"]])
/// for violation in schema.validate(body) {
///   print(violation)  // the document: expected the member "id", which is missing
/// }
/// ```
public struct JSONSchema: Sendable {
  /// How a schema is compiled.
  public struct Options: Sendable, Hashable {
    /// Whether `format` is an assertion everywhere and not only an annotation.
    public var assertsFormat: Bool

    /// Whether the vocabulary of OpenAPI is known: `discriminator`, the formats of its registry, what
    /// texts contain (`contentEncoding` and so on), and `readOnly` and `writeOnly` where a ``Mode``
    /// gives a direction.
    public var knowsOpenAPI: Bool

    /// Options, by default those of the standard.
    ///
    /// - Parameters:
    ///   - assertsFormat: Whether `format` is an assertion also where the schema's dialect does not
    ///     make it one.
    ///   - knowsOpenAPI: Whether the vocabulary of OpenAPI is known.
    public init(assertsFormat: Bool = false, knowsOpenAPI: Bool = false) {
      self.assertsFormat = assertsFormat
      self.knowsOpenAPI = knowsOpenAPI
    }
  }

  let program: Program

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - document: The document that is the schema, or contains it.
  ///   - fragment: Where the schema is in the document: empty for the whole, a JSON Pointer like
  ///     `/components/schemas/Order`, or the name of an anchor.
  ///   - baseURI: The URI of the document, against which relative references are resolved.
  ///   - options: How `format` is taken.
  ///   - resources: Gives the document at an absolute URI without a fragment, or nil.
  /// - Throws: The first mistake with its place.
  public init(
    compiling document: JSONValue,
    fragment: String = "",
    baseURI: String = "",
    options: Options = Options(),
    resources: @escaping (String) -> JSONValue? = { _ in nil }
  ) throws(JSONSchemaError) {
    var compiler = Compiler(options: options, find: resources)
    program = try compiler.compile(document, fragment: fragment, baseURI: baseURI)
  }

  /// What a value breaks of the schema; nothing when it is valid.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: How many violations are described at most.
  /// - Returns: The violations in the order of the schema's keywords.
  public func validate(_ value: JSONValue, limit: Int = 100) -> [Violation] {
    program.violations(of: value, by: program.root, mode: Mode(), limit: limit)
  }

  /// Whether a value is valid, without saying why not.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether it breaks nothing of the schema.
  public func isValid(_ value: JSONValue) -> Bool { verdict(on: value) ?? false }

  /// Whether a value is valid, or that this cannot be known.
  ///
  /// - Parameter value: The value.
  /// - Returns: Whether it breaks nothing of the schema; nil when the evaluation reached a limit,
  ///   which ``validate(_:limit:)`` then says.
  public func verdict(on value: JSONValue) -> Bool? {
    program.verdict(on: value, by: program.root, mode: Mode())
  }
}
