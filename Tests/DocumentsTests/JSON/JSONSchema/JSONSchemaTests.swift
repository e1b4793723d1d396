import Testing

@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct JSONSchemaTests {
  private func violations(
    _ schema: JSONValue,
    _ value: JSONValue,
    assertsFormat: Bool = false
  ) throws -> [String] {
    try JSONSchema(compiling: schema, options: .init(assertsFormat: assertsFormat))
      .validate(value)
      .map(\.description)
  }

  @Test(
    arguments: [
      (["type": "string"], 7, "the document: expected type string, got integer"),
      (
        ["type": ["null", "integer"]], 7.5,
        "the document: expected type null or integer, got number"
      ),
      (
        ["required": ["a", "b"]], ["a": 1],
        "the document: expected the member \"b\", which is missing"
      ),
      (
        ["dependentRequired": ["a": ["b"], "c": ["d"]]], ["a": 1],
        "the document: expected the member \"b\", which is missing"
      ),
      (["properties": ["a": ["maximum": 3]]], ["a": 4], "/a: expected at most 3, got 4"),
      (["items": ["enum": [1, 2]]], [1, 3], "/1: expected one of [1,2], got 3"),
      (["additionalProperties": false], ["a/b": 1], "/a~1b: expected nothing here, got number"),
      (
        ["uniqueItems": true], [1, 2, 1.0],
        "the document: expected no two equal elements, got the same at 0 and 2"
      ),
      (["pattern": "^a+$"], "b", "the document: expected text that matches ^a+$, got \"b\""),
      (["multipleOf": 0.01], 1.005, "the document: expected a multiple of 0.01, got 1.005"),
      (["not": true], 1, "the document: expected a value that is not of this schema"),
      (
        ["contains": ["type": "null"]], [1],
        "the document: expected 1 or more fitting elements, got 0"
      ),
      (
        ["propertyNames": ["maxLength": 1]], ["ab": 1],
        "the document: expected no member of the name \"ab\""
      ),
      (["minLength": 1], "", "the document: expected at least 1 character, got \"\""),
    ] as [(JSONValue, JSONValue, String)]
  )
  func `a violation is a sentence with its place`(
    schema: JSONValue,
    value: JSONValue,
    sentence: String
  ) throws {
    #expect(try violations(schema, value) == [sentence])
  }

  @Test func `what a schema refuses is not evaluated by it`() throws {
    let schema: JSONValue = [
      "allOf": [["additionalProperties": ["type": "string"]]], "unevaluatedProperties": false,
    ]
    let found = try violations(schema, ["a": 1])
    #expect(
      found == ["/a: expected type string, got integer", "/a: expected nothing here, got number"]
    )
    #expect(try violations(schema, ["a": "x"]) == [])
  }

  @Test func `a violation has the place in the schema, through references too`() throws {
    let schema = try JSONSchema(
      compiling: [
        "$id": "https://example.com/order", "properties": ["lines": ["items": ["$ref": "#line"]]],
        "$defs": ["line": ["$anchor": "line", "required": ["sku"]]],
      ]
    )
    let found = schema.validate(["lines": [["sku": 1], [:]]])
    #expect(found.map(\.schemaLocation) == ["https://example.com/order#/$defs/line/required"])
    #expect(found.map(\.components) == [[.name("lines"), .index(1)]])
    #expect(found.map(\.keyword) == ["required"])
  }

  @Test func `what an invalid branch evaluated is unevaluated for the schema around it`() throws {
    let schema: JSONValue = [
      "allOf": [["properties": ["a": true], "allOf": [["required": ["b"]]]]],
      "unevaluatedProperties": false,
    ]
    #expect(
      try violations(schema, ["a": 1]) == [
        "the document: expected the member \"b\", which is missing",
        "/a: expected nothing here, got number",
      ]
    )
  }

  @Test func `all violations are found, up to the limit`() throws {
    let schema = try JSONSchema(compiling: ["items": ["type": "string"]])
    let values = JSONValue.array(Array(repeating: 1, count: 500))
    #expect(schema.validate(values).count == 100)
    #expect(schema.validate(values, limit: 7).count == 7)
  }

  @Test func `of alternatives the nearest one is explained`() throws {
    let schema = try JSONSchema(
      compiling: [
        "oneOf": [
          ["type": "null"], ["properties": ["kind": ["const": "a"], "size": ["type": "integer"]]],
        ]
      ]
    )
    let found = try #require(schema.validate(["kind": "a", "size": "x"]).first)
    #expect(found.causes.map(\.description) == ["/size: expected type integer, got string"])
  }

  @Test(arguments: [
    (
      "http://json-schema.org/draft-07/schema#",
      "expected a schema of draft 2020-12, got one of draft-07"
    ),
    (
      "https://json-schema.org/draft/2019-09/schema",
      "expected a schema of draft 2020-12, got one of draft 2019-09"
    ),
    ("https://example.com/unknown", "unknown dialect \"https://example.com/unknown\""),
  ])
  func `schemas of other drafts are refused`(dialect: String, message: String) {
    let error = #expect(throws: JSONSchemaError.self) {
      try JSONSchema(compiling: ["$schema": .string(dialect)])
    }
    #expect(error?.code == .unsupportedDialect)
    #expect(error?.message == message)
  }

  @Test(
    arguments: [
      (
        ["type": "strng"],
        "expected a type out of null, boolean, object, array, number, string, integer, got \"strng\", did you mean \"string\"?",
        "#/type"
      ),
      (
        ["properties": ["a": 1]], "expected a schema, an object or a boolean, got number",
        "#/properties/a"
      ),
      (["minLength": -1], "expected a whole number from 0, got -1", "#/minLength"),
      (
        ["pattern": "(?=a"],
        "the pattern \"(?=a\" cannot be used: expected )",
        "#/pattern"
      ),
      (
        ["pattern": "(a)\\2"], "the pattern \"(a)\\2\" cannot be used: there is no group 2",
        "#/pattern"
      ),
      (
        ["$ref": "other.json"],
        "the reference \"other.json\" leads to no known document; schemas are not fetched", "#/$ref"
      ),
      (["$ref": "#/a/b"], "the reference \"#/a/b\" leads to nothing", "#/$ref"),
      (["allOf": []], "expected a list of schemas", "#/allOf"),
      (
        ["$ref": "#/allOf/1", "allOf": [true]], "the reference \"#/allOf/1\" leads to nothing",
        "#/$ref"
      ),
    ] as [(JSONValue, String, String)]
  )
  func `a mistake in a schema has a place`(schema: JSONValue, message: String, place: String) {
    let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(compiling: schema) }
    #expect(error?.message == message)
    #expect(error?.schemaLocation == place)
  }

  @Test func `a long pattern is cut in messages, and what was found is behind it`() throws {
    let list = (1...1_000).map { "Zone/A\($0)z" }.joined(separator: "|")
    let schema = try JSONSchema(compiling: ["pattern": .string(list)])
    #expect(schema.isValid("Zone/A1000z"))
    let violation = try #require(schema.validate("Zone").first)
    #expect(violation.message == "expected text that matches \(list.prefix(200))…, got \"Zone\"")
    let error = #expect(throws: JSONSchemaError.self) {
      try JSONSchema(compiling: ["pattern": .string(list + "(?=a")])
    }
    #expect(error?.message == "the pattern \"\(list.prefix(200))…\" cannot be used: expected )")
  }

  @Test func `a schema inside of an OpenAPI document works`() throws {
    let document: JSONValue = [
      "openapi": "3.1.0",
      "components": [
        "schemas": [
          "Pet": [
            "type": "object", "properties": ["owner": ["$ref": "#/components/schemas/Owner"]],
          ],
          "Owner": ["type": "string"],
        ]
      ],
    ]
    let schema = try JSONSchema(compiling: document, fragment: "/components/schemas/Pet")
    #expect(schema.isValid(["owner": "Ada"]))
    #expect(schema.validate(["owner": 1]).map(\.instanceLocation) == ["/owner"])
  }

  @Test func `a name that begins with an accent is another than the one without`() throws {
    let schema = try JSONSchema(
      compiling: [
        "$defs": ["\u{301}b": ["type": "string"], "b": true], "$ref": "#/$defs/%CC%81b",
      ]
    )
    #expect(schema.verdict(on: 1) == false)
    #expect(schema.verdict(on: "text") == true)
  }

  @Test func `references lead to given documents`() throws {
    let schema = try JSONSchema(
      compiling: ["$ref": "b.json#/$defs/x"],
      baseURI: "file:///project/schemas/a.json"
    ) { uri in
      uri == "file:///project/schemas/b.json" ? ["$defs": ["x": ["type": "null"]]] : nil
    }
    #expect(schema.isValid(nil))
    #expect(!schema.isValid(1))
  }

  @Test func `format is an assertion only when asked`() throws {
    #expect(try violations(["format": "date"], "2023-02-29").isEmpty)
    #expect(
      try violations(["format": "date"], "2023-02-29", assertsFormat: true)
        == ["the document: expected the format date, got \"2023-02-29\""]
    )
  }

  @Test(
    arguments: [
      ["$ref": "#"],
      ["allOf": [["$ref": "#"]]],
      ["anyOf": [["$ref": "#"], ["$ref": "#"]]],
      ["$defs": ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]], "$ref": "#/$defs/a"],
    ] as [JSONValue]
  )
  func `a schema that refers to itself without end is given up`(schema: JSONValue) throws {
    let found = try violations(schema, 1)
    #expect(!found.isEmpty)
  }

  @Test func `a deep value is validated by a recursive schema`() throws {
    let schema = try JSONSchema(
      compiling: ["type": "array", "items": ["allOf": [["$ref": "#"]]], "unevaluatedItems": false]
    )
    let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try schema.validate(JSONParser().parse(text)).isEmpty)
  }

  @Test(arguments: ["{\"$defs\":{\"a\":", "{\"not\":", "{\"allOf\":["])
  func `a deeply nested schema is refused and not a crash`(piece: String) throws {
    let close = piece.reversed().compactMap { $0 == "[" ? "]" : $0 == "{" ? "}" : nil }.joined()
    let text =
      String(repeating: piece, count: 1300) + "true" + String(repeating: close, count: 1300)
    let document = try JSONParser(options: .init(maximumDepth: 4096)).parse(text)
    let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(compiling: document) }
    #expect(error?.code == .tooLarge)
  }

  @Test(
    arguments: [
      ["pattern": "^((a|a)+)+[bc]$"], ["not": ["pattern": "^((a|a)+)+[bc]$"]],
      ["anyOf": [["pattern": "^((a|a)+)+[bc]$"], ["not": true]]],
    ] as [JSONValue]
  )
  func `a pattern that takes too many steps makes nothing valid`(schema: JSONValue) throws {
    let schema = try JSONSchema(compiling: schema)
    let text = JSONValue.string(String(repeating: "a", count: 60))
    PatternWork.$current.withValue(.init(steps: 100_000)) {
      #expect(schema.verdict(on: text) == nil)
      #expect(!schema.isValid(text))
      let violations = schema.validate(text)
      #expect(violations.count == 1)
      #expect(
        "\(violations)".contains("needs too many steps on this text of 60 bytes"),
        "\(violations)"
      )
    }
  }

  @Test func `a member's name that takes too many steps is neither covered nor left over`() throws {
    let schema = try JSONSchema(compiling: [
      "not": ["patternProperties": ["^((a|a)+)+[bc]$": true], "additionalProperties": false]
    ])
    let verdict = PatternWork.$current.withValue(.init(steps: 100_000)) {
      schema.verdict(on: .object([String(repeating: "a", count: 60): 1]))
    }
    #expect(verdict == nil)
  }
}
