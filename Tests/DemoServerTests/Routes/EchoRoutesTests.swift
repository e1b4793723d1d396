import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct EchoRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  @Test
  func `a request is told back`() throws {
    let headers = ["X-A": "1", "Content-Type": "application/json"]
    let target = "/echo/a%20b?q=1&q=%C3%A9+x&a[b]=&c"
    let echo = try client.exchange("PURGE", target, headers, body: "{\"n\": 1.10}").json
    #expect(echo["method"] == "PURGE")
    #expect(echo["path"] == "/echo/a b")
    #expect(echo["target"] == .string(target))
    #expect(echo["http"] == "1.1")
    #expect(echo["query"] == ["q": ["1", "é x"], "a[b]": "", "c": ""])
    #expect(echo["query_pairs"] == [["q", "1"], ["q", "é x"], ["a[b]", ""], ["c", ""]])
    #expect(echo["headers"]?["x-a"] == "1")
    #expect(echo["header_pairs"]?.array?.contains(["X-A", "1"]) == true)
    #expect(echo["content_type"] == "application/json")
    #expect(echo["length"] == 11)
    #expect(echo["text"] == "{\"n\": 1.10}")
    #expect(echo["json"]?["n"]?.number?.literal == "1.10")
    #expect(echo["base64"] == .null)
  }

  @Test
  func `bytes that are no text are told in base 64`() throws {
    client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n")
    client.send([0xFF, 0, 1, 2])
    let echo = try client.answer().json
    #expect(echo["text"] == .null)
    #expect(echo["base64"] == "/wABAg==")
    #expect(echo["json"] == .null)
  }

  @Test
  func `nesting deeper than the parser takes is no JSON, and harms nobody`() throws {
    let body = String(repeating: "[", count: 200_000)
    let echo = try client.exchange("POST", "/echo", body: body).json
    #expect(echo["json"] == .null)
    let type = ["Content-Type": "application/json"]
    #expect(try client.exchange("POST", "/orders", type, body: body).status == 400)
  }

  @Test
  func `a form is told field by field`() throws {
    let type = ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"]
    let body = "user%5Bname%5D=Ada+L&tags[]=a&tags[]=b&empty=&broken=%zz"
    let form = try client.exchange("POST", "/forms", type, body: body).json
    let fields: JSONValue = [
      "user[name]": "Ada L", "tags[]": ["a", "b"], "empty": "", "broken": "%zz",
    ]
    #expect(form["fields"] == fields)
    #expect(form["pairs"]?[0] == ["user[name]", "Ada L"])
    #expect(try client.exchange("POST", "/forms", body: body).status == 415)
    let long = "a=" + String(repeating: "b", count: 1 << 20)
    #expect(try client.exchange("POST", "/forms", type, body: long).status == 413)
  }

  @Test
  func `uploads are told part by part`() throws {
    let type = ["Content-Type": "multipart/form-data; boundary=\"x y\""]
    let body =
      "preamble\r\n--x y\r\nContent-Disposition: form-data; name=\"a\\\"b\"\r\n\r\none\r\n"
      + "--x y\r\nContent-Disposition: form-data; name=file; filename=\"n.bin\"\r\n"
      + "Content-Type: application/octet-stream\r\n\r\n123456789\r\n"
      + "--x y\r\ncontent-disposition: form-data; name=\"empty\"\r\n\r\n\r\n--x y--\r\n"
    let answer = try client.exchange("POST", "/uploads", type, body: body)
    #expect(answer.status == 200)
    #expect(answer.json["count"] == 3)
    let parts = answer.json["parts"]
    #expect(parts?[0]?["name"] == "a\"b")
    #expect(parts?[0]?["text"] == "one")
    #expect(parts?[0]?["filename"] == .null)
    #expect(parts?[1]?["filename"] == "n.bin")
    #expect(parts?[1]?["type"] == "application/octet-stream")
    #expect(parts?[1]?["size"] == 9)
    #expect(parts?[1]?["crc32"] == "cbf43926")
    #expect(parts?[1]?["md5"] == "25f9e794323b453885f5181f1b624d0b")
    #expect(parts?[2]?["size"] == 0)
  }

  @Test(
    arguments: [
      "", "--x", "--x--", "--x\r\n", "--x\r\n\r\n", "--x\r\n\r\n--x--",
      "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nunfinished",
      "--x\r\nContent-Disposition: attachment\r\n\r\na\r\n--x--",
      "--x\r\nno colon\r\n\r\na\r\n--x--", "--xy\r\n\r\na\r\n--x--",
    ]
  )
  func `a broken multipart body is refused`(body: String) throws {
    let type = ["Content-Type": "multipart/form-data; boundary=x"]
    let answer = try client.exchange("POST", "/uploads", type, body: body)
    #expect(answer.status == (body == "--x--" ? 200 : 400))
  }

  @Test
  func `an order is read by GraphQL`() throws {
    let order = try client.json("POST", "/orders", ["sku": "ABC-1", "quantity": 2])
    let id = try #require(order.json["id"]?.string)
    let inline = "{ order(id: \"\(id)\") { state, customer { name } lines { sku } } }"
    let answer = try client.json("POST", "/graphql", ["query": .string(inline)])
    let expected: JSONValue = [
      "state": "pending", "customer": ["name": "Ada"], "lines": [["sku": "ABC-1"]],
    ]
    #expect(answer.json == ["data": ["order": expected]])
    let named = "query Q($order: ID!) { order(id: $order) { id nothing } }"
    let variables: JSONValue = ["query": .string(named), "variables": ["order": .string(id)]]
    let byVariable = try client.json("POST", "/graphql", variables)
    #expect(byVariable.json["data"]?["order"] == ["id": .string(id), "nothing": .null])
    let unknown = "{ order(id: \"no\") { id } }"
    let missing = try client.json("POST", "/graphql", ["query": .string(unknown)])
    #expect(missing.json["data"]?["order"] == .null)
    #expect(missing.json["errors"]?[0]?["message"] == "no order no")
  }

  @Test(
    arguments: [
      "", "{", "}", "{ order", "{ order(id:", "{ order(id: \"", "{ order(id: \"a\"", "{ items }",
      "{ items { { } }", "{ order(id: \"a\") { a { b {", "{ version }",
      "mutation { a(b: 1) { c } }",
    ]
  )
  func `any other query is told back`(query: String) throws {
    let body: JSONValue = ["query": .string(query), "operationName": "Q", "variables": ["a": 1]]
    let answer = try client.json("POST", "/graphql", body)
    #expect(answer.status == 200)
    let echo = answer.json["data"]?["echo"]
    #expect(echo?["query"] == .string(query))
    #expect(echo?["operationName"] == "Q")
    #expect(echo?["variables"] == ["a": 1])
  }
}
