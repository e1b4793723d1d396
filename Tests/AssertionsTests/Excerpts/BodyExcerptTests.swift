import Testing

@testable import Assertions
@testable import Documents

@Suite(.timeLimit(.minutes(5))) struct BodyExcerptTests {
  private let body = Array(
    #"{"id": 7, "total": 20.5, "lines": [ {"sku": "A,\"]"}, {"sku":"B"} ], "t\u0061g": 1}"#.utf8
  )

  private func excerpt(
    _ body: [UInt8],
    around path: [JSONPath.Component],
    label: String,
    contentType: String?
  ) -> String {
    BodyExcerpt.start(
      of: body,
      from: JSONLocator.offset(of: path, in: body),
      label: label,
      contentType: contentType
    )
  }

  @Test(
    arguments: [
      ([.name("total")], #"… "total": 20.5, "lines": ["#),
      ([.name("lines"), .index(1)], #"… {"sku":"B"}"#),
      ([.name("lines"), .index(1), .name("sku")], #"… "sku":"B"}"#),
      ([.name("lines"), .index(9)], #"… "lines": ["#),
      ([.name("tag")], #"… "t\u0061g": 1}"#),
      ([.name("gone")], #"{"id": 7,"#),
      ([], #"{"id": 7,"#),
    ] as [([JSONPath.Component], String)]
  )
  func `a piece of JSON starts at the place`(path: [JSONPath.Component], start: String) {
    let text = excerpt(body, around: path, label: "$", contentType: "application/json")
    let head = "$ in application/json, \(body.count) bytes:  "
    #expect(text.hasPrefix(head + start), "\(text)")
  }

  @Test func `an excerpt is bounded and harmless`() {
    let long =
      Array("a\u{1B}[31m\n\n\t b".utf8) + Array(repeating: UInt8(ascii: "x"), count: 100_000)
    let text = BodyExcerpt.start(of: long, contentType: nil)
    #expect(text.hasPrefix(#"body in no content-type, 100011 bytes:  a\u{1B}[31m b"#), "\(text)")
    #expect(text.count < 300)
    #expect(text.hasSuffix(" …"))
    #expect(BodyExcerpt.start(of: [], contentType: "a/b") == "empty body in a/b")
    #expect(BodyExcerpt.start(of: [], contentType: nil) == "empty body")
  }

  @Test(arguments: [
    "", "{", "[", "{\"a\"", "{\"a\":", "[[[[", "{\"a\":\"\\", "]", "nonsense", "{\"a\":1",
  ])
  func `broken JSON has an excerpt too`(text: String) {
    let path: [JSONPath.Component] = [.name("b"), .index(3), .name("c")]
    let excerpt = excerpt(Array(text.utf8), around: path, label: "$.b", contentType: nil)
    #expect(excerpt.hasPrefix(text.isEmpty ? "empty body" : "$.b in no content-type"))
  }

  @Test func `a name with an escape that means nothing is another one`() {
    let text = #"{"\q": 0, "b": 1}"#
    let excerpt = excerpt(
      Array(text.utf8),
      around: [.name("b")],
      label: "$.b",
      contentType: nil
    )
    #expect(excerpt.contains(#"… "b": 1}"#), "\(excerpt)")
  }
}
