/// `graphql`: a query with its variables.
public struct GraphQLBody: RequestBodyKind {
  /// `query`: the document.
  public let query: TextTemplate
  /// `variables`.
  public let variables: ValueTemplate?
  /// `operation`: which of the document's operations.
  public let operation: TextTemplate?

  static let key = MapGrammar.Key(
    "graphql",
    .map("graphql"),
    "A GraphQL request.",
    "graphql: { query: \"{ items { sku } }\" }"
  )

  static let table: ScenarioReference.GrammarTable? = .init(
    grammar: grammar,
    title: "GraphQL",
    introduction: "Sent as JSON by POST."
  )

  static let grammar = MapGrammar(
    name: "graphql",
    noun: "graphql",
    keys: [
      .init("query", .text, "The document.", "query: \"query One { items { sku } }\""),
      .init("variables", .value, "Its variables.", "variables: { id: 7 }"),
      .init("operation", .text, "Which of its operations.", "operation: One"),
    ],
    required: ["query"],
    example: "graphql: { query: \"{ orders { id } }\" }"
  )

  /// Its expressions.
  public var expressions: [Expression] {
    query.expressions + (variables?.expressions ?? []) + (operation?.expressions ?? [])
  }

  static func read(_ node: YAMLNode, by reader: FileReader) -> Self? {
    guard let keys = reader.entries(of: node, grammar),
      let query = reader.text("query", in: keys)
    else { return nil }
    return Self(
      query: query,
      variables: keys["variables"].map { reader.value($0) },
      operation: reader.text("operation", in: keys)
    )
  }
}
