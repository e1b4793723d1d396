import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct CatalogueRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  @Test(
    arguments: [
      ("application/xml", "application/xml"), ("*/*", "application/json"),
      ("text/html, application/xml;q=0.9", "text/html; charset=utf-8"),
      ("text/html;q=0.1, application/json;q=0.2", "application/json"), ("", "application/json"),
    ]
  )
  func `the catalogue comes as is accepted`(accept: String, type: String) throws {
    let answer = try client.exchange("GET", "/catalogue", ["Accept": accept])
    #expect(answer["content-type"] == type)
    #expect(answer["vary"] == "Accept")
  }

  @Test
  func `what is not offered is not acceptable`() throws {
    #expect(try client.exchange("GET", "/catalogue", ["Accept": "image/png"]).status == 406)
  }

  @Test
  func `the JSON has exact prices`() throws {
    let answer = try client.exchange("GET", "/catalogue.json")
    #expect(answer.json["items"]?.array?.count == 4)
    #expect(answer.json["items"]?[1]?["price"]?.number?.literal == "4.50")
    #expect(try client.exchange("GET", "/catalogue/ABC-3").json["name"] == "Field glasses")
    #expect(try client.exchange("GET", "/catalogue/NO").status == 404)
  }

  @Test
  func `the XML has a default and a prefixed namespace, the page its parts`() throws {
    let xml = try client.exchange("GET", "/catalogue.xml")
    #expect(xml["content-type"] == "application/xml")
    #expect(
      xml.text.contains("<catalogue xmlns=\"urn:curlew:catalogue\" xmlns:s=\"urn:curlew:stock\"")
    )
    #expect(xml.text.contains("<s:level warehouse=\"Kiel\">12</s:level>"))
    let html = try client.exchange("GET", "/catalogue.html")
    for part in ["<title>Catalogue</title>", "<table id=\"items\">", "<form id=\"order\"", "<nav>"]
    {
      #expect(html.text.contains(part))
    }
  }

  @Test
  func `the CSV has a header and a row for each item, the form what is asked`() throws {
    let csv = try client.exchange("GET", "/catalogue.csv")
    #expect(csv["content-type"] == "text/csv; charset=utf-8")
    #expect(csv.text.hasPrefix("sku,name,price,stock\r\nABC-1,Curlew mug,9.99,12\r\n"))
    #expect(csv.text.split(separator: "\r\n").count == 5)
    let form = try client.exchange("GET", "/form?a=1&b=%FF&a=c+d")
    #expect(form["content-type"] == "application/x-www-form-urlencoded")
    #expect(form.text == "a=1&b=%FF&a=c+d")
    #expect(try client.exchange("GET", "/form").text == "")
  }

  @Test
  func `the property list is XML or binary`() throws {
    let xml = try client.exchange("GET", "/catalogue.plist")
    #expect(xml["content-type"] == "application/x-plist")
    #expect(xml.text.contains("<date>2026-01-31T12:00:00Z</date>"))
    let list = try PropertyListValue.parse(xml.body).value
    #expect(list["updated"] == PropertyListDate(iso8601: "2026-01-31T12:00:00Z").map { .date($0) })
    #expect(list["items"]?[0]?["sku"] == .string("ABC-1"))
    let binary = try client.exchange("GET", "/catalogue.plist?format=binary")
    #expect(binary.body.starts(with: Array("bplist00".utf8)))
    #expect(try PropertyListValue.parse(binary.body).value == list)
    #expect(try client.exchange("GET", "/catalogue.plist?format=old").status == 422)
  }

  @Test
  func `images have the size asked for`() throws {
    let png = try client.exchange("GET", "/image.png?width=300&height=2")
    #expect(png["content-type"] == "image/png")
    #expect(Array(png.body[16..<24]) == [0, 0, 1, 44, 0, 0, 0, 2])
    let gif = try client.exchange("GET", "/image.gif?width=300&height=2&frames=3")
    #expect(gif["content-type"] == "image/gif")
    #expect(Array(gif.body[..<10]) == Array("GIF89a".utf8) + [44, 1, 2, 0])
    #expect(try client.exchange("GET", "/image.png?width=0").status == 422)
    #expect(try client.exchange("GET", "/image.png?width=1025").status == 422)
  }
}
