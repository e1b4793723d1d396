import Documents

/// A tiny GraphQL service.
enum GraphQLRoutes {
  static let all = [
    Route("POST", "/graphql", "Orders and items by GraphQL, or an echo of the query", query)
  ]

  @Sendable private static func query(_ call: Call) throws(Problem) -> HTTPResponse {
    let body = try call.json()
    guard let query = body["query"]?.string else {
      let message: JSONValue = ["message": "query: expected a string"]
      return .json(["errors": [message]], status: 400)
    }
    let variables = body["variables"] ?? .null
    switch GraphQLQuery(query) {
    case .order(let id, let fields):
      let identifier = id.hasPrefix("$") ? variables[String(id.dropFirst())]?.string ?? "" : id
      return order(identifier, fields, call)
    case .items(let fields):
      let items = CatalogueItem.all.map { select(fields, of: $0.json) }
      return .json(["data": ["items": .array(items)]])
    case .other:
      let echo: JSONValue = [
        "query": .string(query), "variables": variables,
        "operationName": body["operationName"] ?? .null,
      ]
      return .json(["data": ["echo": echo]])
    }
  }

  private static func order(
    _ id: String,
    _ fields: [GraphQLQuery.Field],
    _ call: Call
  ) -> HTTPResponse {
    guard let order = call.state.orders[id] else {
      let error: JSONValue = ["message": .string("no order \(id)"), "path": ["order"]]
      return .json(["data": ["order": .null], "errors": [error]])
    }
    return .json(["data": ["order": select(fields, of: order.json(at: call.now))]])
  }

  /// The fields asked for; one that is unknown is null.
  private static func select(_ fields: [GraphQLQuery.Field], of value: JSONValue) -> JSONValue {
    .object(
      JSONObject(
        fields.map { field in
          let member = value[field.name] ?? .null
          guard !field.members.isEmpty else { return (field.name, member) }
          let names = field.members
          let select = { (value: JSONValue) -> JSONValue in
            .object(JSONObject(names.map { ($0, value[$0] ?? .null) }))
          }
          if let elements = member.array { return (field.name, .array(elements.map(select))) }
          return (field.name, select(member))
        }
      )
    )
  }
}
