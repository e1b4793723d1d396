import Documents
import Glibc

extension Subject {
  /// JSON, JSONPath and JSON Schema.
  static let documents = Subject(
    name: "documents",
    summary: "Documents: JSON, JSONPath, JSON Schema and XPath"
  ) { _ in
    let text = order(count: 52_000)
    let megabytes = Double(text.count) / 1e6
    let before = allocated()
    let document = try JSONParser().parse(text)
    let perByte = Double(allocated() - before) / Double(text.count)
    let parsing = try Measurement.seconds { _ = try JSONParser().parse(text) }
    let path = try JSONPath(parsing: "$..name")
    let searching = try Measurement.seconds { _ = try path.values(in: document) }
    let schema = try JSONSchema(compiling: orderSchema)
    let small = try JSONParser().parse(order(count: 5))
    guard schema.isValid(small) else { return [] }
    let rounds = 10_000
    let validating = Measurement.seconds {
      for _ in 0..<rounds where !schema.isValid(small) { abort() }
    }
    let slowest = try slowestQuery()
    return [
      Measurement(
        name: "parsing \(Int(megabytes.rounded())) MB of JSON",
        value: megabytes / parsing,
        unit: "MB/s",
        limit: .atLeast(100)
      ),
      Measurement(
        name: "memory of the parsed document",
        value: perByte,
        unit: "bytes for each byte",
        limit: .atMost(12)
      ),
      Measurement(
        name: "$..name on it",
        value: searching * 1e3,
        unit: "ms",
        limit: .atMost(100)
      ),
      Measurement(
        name: "a compiled schema on \(small.serialized().count) bytes",
        value: validating / Double(rounds) * 1e6,
        unit: "µs",
        limit: .atMost(20)
      ),
      Measurement(
        name: "the slowest query on 1 MiB of XML, \(slowest.query)",
        value: slowest.seconds,
        unit: "s",
        limit: .atMost(2)
      ),
    ]
  }

  /// The bytes of the program that are in memory.
  private static func allocated() -> Int {
    guard let file = unsafe fopen("/proc/self/statm", "r") else { return 0 }
    defer { unsafe fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard unsafe fgets(&text, 128, file) != nil else { return 0 }
    let words = text.split(separator: 0x20)
    let pages = words.count > 1 ? String(decoding: words[1].map(UInt8.init), as: UTF8.self) : ""
    return (Int(pages) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// The slowest of some queries that are made to be slow, whether it is answered or given up.
  private static func slowestQuery() throws -> (query: String, seconds: Double) {
    let queries = [
      "count(//a | //*)", "//*//*//*", "//*/ancestor::*/..", "//a/following::a", "//a = //a",
      "//a[. = //a]", "//a != //a", "//a < //a", "//a/preceding-sibling::a",
      "//*[string-length(/) > 1]",
      "//a[translate(/, /, /) = /]", "//*[contains(/, concat(/, /))]", "sum(//*) + sum(//*)",
      "//a[count(preceding::a[count(following::a) > 1]) > 3]", "//*[position() = last()]",
      "string-length(" + String(repeating: "concat(/, /, ", count: 60) + "/"
        + String(repeating: ")", count: 61), "//a/text() | //a | //node()", "//*[/ + 1 > 2]",
    ]
    var slowest = ("", 0.0)
    for unit in ["<a/>", "<a>ab</a>", "<a b='1'>1<a>2</a>x</a>"] {
      let text = "<r>" + String(repeating: unit, count: (1 << 20) / unit.utf8.count) + "</r>"
      let document = try XMLDocument(parsing: Array(text.utf8))
      for query in queries {
        let path = try XPath(parsing: query)
        let seconds = ContinuousClock().measure { _ = try? document.evaluate(path) }.inSeconds
        if seconds > slowest.1 { slowest = (String(query.prefix(40)), seconds) }
      }
    }
    return slowest
  }

  private static func order(count: Int) -> [UInt8] {
    var text = #"{"id":"a7f3","state":"pending","customer":{"name":"Ada","mail":null},"lines":["#
    for index in 0..<count {
      text += index == 0 ? "" : ","
      text +=
        #"{"sku":"ABC-\#(index)","name":"a thing of the number \#(index)","quantity":\#(index % 9 + 1),"#
      text +=
        #""price":\#(index % 100).95,"tags":["new","größe","a\"b"],"stock":{"here":true,"there":false},"#
      text += #""size":[1,2.5,-3e2],"note":null}"#
    }
    return Array((text + "]}").utf8)
  }

  private static let orderSchema: JSONValue = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["id", "state", "customer", "lines"],
    "properties": [
      "id": ["type": "string", "minLength": 1],
      "state": ["enum": ["pending", "shipped"]],
      "customer": [
        "type": "object", "required": ["name"],
        "properties": ["name": ["type": "string"], "mail": ["type": ["string", "null"]]],
      ],
      "lines": ["type": "array", "minItems": 1, "items": ["$ref": "#/$defs/line"]],
    ],
    "additionalProperties": false,
    "$defs": [
      "line": [
        "type": "object", "required": ["sku", "name", "quantity", "price"],
        "properties": [
          "sku": ["type": "string", "pattern": "^[A-Z]{3}-[0-9]+$"],
          "name": ["type": "string", "maxLength": 100],
          "quantity": ["type": "integer", "minimum": 1],
          "price": ["type": "number", "minimum": 0],
          "tags": ["type": "array", "items": ["type": "string"], "uniqueItems": true],
          "stock": ["type": "object", "additionalProperties": ["type": "boolean"]],
          "size": ["type": "array", "items": ["type": "number"]],
        ],
      ]
    ],
  ]
}
