import ArgumentParser
import Diagnostics
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

  /// The name of a format.
  struct Kind: ExpressibleByArgument {
    let format: BodyFormat

    init?(argument: String) {
      guard let format = BodyFormat.named(argument) else { return nil }
      self.format = format
    }

    static var allValueStrings: [String] { BodyFormat.all.map(\.name) }
  }

  @Argument(help: "The kind of document: \(names { _ in true }).")
  var kind: Kind

  @Argument(
    help:
      "A JSONPath (RFC 9535) for \(names { $0 == .jsonPath }), an XPath 1.0 for \(names { $0 == .xPath })."
  )
  var expression: String

  @Argument(help: "The document; standard input when not given or -.")
  var file: String?

  @Option(help: ArgumentHelp("A prefix for XPath, repeatable.", valueName: "prefix=uri"))
  var namespace: [String] = []

  @Option(
    help: ArgumentHelp(
      "How the document is read, repeatable: \(optionNames).",
      valueName: "name=value"
    )
  )
  var option: [String] = []

  func run() throws {
    let nodes: [JSONValue]
    do throws(Mistake) {
      nodes = try found()
    } catch {
      StandardError.write("error: \(error.message)\n")
      Process.exit(.unusable)
    }
    StandardOutput.writeLine(JSONValue.array(nodes).serializedText(.prettyPrinted))
    Process.exit(nodes.isEmpty ? .failed : .passed)
  }

  private func found() throws(Mistake) -> [JSONValue] {
    switch kind.format.queries {
    case .jsonPath:
      let path = try Mistake.about("the JSONPath", JSONPath(parsing: expression))
      guard case .tree(let document) = try body().content else { return [] }
      return try Mistake.about("the JSONPath", path.values(in: document))
    case .xPath:
      let path = try Mistake.about("the XPath", XPath(parsing: expression))
      let namespaces = try Mistake.pairs(namespace, "--namespace takes prefix=uri")
      guard case .markup(let document) = try body().content else { return [] }
      return try Mistake.about("the XPath", document.evaluate(path, namespaces: namespaces)).values
    }
  }

  private func body() throws(Mistake) -> DecodedBody {
    let format = kind.format
    let options = try Mistake.pairs(option, "--option takes name=value")
    for (name, value) in options.sorted(by: { $0.key < $1.key }) {
      guard let known = format.options.first(where: { $0.name == name }) else {
        throw Mistake("--option: \(format.name) has no option \"\(name)\"")
      }
      guard known.accepts(value) else {
        let wanted = known.rule?.noun ?? "true or false"
        throw Mistake("--option: \(name) takes \(wanted), got \"\(value)\"")
      }
    }
    let source = BodyFormat.Source(
      try InputFile.read(file),
      mediaType: file.flatMap { BodyFormat.ofFile($0)?.mediaType },
      options: options
    )
    return try Mistake.about(InputFile.name(file), format.decode(source))
  }

  /// The names of the formats that are asked in some language, in one phrase.
  private static func names(_ isWanted: (BodyFormat.QueryLanguage) -> Bool) -> String {
    BodyFormat.all.filter { isWanted($0.queries) }.map(\.name).joined(separator: ", ")
  }

  /// The options of all formats, in one phrase.
  private static var optionNames: String {
    BodyFormat.all.filter { !$0.options.isEmpty }.map { format in
      "\(format.options.map(\.name).joined(separator: ", ")) of \(format.name)"
    }.joined(separator: "; ")
  }
}

extension XPathResult {
  /// What was found, as values of JSON.
  fileprivate var values: [JSONValue] {
    switch self {
    case .nodes(let nodes): return nodes.map { .string($0.text) }
    case .string(let text): return [.string(text)]
    case .boolean(let value): return [.bool(value)]
    case .number(let number):
      if let exact = JSONNumber(number) { return [.number(exact)] }
      // NaN and the infinities are no numbers of JSON; they keep their XPath names.
      return [.string(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")]
    }
  }
}
