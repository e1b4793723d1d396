import TestSupport
import Testing

/// Steps against comma-separated values and forms.
@Suite(.timeLimit(.minutes(5))) struct CSVVerdictTests {
  private func csv(_ text: String, type: String = "text/csv") -> VerdictTable {
    VerdictTable(
      response: .text(text, type: type),
      files: [
        "same.csv": "sku,qty\nABC-1,2\nXYZ-9,\n",
        "lists.json": #"[["sku", "qty"], ["ABC-1", 2], ["XYZ-9", ""]]"#,
        "semicolons.csv": "sku;qty\nABC-1;2\nXYZ-9;\n",
        "broken.csv": "sku,qty\n1\n",
        "rows.schema.json": #"{"type": "array", "items": {"required": ["sku", "qty"]}}"#,
      ]
    )
  }

  @Test func `rows are asked, compared and measured as text`() async throws {
    let table = csv("sku,qty\r\nABC-1,2\r\nXYZ-9,\r\n")
    #expect(
      try await table.differences([
        ("csv: { '$[0].sku': ABC-1, '$[0].qty': 2, '$[1].qty': '' }", "passed"),
        ("csv: { '$[0].qty': { gt: 1, lt: 3 } }", "passed"),
        ("csv: { '$[0].qty': { type: integer } }", "passed"),
        ("csv: { '$[0].qty': 3 }", "failed"), ("csv: { '$[1].qty': 0 }", "failed"),
        ("csv: { '$[1].qty': { lt: 1 } }", "failed"),
        ("csv: { '$[1].qty': { not: { gt: 1 } } }", "failed"),
        ("csv: { $: { count: 2 } }", "passed"), ("csv: { \"$[*].sku\": [ABC-1, XYZ-9] }", "passed"),
        ("csv: { \"$[?@.sku == 'XYZ-9'].qty\": [''] }", "passed"),
        ("csv: { '$[2]': { exists: false } }", "passed"), ("csv: { '$[0].name': ABC-1 }", "failed"),
        ("csv: { equals: [{ sku: ABC-1, qty: 2 }, { sku: XYZ-9, qty: '' }] }", "passed"),
        ("csv: { equals: [{ sku: ABC-1, qty: 2 }] }", "failed"),
        ("csv: { partial: [{ qty: 2 }, {}] }", "passed"),
        ("csv: { equals-file: same.csv }", "passed"),
        ("csv: { equals-file: semicolons.csv }", "failed"),
        ("csv: { header: false, equals-file: lists.json }", "passed"),
        ("csv: { header: false, equals-file: same.csv }", "passed"),
        ("csv: { schema: rows.schema.json }", "passed"),
        ("csv: { header: false, schema: rows.schema.json }", "passed"),
        ("csv: { header: false, '$[0]': [sku, qty], '$[1][1]': 2 }", "passed"),
        ("csv: { separator: ';', '$[0]': { equals: { 'sku,qty': 'ABC-1,2' } } }", "passed"),
        ("csv: { charset: utf-8, '$[0].qty': 2 }", "passed"),
        ("that: \"${response.csv[0].sku == 'ABC-1'}\"", "passed"),
        ("that: \"${int(response.csv[0].qty) == 2}\"", "passed"),
        ("content-type: application/json, csv: { '$[0].qty': 2 }", "failed"),
        ("json: { $: { exists: true } }", "failed"),
      ]) == []
    )
  }

  @Test func `a file that is no table is a mistake of the scenario`() async throws {
    let found = try await csv("a\n1\n").differences([
      ("csv: { equals-file: broken.csv }", "passed")
    ])
    #expect(found == ["broken.csv:2: expected 2 fields as in the header, got 1"])
  }

  @Test(arguments: [
    ("a,b\n1,2\n3\n", "text/csv", "csv: {}", "line 3: expected 2 fields as in the header, got 1"),
    ("a,b\n1,2,3\n", "text/csv", "csv: {}", "line 2: expected 2 fields as in the header, got 3"),
    ("a,b\n1,\"2\n", "text/csv", "csv: {}", "line 2: a quoted field is not closed"),
    ("a,a\n1,2\n", "text/csv", "csv: {}", "line 1: the column \"a\" comes twice"),
    ("", "text/csv", "csv: {}", "the body is empty, expected CSV"),
    ("a\n1\n", "text/csv; charset=klingon", "csv: {}", "the charset \"klingon\" is unknown"),
    (
      "a;b\n1;2\n3\n", "text/csv", "csv: { separator: ';', header: false }",
      "line 3: expected 2 fields as in the first row, got 1"
    ),
    ("\u{1B}[31m,\u{1B}[31m\n", "text/csv", "csv: {}", #"the column "\u{1B}[31m" comes twice"#),
    (
      "a=%FF", "application/x-www-form-urlencoded", "form: {}",
      "the body is not a form: the value of pair 1 is not UTF-8"
    ),
    (
      "a,b", "application/json", "csv: {}",
      "unacceptable content-type: application/json (content-type: any takes every type)"
    ),
    ("a=b", "text/plain", "form: {}", "unacceptable content-type: text/plain"),
  ])
  func `a malformed body fails every assertion and says where`(
    body: String,
    type: String,
    expectation: String,
    message: String
  ) async throws {
    let table = csv(body, type: type)
    let key = expectation.hasPrefix("form") ? "form" : "csv"
    let rest = expectation.dropFirst(key.count + 3).dropLast()
    #expect(
      try await table.differences([
        ("\(key): { $: { exists: true }, \(rest) }", "failed"),
        ("\(key): { $.none: { exists: false }, \(rest) }", "failed"),
      ]) == []
    )
    let found = try await table.message(expectation)
    #expect(found.contains(message), "\(found)")
  }

  @Test func `bytes that the charset lacks fail with their line`() async throws {
    let table = VerdictTable(response: .bytes([0x61, 0x0A, 0xE9, 0x0A], type: "text/csv"))
    #expect(
      try await table.message("csv: {}").contains("line 2: the text is no utf-8: byte 2, 0xE9")
    )
    #expect(
      try await table.differences([
        ("csv: { charset: latin1, '$[0].a': é }", "passed"), ("csv: { '$[0].a': é }", "failed"),
        ("that: \"${response.csv[0].a == 'é'}\"", "failed"),
      ]) == []
    )
  }

  @Test func `a failure names what differs and shows the row`() async throws {
    let table = csv("sku,qty\nABC-1,2\nXYZ-9,7\n")
    #expect(try await table.message("csv: { '$[1].qty': 8 }") == "expected 8, got \"7\"")
    #expect(
      try await table.message("csv: { '$[1].sky': 8 }")
        == "expected 8, got nothing; $[1] has no member 'sky', did you mean \"sku\"?"
    )
    #expect(
      try await table.message("csv: { equals: [{ sku: ABC-1, qty: 2 }, { sku: XYZ-9, qty: 8 }] }")
        .contains("$[1].qty")
    )
  }

  @Test func `the names and values of a form are asked as text`() async throws {
    let table = csv(
      "token=a%2Bb+c&n=7&tag=x&tag=y&tag=&a%5Bb%5D=1&p=100%",
      type: "application/x-www-form-urlencoded"
    )
    #expect(
      try await table.differences([
        (
          "form: { $.token: a+b c, $.n: 7, $.tag: [x, y, ''], \"$['a[b]']\": 1, $.p: 100% }",
          "passed"
        ),
        ("form: { $.n: { gte: 7 } }", "passed"), ("form: { $.n: 8 }", "failed"),
        ("form: { $.tag: x }", "failed"), ("form: { $.tag: { count: 3, any: y } }", "passed"),
        ("form: { $.tok: { exists: false } }", "passed"),
        ("form: { $.token: { empty: true } }", "failed"),
        ("form: { partial: { n: 7, tag: [x, y, ''] } }", "passed"),
        ("form: { partial: { n: 7, tag: [y, x, ''] } }", "failed"),
        ("that: \"${response.form.tag[1] == 'y'}\"", "passed"),
      ]) == []
    )
  }
}
