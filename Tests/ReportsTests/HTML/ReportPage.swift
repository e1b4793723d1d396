import Documents
import Reports
import RunEvents

/// An HTML report, read by a parser of HTML and one of JSON that know nothing of how it was made.
struct ReportPage {
  let document: HTMLDocument

  init(_ bytes: [UInt8]) throws {
    document = try HTMLDocument(parsing: bytes)
  }

  init(_ fixture: EventFixture) throws {
    try self.init(ReporterDefinition.html.report(on: fixture.events))
  }

  /// What a script element holds as JSON.
  func data(_ id: String) throws -> JSONValue {
    try JSONParser().parse(text("//script[@id='\(id)']"))
  }

  /// The text of an element.
  func text(_ path: String) throws -> String {
    guard case .string(let text) = try document.evaluate(XPath(parsing: "string(\(path))")) else {
      return ""
    }
    return text
  }

  /// How many elements a path finds.
  func count(_ path: String) throws -> Double {
    guard case .number(let number) = try document.evaluate(XPath(parsing: "count(\(path))")) else {
      return -1
    }
    return number
  }
}
