internal import Locks

/// The schemas of some documents, each compiled when it is first asked for.
///
/// Schemas that refer to each other share what is compiled, so that a document with thousands of schemas costs
/// what is used of it. It may be used by any number of threads at a time.
///
/// ```swift
/// let schemas = JSONSchemaSet { uri in documents[uri] }
/// let order = try schemas.schema(at: "shop.json#/components/schemas/Order")
/// let violations = schemas.validate(body, by: order)
/// ```
public final class JSONSchemaSet: Sendable {
  private struct State {
    var compiler: JSONSchema.Compiler
    var program = JSONSchema.Program()
    var numbers: [String: Int] = [:]
  }

  private let state: Locked<State>

  /// A set without compiled schemas.
  ///
  /// - Parameters:
  ///   - options: How `format` is taken, and whether the vocabulary of OpenAPI is known.
  ///   - searched: JSON Pointers, as tokens, of maps of schemas that are searched for anchors and
  ///     identifiers in every document.
  ///   - documents: Gives the document at a URI without a fragment, or nil.
  public init(
    options: JSONSchema.Options = .init(),
    searched: [[String]] = [],
    documents: @escaping @Sendable (String) -> JSONValue?
  ) {
    state = Locked(
      State(compiler: JSONSchema.Compiler(options: options, searched: searched, find: documents))
    )
  }

  /// The number of a schema, which is compiled if it is not yet.
  ///
  /// - Parameter uri: The URI of the document with the fragment of the schema.
  /// - Returns: The number for ``validate(_:by:mode:limit:)``.
  /// - Throws: Where the URI leads nowhere. What is wrong inside of a schema shows when it is used.
  public func schema(at uri: String) throws(JSONSchemaError) -> Int {
    try state.withLock { (state: inout sending State) throws(JSONSchemaError) -> Int in
      if let known = state.numbers[uri] { return known }
      let number = try state.compiler.compile(uri, into: &state.program)
      state.numbers[uri] = number
      return number
    }
  }

  /// What a value breaks of a schema; nothing when it is valid.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - schema: The number of the schema.
  ///   - mode: How the value is judged beyond what the schema says.
  ///   - limit: How many violations are described at most.
  /// - Returns: The violations in the order of the schema's keywords.
  public func validate(
    _ value: JSONValue,
    by schema: Int,
    mode: JSONSchema.Mode = JSONSchema.Mode(),
    limit: Int = 100
  ) -> [JSONSchema.Violation] {
    let program = state.withLock { (state: inout sending State) -> JSONSchema.Program in
      state.program
    }
    return program.violations(of: value, by: schema, mode: mode, limit: limit)
  }

  /// Why schemas that were compiled cannot be used.
  public var defects: [JSONSchemaError] {
    state.withLock { (state: inout sending State) -> [JSONSchemaError] in state.compiler.defects }
  }
}
