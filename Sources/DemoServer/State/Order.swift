import Documents
import Encodings

/// An order as the demo API keeps it.
struct Order {
  struct Line {
    var item: CatalogueItem
    var quantity: Int
  }

  enum State: String, CaseIterable {
    case pending
    case shipped
    case delivered
    case cancelled
  }

  let id: String
  var customer: String
  var lines: [Line]
  var note: String?
  /// Seconds since 1970.
  let created: Int
  /// When it is shipped by itself, in the clock's milliseconds.
  let ships: Int
  private var setState = State.pending
  private var revision = 1

  init(id: String, draft: Draft, customer: String, created: Int, ships: Int) {
    self.id = id
    self.customer = draft.customer ?? customer
    lines = draft.lines
    note = draft.note
    self.created = created
    self.ships = ships
  }

  /// The state at a time of the clock.
  func state(at now: Int) -> State {
    setState == .pending && now >= ships ? .shipped : setState
  }

  /// What changes whenever the order does.
  func entityTag(at now: Int) -> String {
    "\"\(id.prefix(8))-\(revision)-\(state(at: now).rawValue)\""
  }

  /// Takes a step that is allowed: onwards, or from pending to cancelled.
  mutating func move(to next: State, at now: Int) -> Bool {
    let current = state(at: now)
    switch (current, next) {
    case (.pending, .shipped), (.pending, .cancelled), (.shipped, .delivered):
      setState = next
      revision += 1
      return true
    default:
      return current == next
    }
  }

  mutating func setNote(_ text: String?) {
    note = text
    revision += 1
  }

  mutating func replace(with draft: Draft) {
    customer = draft.customer ?? customer
    lines = draft.lines
    note = draft.note
    revision += 1
  }

  func json(at now: Int) -> JSONValue {
    let lines = lines.map { line -> JSONValue in
      [
        "sku": .string(line.item.sku), "name": .string(line.item.name),
        "price": .amount(line.item.cents), "quantity": .integer(line.quantity),
      ]
    }
    let total = self.lines.reduce(0) { $0 + $1.item.cents * $1.quantity }
    return [
      "id": .string(id), "state": .string(state(at: now).rawValue),
      "customer": ["name": .string(customer)], "lines": .array(lines), "total": .amount(total),
      "note": .optional(note), "created": .string(CivilDate(secondsSince1970: created).rfc3339),
    ]
  }
}
