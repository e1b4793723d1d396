import Documents
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct TimingRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  @Test
  func `a slow answer takes its time`() throws {
    let clock = ContinuousClock()
    let time = try clock.measure { _ = try client.exchange("POST", "/slow?ms=80") }
    #expect(time >= .milliseconds(80))
    #expect(try client.exchange("GET", "/slow?ms=60001").status == 422)
  }

  @Test
  func `pieces come one after the other`() throws {
    let clock = ContinuousClock()
    let time = try clock.measure {
      let answer = try client.exchange("GET", "/drip?pieces=4&ms=20")
      #expect(answer["transfer-encoding"] == "chunked")
      #expect(answer.text == "piece 1\npiece 2\npiece 3\npiece 4\n")
    }
    #expect(time >= .milliseconds(57))
  }

  @Test
  func `a flaky answer is good after so many attempts, for each key`() throws {
    for attempt in 1...2 {
      let answer = try client.exchange("GET", "/flaky?key=a&fail=2")
      #expect(answer.status == 503, "attempt \(attempt)")
      #expect(answer["retry-after"] == "0")
    }
    #expect(try client.exchange("GET", "/flaky?key=a&fail=2").json == ["key": "a", "attempt": 3])
    #expect(try client.exchange("GET", "/flaky?key=b&fail=2").status == 503)
  }

  @Test
  func `a job is done after so many readings`() throws {
    let start = try client.exchange("POST", "/jobs?polls=2")
    #expect(start.status == 202)
    let location = try #require(start["location"])
    let states = try (0..<4).map { _ in try client.exchange("GET", location).json }
    #expect(states.map { $0["state"] } == ["running", "running", "done", "done"])
    #expect(states.map { $0["progress"] } == [33, 66, 100, 100])
    #expect(states[3]["result"] == 42)
    #expect(try client.exchange("GET", "/jobs/no").status == 404)
  }

  @Test
  func `a counter counts posts`() throws {
    #expect(try client.exchange("GET", "/counter/a%2Fb").json == ["key": "a/b", "value": 0])
    _ = try client.exchange("POST", "/counter/a%2Fb")
    #expect(try client.exchange("POST", "/counter/a%2Fb").json["value"] == 2)
    #expect(try client.exchange("DELETE", "/counter/a%2Fb").status == 204)
    #expect(try client.exchange("GET", "/counter/a%2Fb").json["value"] == 0)
  }
}
