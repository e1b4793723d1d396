import Documents
import Testing

@testable import Assertions

@Suite(.timeLimit(.minutes(5))) struct BodyQueryTests {
  private let source = BodyFormat.Source(
    Array(#"{"total": 20.5, "lines": []}"#.utf8),
    mediaType: "application/json"
  )

  private func outcome(_ path: String) throws -> AssertionOutcome {
    let body = try BodyFormat.json.decode(source)
    let query = try BodyQuery(path, in: .jsonPath)
    let matcher = try MatcherCatalogue.standard.matcher(
      from: 20.5,
      context: MatcherContext(kind: .value)
    )
    let subject = try query.subject(in: body, of: .json, namespaces: [:])
    var outcome = matcher.outcome(of: subject, named: path, at: nil)
    guard !outcome.holds else { return outcome }
    if let detail = query.missDetail(in: body, namespaces: [:]) {
      outcome.message += "; \(detail)"
    }
    outcome.excerpt = query.excerpt(of: body, as: .json, from: source)
    return outcome
  }

  @Test func `a failure shows a near name and the body around the place`() throws {
    let outcome = try outcome("$.totl")
    #expect(
      outcome.message
        == "expected 20.5, got nothing; $ has no member 'totl', did you mean \"total\"?"
    )
    #expect(
      outcome.excerpt == #"$.totl in application/json, 28 bytes:  {"total": 20.5, "lines": []}"#
    )
    let good = try self.outcome("$.total")
    #expect(good.holds)
    #expect(good.excerpt == nil)
  }

  @Test func `an excerpt shows the value where it stands`() throws {
    let source = BodyFormat.Source(
      Array(#"{"total": 20.5, "lines": [{"sku": "A"}, {"sku": "B"}]}"#.utf8),
      mediaType: "application/json"
    )
    let body = try BodyFormat.json.decode(source)
    let query = try BodyQuery("$.lines[*].sku", in: .jsonPath)
    #expect(
      query.excerpt(of: body, as: .json, from: source)
        == #"$.lines[*].sku in application/json, 54 bytes:  … "sku": "A"}, {"sku": "B"}]}"#
    )
  }

  @Test func `an excerpt of CSV begins with the row`() throws {
    let text = "sku;name\r\nA;\"Füll\r\nhalter\"\r\nB;Ente\r\n"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let source = BodyFormat.Source(
      bytes,
      mediaType: "text/csv",
      options: ["separator": ";", "charset": "latin1"]
    )
    let body = try BodyFormat.csv.decode(source)
    for (path, start) in [
      ("$[1].sku", "… B;Ente"), ("$[0].name", "… A;\"Füll halter\""), ("$[9].sku", "sku;name"),
    ] {
      let excerpt = try BodyQuery(path, in: .jsonPath).excerpt(of: body, as: .csv, from: source)
      let shown = try #require(excerpt)
      #expect(shown.hasPrefix("\(path) in text/csv, 36 bytes:  \(start)"), "\(shown)")
    }
  }

  @Test func `texts compare by what they say, objects and lists by their parts`() throws {
    let body = try BodyFormat.csv.decode(.init(Array("sku,qty\nA,2\nB,03\n".utf8)))
    func holds(_ path: String, _ matcher: JSONValue) throws -> Bool {
      let subject = try BodyQuery(path, in: .jsonPath)
        .subject(in: body, of: .csv, namespaces: [:])
      return try MatcherCatalogue.standard.matcher(
        from: matcher,
        context: MatcherContext(kind: .value)
      ).evaluate(subject).holds
    }
    #expect(try holds("$[0].qty", 2))
    #expect(try holds("$[0].qty", ["gt": 1.5]))
    #expect(try holds("$[*].qty", ["equals": [2, "03"]]))
    #expect(try holds("$[0]", ["equals": ["qty": 2, "sku": "A"]]))
    #expect(try holds("$[0]", ["partial": ["qty": 2.0]]))
    #expect(try holds("$", ["contains": ["sku": "A", "qty": 2]]))
    let rows: JSONValue = [["sku": "B", "qty": "03"], ["sku": "A", "qty": 2]]
    #expect(try holds("$", ["equals": ["$unordered": rows]]))
    #expect(try !holds("$[0].qty", 3))
    #expect(try !holds("$[1].qty", 3))
    #expect(try !holds("$[0]", ["equals": ["qty": 2]]))
    #expect(try !holds("$[0]", ["equals": ["qty": 2, "sku": "A", "x": 1]]))
    // One value is no list of one, as in JSON.
    #expect(try !holds("$[0].sku", ["each": "A"]))
    #expect(try !holds("$[0].sku", ["A"]))
    #expect(try !holds("$[0].sku", ["count": 1]))
  }

  @Test func `only what differs is named`() throws {
    let body = try BodyFormat.csv.decode(.init(Array("sku,qty\nA,2\nB,3\n".utf8)))
    let subject = try BodyQuery("$", in: .jsonPath).subject(in: body, of: .csv, namespaces: [:])
    func differences(_ literal: JSONValue) throws -> [String] {
      try MatcherCatalogue.standard.matcher(
        from: ["equals": literal],
        context: MatcherContext(kind: .value)
      ).evaluate(subject).differences.map { "\($0.path): \($0.expected), \($0.actual)" }
    }
    #expect(
      try differences([["sku": "A", "qty": 2], ["sku": "C", "qty": 3]])
        == ["$[1].sku: \"C\", \"B\""]
    )
    let inserted = try differences([["sku": "B", "qty": "3"]])
    #expect(inserted == ["$[0]: nothing, {\"sku\": \"A\", \"qty\": \"2\"}"])
  }

  @Test func `an unknown prefix gives no verdict`() throws {
    let body = try BodyFormat.xml.decode(.init(Array("<a/>".utf8)))
    let query = try BodyQuery("//x:a", in: .xPath)
    let error = #expect(throws: QueryError.self) {
      try query.subject(in: body, of: .xml, namespaces: [:])
    }
    #expect(error?.message.contains("'x'") == true)
  }
}
