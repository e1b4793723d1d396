import Documents

extension Order {
  /// What a client wants to order, checked.
  struct Draft {
    var customer: String?
    var lines: [Line]
    var note: String?

    /// The most lines of an order.
    static let maximumLines = 100

    /// Reads a body; all its mistakes are reported at once.
    init(_ body: JSONValue) throws(Problem) {
      guard body.object != nil else {
        throw .invalid("", "expected an object")
      }
      var mistakes: [Problem.Field] = []
      if let list = body["lines"] {
        let elements = list.array ?? []
        if elements.isEmpty || elements.count > Self.maximumLines {
          let message = "expected a list of 1 to \(Self.maximumLines) lines"
          mistakes.append(("lines", message))
        }
        lines = elements.prefix(Self.maximumLines).enumerated().compactMap { index, element in
          Self.line(element, prefix: "lines[\(index)].", &mistakes)
        }
      } else {
        lines = [Self.line(body, prefix: "", &mistakes)].compactMap(\.self)
      }
      customer = Self.text(body["customer"]?["name"], field: "customer.name", &mistakes)
      note = Self.text(body["note"], field: "note", &mistakes)
      guard mistakes.isEmpty else { throw .invalid(mistakes) }
    }

    private static func line(
      _ value: JSONValue,
      prefix: String,
      _ mistakes: inout [Problem.Field]
    ) -> Line? {
      var item: CatalogueItem?
      let sku = value["sku"]
      if let text = sku?.string {
        item = CatalogueItem.find(text)
        if item == nil {
          mistakes.append((prefix + "sku", "unknown: \(text)"))
        }
      } else {
        let message = sku == nil ? "required" : "expected a string"
        mistakes.append((prefix + "sku", message))
      }
      let quantity = value["quantity"]?.number?.int
      guard let quantity, (1...1000).contains(quantity) else {
        let isMissing = value["quantity"] == nil
        let message = isMissing ? "required" : "expected an integer from 1 to 1000"
        mistakes.append((prefix + "quantity", message))
        return nil
      }
      return item.map { Line(item: $0, quantity: quantity) }
    }

    private static func text(
      _ value: JSONValue?,
      field: String,
      _ mistakes: inout [Problem.Field]
    ) -> String? {
      guard let value, !value.isNull else { return nil }
      if let text = value.string, text.utf8.count <= 1000 { return text }
      let message = "expected a string of at most 1000 bytes"
      mistakes.append((field, message))
      return nil
    }
  }
}
