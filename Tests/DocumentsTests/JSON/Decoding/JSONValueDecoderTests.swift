import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct JSONValueDecoderTests {
  private func decode<Value: Decodable>(
    _ type: Value.Type = Value.self,
    _ text: String,
    keys: JSONValueDecoder.Keys = .unchanged
  ) throws -> Value {
    let value = try JSONParser().parse(Array(text.utf8))
    return try JSONValueDecoder(keys: keys).decode(type, from: value)
  }

  private func error<Value: Decodable>(
    _ type: Value.Type,
    _ text: String,
    keys: JSONValueDecoder.Keys = .unchanged
  ) -> String? {
    do {
      _ = try decode(type, text, keys: keys)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private struct Line: Codable, Hashable {
    var sku: String
    var amount: Int8
  }

  private struct Order: Codable, Hashable {
    var id: Int
    var note: String?
    var isPaid: Bool
    var lines: [Line]
    var tags: [String: Double]
  }

  @Test
  func `objects, lists, optionals and dictionaries are decoded`() throws {
    let text = """
      {"id": 7, "note": null, "isPaid": true, "more": [],
       "lines": [{"sku": "A", "amount": 1}, {"sku": "B", "amount": -128}], "tags": {"x y": 0.1}}
      """
    let expected = Order(
      id: 7,
      note: nil,
      isPaid: true,
      lines: [Line(sku: "A", amount: 1), Line(sku: "B", amount: -128)],
      tags: ["x y": 0.1]
    )
    #expect(try decode(Order.self, text) == expected)
    #expect(try decode([Int?].self, "[1, null]") == [1, nil])
    #expect(try decode(String?.self, "null") == nil)
    #expect(try decode([Int: String].self, #"{"1": "a"}"#) == [1: "a"])
  }

  @Test(arguments: [
    (
      #"{"items": [{"id": 1}, {"id": 2}, {"id": "x"}]}"#,
      "$.items[2].id: expected an integer, got a string"
    ),
    (#"{"items": [{"id": 1}, {}]}"#, "$.items[1].id: expected a value, got nothing"),
    (#"{"items": {}}"#, "$.items: expected an array, got an object"),
    (#"{"items": [null]}"#, "$.items[0]: expected an object, got null"),
    (#"{"items": [{"id": 1.5}]}"#, "$.items[0].id: expected an integer, got 1.5"),
    (#"{"items": [{"id": true}]}"#, "$.items[0].id: expected an integer, got a boolean"),
    ("[]", "$: expected an object, got an array"),
  ])
  func `an error names the place and what was there`(text: String, expected: String) {
    struct Item: Decodable { var id: Int }
    struct Page: Decodable { var items: [Item] }
    #expect(error(Page.self, text) == expected)
  }

  @Test
  func `names that are not plain stand in brackets`() {
    #expect(
      error([String: [String: Int]].self, #"{"a b": {"it's": "1"}}"#)
        == #"$['a b']['it\'s']: expected an integer, got a string"#
    )
  }

  @Test(arguments: [
    ("255", 255), ("0", 0), ("1.0", 1), ("1e2", 100), ("-0", 0), ("2550e-1", 255),
  ])
  func `whole numbers are taken by their value`(text: String, value: UInt8) throws {
    #expect(try decode(UInt8.self, text) == value)
  }

  @Test
  func `integers at their bounds are exact, beyond them an error`() throws {
    #expect(try decode(UInt64.self, "18446744073709551615") == .max)
    #expect(try decode(Int64.self, "-9223372036854775808") == .min)
    #expect(try decode(Int128.self, "-170141183460469231731687303715884105728") == .min)
    #expect(try decode(UInt128.self, "340282366920938463463374607431768211455") == .max)
    #expect(error(UInt8.self, "256") == "$: expected an integer from 0 to 255, got 256")
    #expect(error(UInt8.self, "-1") == "$: expected an integer from 0 to 255, got -1")
    #expect(error(Int64.self, "9223372036854775808")?.contains("got 9223372036854775808") == true)
    #expect(error(UInt128.self, "340282366920938463463374607431768211456") != nil)
    #expect(error(Int.self, "1e400000000") != nil)
    #expect(error(Int.self, "0.1e1") == nil)
    #expect(error(Int.self, String(repeating: "9", count: 100))?.contains("…") == true)
  }

  @Test
  func `fractions become the nearest number, what is lost otherwise is an error`() throws {
    #expect(try decode(Double.self, "0.1") == 0.1)
    #expect(try decode(Float.self, "0.1") == 0.1)
    #expect(try decode(Double.self, "1e23") == 1e23)
    #expect(try decode(Double.self, "9007199254740992") == 9_007_199_254_740_992)
    #expect(try decode(Double.self, "0e999") == 0)
    #expect(try decode(Float.self, "16777216") == 16_777_216)
    #expect(error(Double.self, "9007199254740993")?.contains("got 9007199254740993") == true)
    #expect(error(Float.self, "16777217") != nil)
    #expect(error(Double.self, "1e400") == "$: expected a number that Double can hold, got 1e400")
    #expect(error(Float.self, "1e39") != nil)
    #expect(error(Double.self, "1e-400") != nil)
    #expect(error(Double.self, #""1""#) == "$: expected a number, got a string")
  }

  @Test
  func `members in snake case are found by the type's keys`() throws {
    struct Person: Decodable, Hashable {
      var firstName: String
      var homeURLText: String?
      var id: Int
    }
    let text = #"{"first_name": "Ada", "id": 3, "home_url_text": "x"}"#
    let person = try decode(Person.self, text, keys: .snakeCase)
    #expect(person.firstName == "Ada")
    #expect(person.id == 3)
    // As in Foundation, the words of a name are capitalized, so `homeUrlText` would be found.
    #expect(person.homeURLText == nil)
    #expect(try decode(Person.self, #"{"firstName": "Ada", "id": 3}"#, keys: .snakeCase).id == 3)
    #expect(
      error(Person.self, #"{"first_name": 1, "id": 3}"#, keys: .snakeCase)
        == "$.first_name: expected a string, got 1"
    )
    #expect(
      error(Person.self, #"{"id": 3}"#, keys: .snakeCase)
        == "$.first_name: expected a value, got nothing"
    )
  }

  @Test(arguments: [
    ("a_b", "aB"), ("a", "a"), ("_a_b_", "_aB_"), ("__", "__"), ("", ""), ("A_B", "aB"),
    ("one_two_three", "oneTwoThree"), ("a__b", "aB"), ("aB", "aB"), ("a_", "a_"),
  ])
  func `snake case becomes camel case as in Foundation`(name: String, expected: String) {
    #expect(name.camelCased == expected)
  }

  @Test
  func `enums, nested containers and superclasses are decoded`() throws {
    enum Shape: Codable, Hashable {
      case circle(radius: Int)
      case point
    }
    class Base: Decodable {
      var a: Int
      init(a: Int) { self.a = a }
    }
    final class Derived: Base {
      var b: Int
      private enum CodingKeys: CodingKey { case b, list }
      required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        b = try container.decode(Int.self, forKey: .b) + list.decode(Int.self)
        #expect(list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        try super.init(from: container.superDecoder())
      }
    }
    #expect(try decode(Shape.self, #"{"circle": {"radius": 2}}"#) == .circle(radius: 2))
    #expect(try decode(Shape.self, #"{"point": {}}"#) == .point)
    let derived = try decode(Derived.self, #"{"b": 1, "list": [2], "super": {"a": 4}}"#)
    #expect(derived.b == 3)
    #expect(derived.a == 4)
  }

  @Test
  func `a value that is too deep is an error, not the end of the process`() {
    final class Tree: Decodable {
      var next: Tree?
    }
    var value: JSONValue = [:]
    for _ in 0..<600 { value = ["next": value] }
    let deep = value
    #expect(throws: JSONDecodingError.self) {
      try JSONValueDecoder().decode(Tree.self, from: deep)
    }
  }

  @Test
  func `what a type throws of itself is told`() {
    struct Picky: Decodable {
      struct Refusal: Error {}
      init(from decoder: any Decoder) throws { throw Refusal() }
    }
    #expect(error([Picky].self, "[1]") == "$: Refusal()")
  }
}
