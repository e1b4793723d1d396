import Assertions
import Diagnostics
import Documents
import Scenarios

extension ExpectationCompiler.Work {
  /// Compiles what the whole of a document of nodes must be.
  mutating func wholeMarkup(of document: Expectation.Document) -> [Prepared<MarkupAssertion>] {
    let ignored = document.ignore.compactMap { path -> XPath? in
      collect { () throws(Diagnostic) in
        do throws(XPathError) {
          return try XPath(parsing: path.constant ?? path.source)
        } catch {
          throw Diagnostic(.error, error.message, at: path.range)
        }
      }
    }
    let maker = MarkupMaker(
      format: document.format,
      ignored: ignored,
      namespaces: compiler.namespaces.merging(document.namespaces) { $1 },
      withComments: document.withComments,
      files: compiler.files,
      schemas: compiler.schemas
    )
    return document.whole.compactMap { option in
      let key = option.name.value
      let range = option.value.range
      return collect { () throws(Diagnostic) in
        try Prepared(option.value) { (value, _) throws(Mistake) in
          try maker.assertion(key, value, at: range)
        }
      }
    }
  }
}

/// Makes assertions on whole XML or HTML documents of the files they name.
private struct MarkupMaker: Sendable {
  let format: BodyFormat
  let ignored: [XPath]
  let namespaces: [String: String]
  let withComments: Bool
  let files: ScenarioFiles
  let schemas: SchemaLoader

  func assertion(
    _ key: String,
    _ argument: JSONValue,
    at range: SourceRange
  ) throws(Mistake) -> MarkupAssertion {
    guard case .string(let path) = argument else {
      throw Mistake("expected the path of a file, got \(ValueText.describe(argument))")
    }
    switch key {
    case "xsd", "relax-ng":
      let schema = try schemas.xmlSchema(path, isRelaxNG: key == "relax-ng", files: files)
      return MarkupAssertion(schema: schema, key: key, file: path, at: range)
    case "equals-file":
      return MarkupAssertion(
        equals: try document(path),
        file: path,
        ignoring: ignored,
        namespaces: namespaces,
        withComments: withComments,
        at: range
      )
    case _:
      throw Mistake("nothing on a whole document is called \(ValueText.quoted(key))")
    }
  }

  private func document(_ path: String) throws(Mistake) -> MarkupDocument {
    let bytes = try Mistake.reporting(files.read(path))
    let body: DecodedBody
    do throws(BodyFormat.Failure) {
      body = try format.decode(.init(bytes))
    } catch {
      throw Mistake("\(path): \(error)")
    }
    guard case .markup(let document) = body.content else {
      throw Mistake("\(path) is no document of nodes")
    }
    return document
  }
}
