import Documents
import Encodings
import Testing

@testable import DemoServer

@Suite(.timeLimit(.minutes(5))) struct ContentRoutesTests {
  private let server: DemoServer
  private let client: RawClient

  init() throws {
    server = try DemoServer.start()
    client = try RawClient(port: server.port)
  }

  @Test(
    arguments: [
      ("utf-8", [0x47, 0x72, 0xC3, 0xBC, 0xC3]), ("iso-8859-1", [0x47, 0x72, 0xFC, 0xDF]),
      ("utf-16", [0xFF, 0xFE, 0x47, 0x00]), ("utf-16be", [0x00, 0x47, 0x00, 0x72, 0x00, 0xFC]),
    ] as [(String, [UInt8])]
  )
  func `a text comes in a charset`(charset: String, start: [UInt8]) throws {
    let answer = try client.exchange("GET", "/text?charset=\(charset)")
    #expect(answer["content-type"] == "text/plain; charset=\(charset)")
    #expect(answer.body.starts(with: start))
    #expect(try client.exchange("GET", "/text?charset=ebcdic").status == 422)
  }

  @Test
  func `numbers keep their digits`() throws {
    let numbers = try client.exchange("GET", "/numbers").json
    #expect(numbers["big"]?.number?.literal == "9007199254740993")
    #expect(numbers["price"]?.number?.literal == "1.10")
    #expect(numbers["huge"]?.number?.literal == "1e400")
  }

  @Test
  func `a long list is as long as asked`() throws {
    let answer = try client.exchange("GET", "/large?items=1234")
    #expect(answer.json["items"]?.array?.count == 1234)
    #expect(answer.json["items"]?[-1]?["id"] == 1234)
    #expect(try client.exchange("GET", "/large?items=0").json == ["count": 0, "items": []])
    #expect(try client.exchange("GET", "/large?items=100001").status == 422)
  }

  @Test
  func `objects nest as deep as asked`() throws {
    let answer = try client.exchange("GET", "/nested?depth=2")
    #expect(answer.json == ["child": ["child": ["leaf": true]]])
  }

  @Test
  func `the time is told twice the same`() throws {
    let answer = try client.exchange("GET", "/time").json
    let unix = try #require(answer["unix"]?.number?.int)
    #expect(answer["now"] == .string(CivilDate(secondsSince1970: unix).rfc3339))
  }

  @Test
  func `hostile and other bytes come as they are`() throws {
    let hostile = try client.exchange("GET", "/hostile")
    #expect(hostile.body.contains(0))
    #expect(String(validating: hostile.body, as: UTF8.self) == nil)
    #expect(try client.exchange("GET", "/bytes?length=300").body.last == 43)
    let empty = try client.exchange("GET", "/empty?type=application/json")
    #expect(empty["content-length"] == "0")
    #expect(empty["content-type"] == "application/json")
  }
}
