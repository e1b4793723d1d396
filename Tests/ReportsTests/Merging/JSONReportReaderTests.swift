import Documents
import Reports
import RunEvents
import Testing

/// Files that are no reports, or broken ones.
@Suite(.timeLimit(.minutes(5))) struct JSONReportReaderTests {
  private func error(_ text: String) throws -> JSONReportError? {
    let scratch = try Scratch()
    scratch.write(text, to: "report.json")
    do throws(JSONReportError) {
      _ = try ReportMerger(paths: ["\(scratch.path)/report.json"])
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", "the report ends before its end"), ("[]", "expected \"{\" of a JSON report"),
    ("{}", "expected a JSON report, with \"format\": \"curlew-report\""),
    (#"{"log": {"entries": []}}"#, "expected a JSON report, with \"format\": \"curlew-report\""),
    (#"{"format": "other"}"#, "expected a JSON report, with \"format\": \"curlew-report\""),
    (#"{"format": "curlew-report"}"#, "expected a JSON report of version 1"),
    (
      #"{"format": "curlew-report", "version": 2, "scenarios": [{}]}"#,
      "expected a JSON report of version 1"
    ),
    (
      #"{"format": "curlew-report", "version": 1, "run": null, "scenarios": []}"#,
      "the report does not say which run it is of"
    ),
    (#"{"format": "curlew-report",}"#, "expected the name of a member"),
    (#"{"format" "curlew-report"}"#, "expected \":\" of a JSON report"),
    (#"{"format": curlew}"#, "expected a value"),
    (#"{"format": ]}"#, "expected a value"),
    (
      String(repeating: "{\"a\":", count: 600), "values are nested too deeply for a report"
    ),
    ("<html>", "expected \"{\" of a JSON report"),
  ])
  func `what is no report is told apart`(text: String, message: String) throws {
    #expect(try error(text)?.message == message)
  }

  @Test func `a report that is cut anywhere is an error with its place`() throws {
    let text = try ReporterDefinition.json.text(of: MergeFixture.rich)
    #expect(try error(text) == nil)
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count - 2, by: 97) {
      let found = try error(String(decoding: bytes[..<count], as: UTF8.self))
      #expect(found != nil && found?.line != nil, "\(count) bytes")
    }
  }

  @Test func `any byte that is changed is read or refused, never worse`() throws {
    let text = try ReporterDefinition.json.text(of: MergeFixture.rich)
    var bytes = Array(text.utf8)
    for index in stride(from: 0, to: bytes.count, by: 61) {
      let kept = bytes[index]
      for other in [UInt8(ascii: "9"), UInt8(ascii: "\""), UInt8(ascii: "}"), 0xFF] {
        bytes[index] = other
        _ = try error(String(decoding: bytes, as: UTF8.self))
      }
      bytes[index] = kept
    }
  }

  @Test(arguments: [
    (
      #""outcome":"passed""#, #""outcome":"won""#,
      "scenarios[1].outcome: expected an outcome, got \"won\""
    ),
    (
      #""attempt":1"#, #""attempt":-1"#,
      "scenarios[0].attempt: expected a whole number from 0, got -1"
    ),
    (
      #""startedAt":"2025-01-02T03:04:05.250Z""#, #""startedAt":7"#,
      "run.startedAt: expected a moment such as 2025-01-02T03:04:05.678Z, got 7"
    ),
    (
      #""status":302"#, #""status":1e300"#,
      "scenarios[0].steps[0].attempts[0].exchange.redirects[0].response.status: expected a whole number, got 1e300"
    ),
    (
      #""line":5"#, #""line":99999999999999999999"#,
      "scenarios[0].steps[0].place.line: expected a whole number, got 99999999999999999999"
    ),
    (
      #""endLine":6"#, #""endLine":900000"#,
      "scenarios[0].steps[0].place: expected a place in a file"
    ),
    (#""seed":"42""#, #""seed":"x""#, "run.seed: expected a seed as text, got \"x\""),
    (#""tags":["a","b c"]"#, #""tags":[1]"#, "scenarios[0].tags[0]: expected a text, got 1"),
    (#""isFinal":true"#, #""final":true"#, "scenarios[0].isFinal: missing"),
  ])
  func `a value that a report cannot have is named`(
    old: String,
    new: String,
    message: String
  ) throws {
    let text = try ReporterDefinition.json.text(of: MergeFixture.rich)
    let first = try #require(text.firstRange(of: old))
    let found = try #require(try error(text.replacingCharacters(in: first, with: new)))
    #expect(found.message == message)
    #expect(found.line != nil)
  }

  @Test func `members that are not known and another order change nothing`() throws {
    let report = try JSONParser().parse(ReporterDefinition.json.text(of: .everyOutcome))
    guard case .object(let object) = report else { return }
    var turned = JSONObject([("later", ["x": [1, "}", ["\\"]]])])
    for key in object.keys.reversed() { turned[key] = object[key] }
    #expect(try error(JSONValue.object(turned).serializedText(.prettyPrinted)) == nil)
  }

  @Test func `a file that is not there or no plain file is an error`() throws {
    for path in ["/no/such.json", "/dev/zero", "/tmp"] {
      #expect(throws: JSONReportError.self) { try ReportMerger(paths: [path]) }
    }
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
