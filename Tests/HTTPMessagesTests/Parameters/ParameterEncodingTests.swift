import Documents
import Testing

@testable import HTTPMessages

@Suite(.timeLimit(.minutes(5))) struct ParameterEncodingTests {
  private struct Line: Codable, Hashable {
    var sku: String
    var unitPrice: Double
  }

  private struct Order: Codable, Hashable {
    var orderId: Int
    var isGift = true
    var note: String?
    var lines: [Line] = []
    var counts: [String: UInt64] = [:]
  }

  private let order = Order(
    orderId: 7,
    note: nil,
    lines: [Line(sku: "ä b", unitPrice: 0.1), Line(sku: "", unitPrice: 2)],
    counts: ["n": .max]
  )

  @Test
  func `a value becomes parameters, its members in order`() throws {
    #expect(
      try ParameterValue(encoding: order)
        == [
          "orderId": 7, "isGift": true,
          "lines": [["sku": "ä b", "unitPrice": 0.1], ["sku": "", "unitPrice": 2]],
          "counts": ["n": .number(try #require(JSONNumber(parsing: "18446744073709551615")))],
        ]
    )
    #expect(try ParameterValue(encoding: [1, nil, 3] as [Int?]) == [1, nil, 3])
    #expect(try ParameterValue(encoding: Int128.min).json?.number?.literal == "\(Int128.min)")
    #expect(try ParameterValue(encoding: Float(0.1)) == 0.1)
    #expect(try ParameterValue(encoding: [String: Int]()) == .object([]))
  }

  @Test
  func `what was encoded is decoded to the same`() throws {
    let json = try #require(ParameterValue(encoding: order, keys: .snakeCase).json)
    #expect(json["order_id"] == 7)
    let copy = try JSONValueDecoder(keys: .snakeCase).decode(Order.self, from: json)
    #expect(copy == order)
  }

  @Test
  func `what cannot be encoded is an error that names its place`() throws {
    var broken = order
    broken.lines[1].unitPrice = .nan
    let error = #expect(throws: SessionError.self) { try ParameterValue(encoding: broken) }
    #expect(
      error?.message
        == "the parameters cannot be encoded: $.lines[1].unitPrice: expected a finite number, got nan"
    )
    #expect(error?.domain == .requestSerialization)
    #expect(error?.code == .cannotDecodeContentData)
  }

  @Test
  func `a value without end is an error, not the end of the process`() throws {
    final class Ring: Encodable {
      var next: Ring?
      private enum CodingKeys: CodingKey { case next }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(next, forKey: .next)
      }
    }
    let ring = Ring()
    ring.next = ring
    defer { ring.next = nil }
    let error = #expect(throws: SessionError.self) { try ParameterValue(encoding: ring) }
    #expect(error?.message.contains("expected at most 512 levels") == true)
  }

  @Test
  func `enums, superclasses and lists in lists are encoded`() throws {
    enum Shape: Encodable { case circle(radius: Int) }
    class Base: Encodable {
      var a = 1
    }
    final class Derived: Base {
      private enum CodingKeys: CodingKey { case b }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var list = container.nestedUnkeyedContainer(forKey: .b)
        try list.encode(2)
        var inner = list.nestedUnkeyedContainer()
        try inner.encodeNil()
        #expect(list.count == 2)
        try super.encode(to: container.superEncoder())
      }
    }
    #expect(try ParameterValue(encoding: Shape.circle(radius: 2)) == ["circle": ["radius": 2]])
    #expect(try ParameterValue(encoding: Derived()) == ["b": [2, [nil]], "super": ["a": 1]])
  }
}
