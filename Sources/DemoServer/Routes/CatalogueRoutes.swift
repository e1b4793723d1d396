import Documents
import Encodings

/// The catalogue of things to order, in many formats.
enum CatalogueRoutes {
  static let all = [
    Route("GET", "/catalogue", "The catalogue as JSON, XML or HTML, by Accept", negotiated),
    Route("GET", "/catalogue.json", "The catalogue as JSON") { _ in json },
    Route("GET", "/catalogue.jsonl", "The items as JSON Lines") { _ in jsonLines },
    Route("GET", "/catalogue.xml", "The catalogue as XML with two namespaces") { _ in xml },
    Route("GET", "/catalogue.html", "The catalogue as a page: table, links, form") { _ in html },
    Route("GET", "/catalogue.csv", "The catalogue as comma-separated values") { _ in csv },
    Route("GET", "/catalogue.plist", "The catalogue as a property list: ?format=xml", propertyList),
    Route("GET", "/catalogue/{sku}", "One item as JSON", item),
  ]

  @Sendable private static func item(_ call: Call) throws(Problem) -> HTTPResponse {
    guard let item = CatalogueItem.find(call.parameter("sku")) else {
      throw Problem(404, "no item \(call.parameter("sku"))")
    }
    return .json(item.json)
  }

  @Sendable private static func negotiated(_ call: Call) throws(Problem) -> HTTPResponse {
    let offers: [(types: [String], response: HTTPResponse)] = [
      (["application/json", "text/json", "application/*", "*/*"], json),
      (["application/xml", "text/xml"], xml), (["text/html", "text/*"], html),
    ]
    let accepted = call.request.headers.tokens("Accept").map { range in
      (type: String(range.prefix { $0 != ";" }).trimmed, quality: quality(range))
    }
    guard !accepted.isEmpty else { return json.with("Vary", "Accept") }
    var best: (quality: Double, response: HTTPResponse)?
    for range in accepted where range.quality > (best?.quality ?? 0) {
      if let offer = offers.first(where: { $0.types.contains(range.type) }) {
        best = (range.quality, offer.response)
      }
    }
    guard let best else {
      throw Problem(406, "offered are application/json, application/xml and text/html")
    }
    return best.response.with("Vary", "Accept")
  }

  private static func quality(_ range: String) -> Double {
    HeaderParameters(range)["q"].flatMap(Double.init) ?? 1
  }

  private static var json: HTTPResponse {
    .json(["items": .array(CatalogueItem.all.map(\.json)), "currency": "EUR"])
  }

  private static var jsonLines: HTTPResponse {
    let text = CatalogueItem.all.map { "\($0.json)\n" }.joined()
    return HTTPResponse(type: "application/jsonl", body: Array(text.utf8))
  }

  private static var csv: HTTPResponse {
    let rows = CatalogueItem.all.map { item in
      "\(item.sku),\(item.name),\(CatalogueItem.amount(item.cents)),\(item.stock)\r\n"
    }
    let text = "sku,name,price,stock\r\n\(rows.joined())"
    return HTTPResponse(type: "text/csv; charset=utf-8", body: Array(text.utf8))
  }

  private static var xml: HTTPResponse {
    let items = CatalogueItem.all.map { item in
      """
        <item sku="\(HTMLEntities.escape(item.sku))">
          <name>\(HTMLEntities.escape(item.name))</name>
          <price>\(CatalogueItem.amount(item.cents))</price>
          <s:level warehouse="Kiel">\(item.stock)</s:level>
        </item>
      """
    }
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <catalogue xmlns="urn:curlew:catalogue" xmlns:s="urn:curlew:stock" currency="EUR">
      \(items.joined(separator: "\n"))
      </catalogue>

      """
    return HTTPResponse(type: "application/xml", body: Array(text.utf8))
  }

  private static var html: HTTPResponse {
    let rows = CatalogueItem.all.map { item in
      """
          <tr class="item" data-sku="\(HTMLEntities.escape(item.sku))">
            <td>\(HTMLEntities.escape(item.sku))</td>
            <td><a href="/catalogue/\(PercentEncoding.encode(item.sku))">\(HTMLEntities.escape(item.name))</a></td>
            <td class="price">\(CatalogueItem.amount(item.cents))</td>
            <td class="stock">\(item.stock)</td>
          </tr>
      """
    }
    let text = """
      <!DOCTYPE html>
      <html lang="en">
      <head><meta charset="utf-8"><title>Catalogue</title></head>
      <body>
        <h1>Catalogue</h1>
        <nav><a href="/catalogue.json">JSON</a> <a href="/catalogue.xml">XML</a></nav>
        <table id="items">
          <thead><tr><th>SKU</th><th>Name</th><th>Price</th><th>Stock</th></tr></thead>
          <tbody>
      \(rows.joined(separator: "\n"))
          </tbody>
        </table>
        <form id="order" method="post" action="/orders">
          <input type="text" name="sku" value="ABC-1">
          <input type="number" name="quantity" value="1">
          <button>Order</button>
        </form>
      </body>
      </html>

      """
    return HTTPResponse(type: "text/html; charset=utf-8", body: Array(text.utf8))
  }

  @Sendable private static func propertyList(_ call: Call) throws(Problem) -> HTTPResponse {
    let items = CatalogueItem.all.map { item -> PropertyListValue in
      .dictionary([
        "sku": .string(item.sku), "name": .string(item.name),
        "price": .real(Double(item.cents) / 100), "stock": .integer(Int128(item.stock)),
        "available": .boolean(item.stock > 0), "thumbnail": .data([0x47, 0x49, 0x46]),
      ])
    }
    var values: [String: PropertyListValue] = ["currency": .string("EUR"), "items": .array(items)]
    values["updated"] = PropertyListDate(iso8601: "2026-01-31T12:00:00Z").map { .date($0) }
    let list = PropertyListValue.dictionary(values)
    let write: () throws(PropertyListError) -> [UInt8]
    switch call.query("format") ?? "xml" {
    case "xml": write = list.xml
    case "binary": write = list.binary
    default:
      throw .invalid("format", "expected xml or binary")
    }
    do throws(PropertyListError) {
      return HTTPResponse(type: "application/x-plist", body: try write())
    } catch {
      throw Problem(500, error.message)
    }
  }
}
