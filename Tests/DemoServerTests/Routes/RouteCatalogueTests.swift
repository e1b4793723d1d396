import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct RouteCatalogueTests {
  @Test
  func `the root lists every route`() throws {
    let server = try DemoServer.start()
    let answer = try RawClient(port: server.port).exchange("GET", "/")
    let routes = try #require(answer.json["routes"]?.array)
    #expect(routes.count == RouteCatalogue.all.count)
    #expect(routes.allSatisfy { $0["summary"]?.string?.isEmpty == false })
    #expect(routes.contains { $0["path"] == "/orders/{id}" && $0["method"] == "DELETE" })
  }

  @Test
  func `every route answers a plain request without a server error of its own`() throws {
    let server = try DemoServer.start()
    let expectedly: Set = ["/status/{code}", "/flaky"]
    for route in RouteCatalogue.all
    where !FaultRoutes.all.contains(where: { $0.path == route.path }) {
      let client = try RawClient(port: server.port)
      let method = route.method == "*" ? "PURGE" : route.method
      let target = route.path.replacing("{rest…}", with: "a/b").replacing("{", with: "")
        .replacing("}", with: "")
      let answer = try client.exchange(method, target.replacing("/slow", with: "/slow?ms=1"))
      #expect(answer.status < 500 || expectedly.contains(route.path), "\(method) \(target)")
    }
  }

  @Test
  func `an unknown path is a problem`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    for target in ["/nowhere", "/orders/", "//", "/orders/a/b"] {
      let answer = try client.exchange("GET", target)
      #expect(answer.status == 404)
      #expect(answer["content-type"] == "application/problem+json")
      #expect(answer.json["title"] == "Not Found")
    }
  }

  @Test
  func `another method is told which ones there are`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    let refused = try client.exchange("PURGE", "/orders")
    #expect(refused.status == 405)
    #expect(refused["allow"] == "POST, GET, HEAD, OPTIONS")
    #expect(refused.json["status"] == 405)
    let options = try client.exchange("OPTIONS", "/orders")
    #expect(options.status == 204)
    #expect(options["allow"] == "POST, GET, HEAD, OPTIONS")
    #expect(try client.exchange("OPTIONS", "*").status == 204)
  }

  @Test
  func `a head has the length and no body`() throws {
    let server = try DemoServer.start()
    let client = try RawClient(port: server.port)
    let full = try client.exchange("GET", "/catalogue.xml")
    let head = try client.exchange("HEAD", "/catalogue.xml")
    #expect(head.status == 200)
    #expect(head["content-length"] == String(full.body.count))
    // The next answer starts where the head ended.
    #expect(try client.exchange("GET", "/health").json == ["status": "ok"])
  }
}
