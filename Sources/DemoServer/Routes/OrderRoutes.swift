import Cryptography
import Documents
import Encodings
import HTTPMessages

/// Orders: created, read, listed, changed, deleted.
enum OrderRoutes {
  static let all = [
    Route("POST", "/orders", "Creates an order of {sku, quantity} or {lines}", create),
    Route("GET", "/orders", "Lists orders: ?state=&customer=&page=&per-page=", list),
    Route("GET", "/orders/{id}", "An order; it is shipped 300 ms after its creation", read),
    Route("PUT", "/orders/{id}", "Replaces a pending order's customer, lines and note", replace),
    Route("PATCH", "/orders/{id}", "Changes an order's {state} or {note}", change),
    Route("DELETE", "/orders/{id}", "Deletes an order", delete),
  ]

  @Sendable private static func create(_ call: Call) throws(Problem) -> HTTPResponse {
    let body = try call.json()
    let ships = try call.integer("ships-after", default: 300, in: 0...600_000)
    let key = try call.request.headers["Idempotency-Key"].map { key throws(Problem) in
      try Call.key(key, named: "Idempotency-Key")
    }
    guard let digest = try? DigestAlgorithm.sha256.digest(of: call.request.body) else {
      throw Problem(501, "this system has no SHA-256")
    }
    if let key, let earlier = call.state.idempotencyKeys[key],
      let order = call.state.orders[earlier.order]
    {
      guard earlier.digest == digest else {
        throw Problem(422, "the Idempotency-Key was used with another body")
      }
      return created(order, call).with("Idempotent-Replayed", "true")
    }
    let order = Order(
      id: call.state.identifiers.uuid(),
      draft: try Order.Draft(body),
      customer: call.bearerToken.flatMap { call.state.sessions[$0]?.name } ?? "Ada",
      created: SystemClock.now,
      ships: call.now + ships
    )
    call.state.orders[order.id] = order
    if let key { call.state.idempotencyKeys[key] = (digest, order.id) }
    return created(order, call)
  }

  @Sendable private static func list(_ call: Call) throws(Problem) -> HTTPResponse {
    let page = try call.integer("page", default: 1, in: 1...1_000_000)
    let perPage = try call.integer("per-page", default: 20, in: 1...100)
    let wanted = call.query("state")
    if let wanted, Order.State(rawValue: wanted) == nil {
      let names = Order.State.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid("state", "expected one of \(names)")
    }
    let customer = call.query("customer")
    let orders = call.state.orders.values.filter { order in
      (wanted == nil || order.state(at: call.now).rawValue == wanted)
        && (customer == nil || order.customer == customer)
    }
    let pages = max(1, (orders.count + perPage - 1) / perPage)
    let shown = orders.dropFirst((page - 1) * perPage).prefix(perPage)
    let filters = [("state", wanted), ("customer", customer)].compactMap { name, value in
      value.map { "\(name)=\(PercentEncoding.encode($0))&" }
    }
    let link = { (relation: String, target: Int) in
      "</orders?\(filters.joined())page=\(target)&per-page=\(perPage)>; rel=\"\(relation)\""
    }
    var links = [link("first", 1)]
    if page > 1 { links.append(link("prev", min(page - 1, pages))) }
    if page < pages { links.append(link("next", page + 1)) }
    links.append(link("last", pages))
    let body: JSONValue = [
      "orders": .array(shown.map { $0.json(at: call.now) }), "page": .integer(page),
      "per_page": .integer(perPage), "pages": .integer(pages), "total": .integer(orders.count),
    ]
    return .json(body).with("Link", links.joined(separator: ", "))
      .with("X-Total-Count", String(orders.count))
  }

  @Sendable private static func read(_ call: Call) throws(Problem) -> HTTPResponse {
    let order = try find(call)
    let tag = order.entityTag(at: call.now)
    if call.hasCurrent(entityTag: tag) { return .empty(304).with("ETag", tag) }
    return answer(order, call)
  }

  @Sendable private static func replace(_ call: Call) throws(Problem) -> HTTPResponse {
    var order = try findUnchanged(call)
    let draft = try Order.Draft(try call.json())
    let state = order.state(at: call.now)
    guard state == .pending else {
      throw Problem(409, "only a pending order can be replaced, this is \(state.rawValue)")
    }
    order.replace(with: draft)
    call.state.orders[order.id] = order
    return answer(order, call)
  }

  @Sendable private static func change(_ call: Call) throws(Problem) -> HTTPResponse {
    var order = try findUnchanged(call)
    let body = try call.json()
    guard let members = body.object, members["state"] != nil || members["note"] != nil else {
      throw .invalid("", "expected an object with state or note")
    }
    if let wanted = members["state"] {
      guard let next = wanted.string.flatMap(Order.State.init) else {
        let names = Order.State.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalid("state", "expected one of \(names)")
      }
      let current = order.state(at: call.now)
      guard order.move(to: next, at: call.now) else {
        throw Problem(409, "an order that is \(current.rawValue) cannot be \(next.rawValue)")
      }
    }
    if let note = members["note"] {
      guard note.isNull || (note.string?.utf8.count ?? .max) <= 1000 else {
        throw .invalid("note", "expected null or a string of at most 1000 bytes")
      }
      order.setNote(note.string)
    }
    call.state.orders[order.id] = order
    return answer(order, call)
  }

  @Sendable private static func delete(_ call: Call) throws(Problem) -> HTTPResponse {
    let order = try findUnchanged(call)
    call.state.orders[order.id] = nil
    return .empty()
  }

  private static func find(_ call: Call) throws(Problem) -> Order {
    guard let order = call.state.orders[call.parameter("id")] else {
      throw Problem(404, "no order \(call.parameter("id"))")
    }
    return order
  }

  /// The order, unless `If-Match` names another version of it.
  private static func findUnchanged(_ call: Call) throws(Problem) -> Order {
    let order = try find(call)
    let tags = call.request.headers.members("If-Match")
    guard tags.isEmpty || tags.contains("*") || tags.contains(order.entityTag(at: call.now)) else {
      throw Problem(412, "the order has changed: its ETag is \(order.entityTag(at: call.now))")
    }
    return order
  }

  private static func created(_ order: Order, _ call: Call) -> HTTPResponse {
    answer(order, call, status: 201).with("Location", "/orders/\(order.id)")
  }

  private static func answer(_ order: Order, _ call: Call, status: Int = 200) -> HTTPResponse {
    .json(order.json(at: call.now), status: status).with("ETag", order.entityTag(at: call.now))
  }
}
