import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct OrderRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  private func create(_ body: JSONValue = ["sku": "ABC-1", "quantity": 2]) throws -> RawAnswer {
    try client.json("POST", "/orders?ships-after=600000", body)
  }

  @Test
  func `an order is created as the format's first example expects`() throws {
    let answer = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 2])
    #expect(answer.status == 201)
    #expect(answer["content-type"] == "application/json")
    let order = answer.json
    let id = try #require(order["id"]?.string)
    #expect(answer["location"] == "/orders/\(id)")
    let uuid = #/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/#
    #expect(id.wholeMatch(of: uuid) != nil)
    #expect(order["state"] == "pending")
    #expect(order["customer"] == ["name": "Ada"])
    #expect(order["total"] == 19.98)
    let line = order["lines"]?[0]
    #expect(line?["sku"] == "ABC-1")
    #expect(line?["price"] == 9.99)
    #expect(line?["quantity"] == 2)
  }

  @Test
  func `an order is shipped by itself`() throws {
    let created = try client.json(
      "POST",
      "/orders?ships-after=50",
      ["sku": "ABC-1", "quantity": 1]
    )
    let location = try #require(created["location"])
    #expect(created.json["state"] == "pending")
    _ = try client.exchange("GET", "/slow?ms=60")
    #expect(try client.exchange("GET", location).json["state"] == "shipped")
  }

  @Test
  func `a deleted order is gone`() throws {
    let location = try #require(try create()["location"])
    #expect(try client.exchange("DELETE", location).status == 204)
    #expect(try client.exchange("GET", location).status == 404)
    #expect(try client.exchange("DELETE", location).status == 404)
  }

  @Test(
    arguments: [
      ("{}", 422, ["sku", "quantity"]), ("[]", 422, [""]), ("{", 400, []), ("", 400, []),
      (#"{"sku": "NO", "quantity": 0}"#, 422, ["sku", "quantity"]),
      (#"{"sku": "ABC-1", "quantity": "2"}"#, 422, ["quantity"]),
      (#"{"sku": "ABC-1", "quantity": 1e99}"#, 422, ["quantity"]),
      (#"{"lines": []}"#, 422, ["lines"]),
      (
        #"{"lines": [{"sku": "ABC-1", "quantity": 1}, {"sku": 1, "quantity": 1}]}"#, 422,
        ["lines[1].sku"]
      ),
      (#"{"sku": "ABC-1", "quantity": 1, "customer": {"name": 1}}"#, 422, ["customer.name"]),
    ]
  )
  func `mistakes are all told`(body: String, status: Int, fields: [String]) throws {
    let type = ["Content-Type": "application/json"]
    let answer = try client.exchange("POST", "/orders", type, body: body)
    #expect(answer.status == status)
    #expect(answer["content-type"] == "application/problem+json")
    let told = answer.json["errors"]?.array ?? []
    #expect(told.compactMap { $0["field"]?.string } == fields)
  }

  @Test
  func `a body that is not JSON is refused`() throws {
    let type = ["Content-Type": "text/plain"]
    #expect(try client.exchange("POST", "/orders", type, body: "x").status == 415)
  }

  @Test
  func `an idempotency key creates one order`() throws {
    let key = ["Idempotency-Key": "k"]
    let first = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 1], key)
    let again = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 1], key)
    #expect(again.status == 201)
    #expect(again.json["id"] == first.json["id"])
    #expect(again["idempotent-replayed"] == "true")
    let other = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 2], key)
    #expect(other.status == 422)
    #expect(try client.exchange("GET", "/orders").json["total"] == 1)
  }

  @Test
  func `an order is not sent twice to who has it`() throws {
    let created = try create()
    let location = try #require(created["location"])
    let tag = try #require(created["etag"])
    let unchanged = try client.exchange("GET", location, ["If-None-Match": tag])
    #expect(unchanged.status == 304)
    #expect(unchanged["etag"] == tag)
    let changed = try client.json("PATCH", location, ["note": "gift"], ["If-Match": tag])
    #expect(changed.status == 200)
    #expect(changed.json["note"] == "gift")
    #expect(try client.exchange("GET", location, ["If-None-Match": tag]).status == 200)
    #expect(try client.exchange("DELETE", location, ["If-Match": tag]).status == 412)
  }

  @Test
  func `states go onwards only`() throws {
    let location = try #require(try create()["location"])
    #expect(try client.json("PATCH", location, ["state": "delivered"]).status == 409)
    #expect(try client.json("PATCH", location, ["state": "shipped"]).json["state"] == "shipped")
    #expect(try client.json("PATCH", location, ["state": "cancelled"]).status == 409)
    #expect(try client.json("PATCH", location, ["state": "delivered"]).status == 200)
    #expect(try client.json("PATCH", location, ["state": "lost"]).status == 422)
    #expect(try client.json("PATCH", location, [:]).status == 422)
    #expect(try client.json("PUT", location, ["sku": "ABC-2", "quantity": 1]).status == 409)
  }

  @Test
  func `a pending order is replaced`() throws {
    let location = try #require(try create()["location"])
    let answer = try client.json("PUT", location, ["sku": "ABC-2", "quantity": 3])
    #expect(answer.json["total"] == 13.5)
  }

  @Test
  func `orders are listed page by page`() throws {
    for number in 0..<5 {
      let name: JSONValue = number == 0 ? "Grace B" : "Ada"
      _ = try create(["sku": "ABC-1", "quantity": .integer(number + 1), "customer": ["name": name]])
    }
    let page = try client.exchange("GET", "/orders?page=2&per-page=2")
    #expect(page.json["total"] == 5)
    #expect(page.json["pages"] == 3)
    let quantities = page.json["orders"]?.array?.map { $0["lines"]?[0]?["quantity"] }
    #expect(quantities == [3, 4])
    #expect(page["x-total-count"] == "5")
    let links = [
      "</orders?page=1&per-page=2>; rel=\"first\"", "</orders?page=1&per-page=2>; rel=\"prev\"",
      "</orders?page=3&per-page=2>; rel=\"next\"", "</orders?page=3&per-page=2>; rel=\"last\"",
    ]
    #expect(page["link"] == links.joined(separator: ", "))
    let filtered = try client.exchange("GET", "/orders?state=pending&customer=Grace+B")
    #expect(filtered.json["total"] == 1)
    #expect(filtered["link"]?.contains("state=pending&customer=Grace%20B&page=1") == true)
    #expect(try client.exchange("GET", "/orders?state=shipped").json["total"] == 0)
    #expect(try client.exchange("GET", "/orders?page=9").json["orders"] == [])
    #expect(try client.exchange("GET", "/orders?page=0").status == 422)
    #expect(try client.exchange("GET", "/orders?state=lost").status == 422)
  }
}
