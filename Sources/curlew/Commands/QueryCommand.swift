import ArgumentParser
import Documents

/// `curlew query`: evaluates a JSONPath or XPath against a document and prints the nodes as a JSON array.
struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "Evaluates a JSONPath or XPath against a file or standard input.",
    discussion: """
      Prints a JSON array of the nodes that were found. Exit status: 0 when there are some, 1 when there are none, 2 for an \
      expression or a document that cannot be understood.
      """
  )

  /// The kinds of documents.
  enum Kind: String, ExpressibleByArgument, CaseIterable {
    case json
    case xml
    case html
    case plist
  }

  @Argument(help: "The kind of document: json, xml, html or plist.")
  var kind: Kind

  @Argument(help: "A JSONPath (RFC 9535) for json and plist, an XPath 1.0 for xml and html.")
  var expression: String

  @Argument(help: "The document; standard input when not given or -.")
  var file: String?

  @Option(help: ArgumentHelp("A prefix for XPath, repeatable.", valueName: "prefix=uri"))
  var namespace: [String] = []

  func run() throws {
    let nodes: [JSONValue]
    do throws(DocumentFailure) {
      nodes = try found()
    } catch {
      StandardError.write("error: \(error.message)\n")
      Process.exit(.unusable)
    }
    StandardOutput.writeLine(JSONValue.array(nodes).serializedText(.prettyPrinted))
    Process.exit(nodes.isEmpty ? .failed : .passed)
  }

  private func found() throws(DocumentFailure) -> [JSONValue] {
    switch kind {
    case .json, .plist:
      let path = try DocumentFailure.wrap("the JSONPath") { () throws(JSONPathError) in
        try JSONPath(parsing: expression)
      }
      let document = try self.document()
      return try DocumentFailure.wrap("the JSONPath") { () throws(JSONPathError) in
        try path.values(in: document)
      }
    case .xml, .html:
      let path = try DocumentFailure.wrap("the XPath") { () throws(XPathError) in
        try XPath(parsing: expression)
      }
      return try markup(path)
    }
  }

  private func document() throws(DocumentFailure) -> JSONValue {
    let bytes = try InputFile.read(file)
    let name = InputFile.name(file)
    guard kind == .plist else {
      return try DocumentFailure.wrap(name) { () throws(JSONParserError) in
        try JSONParser().parse(bytes)
      }
    }
    return try DocumentFailure.wrap(name) { () throws(PropertyListError) in
      try PropertyListValue.parse(bytes).value.json
    }
  }

  private func markup(_ path: XPath) throws(DocumentFailure) -> [JSONValue] {
    let bytes = try InputFile.read(file)
    let name = InputFile.name(file)
    var prefixes: [String: String] = [:]
    for text in namespace {
      guard let equals = text.firstIndex(of: "=") else {
        throw DocumentFailure(message: "--namespace takes prefix=uri, got \"\(text)\"")
      }
      prefixes[String(text[..<equals])] = String(text[text.index(after: equals)...])
    }
    let namespaces = prefixes
    let result: XPathResult
    if kind == .html {
      let document = try DocumentFailure.wrap(name) { () throws(XMLDocumentError) in
        try HTMLDocument(parsing: bytes)
      }
      result = try DocumentFailure.wrap("the XPath") { () throws(XPathError) in
        try document.evaluate(path, namespaces: namespaces)
      }
    } else {
      let document = try DocumentFailure.wrap(name) { () throws(XMLDocumentError) in
        try XMLDocument(parsing: bytes)
      }
      result = try DocumentFailure.wrap("the XPath") { () throws(XPathError) in
        try document.evaluate(path, namespaces: namespaces)
      }
    }
    switch result {
    case .nodes(let nodes): return nodes.map { .string($0.text) }
    case .string(let text): return [.string(text)]
    case .boolean(let value): return [.bool(value)]
    case .number(let number):
      // NaN and the infinities are no numbers of JSON.
      guard let exact = JSONNumber(number) else { return [.string("\(number)")] }
      return [.number(exact)]
    }
  }
}
