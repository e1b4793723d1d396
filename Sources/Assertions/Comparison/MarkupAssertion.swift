public import Diagnostics
public import Documents

/// An assertion on a whole XML or HTML document: `xsd`, `relax-ng`, `equals-file`.
///
/// ```swift
/// let assertion = MarkupAssertion(xsd: schema, file: "order.xsd", at: range)
/// assertion.outcome(of: document, named: "xml")
/// ```
public struct MarkupAssertion: Sendable {
  /// The keys of a file that stand for such an assertion.
  public static let keys = ["xsd", "relax-ng", "equals-file"]

  /// What a document is held against.
  private enum Measure: Sendable {
    case schema(XMLSchema)
    case grammar(XMLRelaxNG)
    case document(
      MarkupDocument,
      ignored: [XPath],
      namespaces: [String: String],
      withComments: Bool
    )
  }

  /// Where the assertion stands in its file.
  public let range: SourceRange?
  private let measure: Measure
  private let key: String
  private let expected: String

  /// Expects what an XML Schema allows.
  ///
  /// - Parameters:
  ///   - schema: the schema, compiled.
  ///   - file: how messages call it.
  ///   - range: where the assertion stands.
  public init(xsd schema: XMLSchema, file: String, at range: SourceRange? = nil) {
    measure = .schema(schema)
    key = "xsd"
    expected = "what \(ValueText.cut(file)) allows"
    self.range = range
  }

  /// Expects what a RELAX NG grammar allows.
  ///
  /// - Parameters:
  ///   - grammar: the grammar, compiled.
  ///   - file: how messages call it.
  ///   - range: where the assertion stands.
  public init(relaxNG grammar: XMLRelaxNG, file: String, at range: SourceRange? = nil) {
    measure = .grammar(grammar)
    key = "relax-ng"
    expected = "what \(ValueText.cut(file)) allows"
    self.range = range
  }

  /// Expects a document that means the same, whatever its prefixes, order of attributes and layout.
  ///
  /// - Parameters:
  ///   - document: what is expected, of the kind that will be judged.
  ///   - file: how messages call it.
  ///   - ignored: queries whose nodes are left out on both sides.
  ///   - namespaces: prefix to URI for these queries.
  ///   - withComments: whether comments and processing instructions count too.
  ///   - range: where the assertion stands.
  public init(
    equals document: MarkupDocument,
    file: String,
    ignoring ignored: [XPath] = [],
    namespaces: [String: String] = [:],
    withComments: Bool = false,
    at range: SourceRange? = nil
  ) {
    measure = .document(
      document,
      ignored: ignored,
      namespaces: namespaces,
      withComments: withComments
    )
    key = "equals-file"
    expected = "the document of \(ValueText.cut(file))"
    self.range = range
  }

  /// Judges a document.
  ///
  /// - Parameters:
  ///   - document: the body.
  ///   - name: `xml` or `html`.
  ///   - excerpt: a piece of the body to show where it fails; not asked for otherwise.
  /// - Returns: that it holds, or where it does not.
  /// - Throws: when a query of what to ignore cannot be evaluated.
  public func outcome(
    of document: MarkupDocument,
    named name: String,
    excerpt: @autoclosure () -> String? = nil
  ) throws(QueryError) -> AssertionOutcome {
    let differences = try differences(in: document)
    guard !differences.isEmpty else {
      return AssertionOutcome(
        verdict: .holds,
        subject: "\(name) \(key)",
        expected: expected,
        range: range
      )
    }
    let result = MatchResult(expected: expected, actual: nil, differences: differences)
    return AssertionOutcome(
      verdict: .fails,
      subject: "\(name) \(key)",
      expected: expected,
      actual: differences.first.map { "\($0.actual) at \($0.path)" },
      message: result.message,
      range: range,
      differences: differences,
      excerpt: excerpt()
    )
  }

  private func differences(in document: MarkupDocument) throws(QueryError) -> [Difference] {
    switch (measure, document) {
    case (.schema(let schema), .xml(let body)): problems(schema.validate(body))
    case (.schema(let schema), .html(let page)): problems(schema.validate(page))
    case (.grammar(let grammar), .xml(let body)): problems(grammar.validate(body))
    case (.grammar(let grammar), .html(let page)): problems(grammar.validate(page))
    case (.document(let wanted, let ignored, let namespaces, let withComments), _):
      try Self.differences(
        wanted,
        document,
        ignoring: ignored,
        namespaces: namespaces,
        withComments: withComments
      )
    }
  }

  /// What a schema forbids, as differences; the library says expected and actual in one sentence.
  private func problems(_ problems: [XMLProblem]) -> [Difference] {
    problems.prefix(LiteralPattern.maximumDifferences).map { problem in
      let parts = problem.message.split(separator: ". Expected is ", maxSplits: 1)
      let place = problem.path ?? "/"
      return Difference(
        path: TerminalText.escaped(problem.line > 0 ? "\(place) (line \(problem.line))" : place),
        expected: parts.count == 2
          ? TerminalText.escaped(ValueText.cut(String(parts[1]))) : expected,
        actual: TerminalText.escaped(ValueText.cut(String(parts.first ?? "")))
      )
    }
  }

  private static func differences(
    _ wanted: MarkupDocument,
    _ body: MarkupDocument,
    ignoring ignored: [XPath],
    namespaces: [String: String],
    withComments: Bool
  ) throws(QueryError) -> [Difference] {
    let limit = LiteralPattern.maximumDifferences
    let found: [XMLDifference]
    do throws(XPathError) {
      switch (wanted, body) {
      case (.xml(let wanted), .xml(let body)):
        found = try XMLDifference.between(
          expected: wanted,
          actual: body,
          ignoring: ignored,
          namespaces: namespaces,
          withComments: withComments,
          limit: limit
        )
      case (.html(let wanted), .html(let body)):
        found = try XMLDifference.between(
          expected: wanted,
          actual: body,
          ignoring: ignored,
          withComments: withComments,
          limit: limit
        )
      case (.xml, .html), (.html, .xml):
        return [Difference(path: "/", expected: wanted.kind, actual: body.kind)]
      }
    } catch {
      throw QueryError("what to ignore cannot be found: \(error.message)")
    }
    return found.map { difference in
      Difference(
        path: TerminalText.escaped(difference.path),
        expected: difference.expected.map { TerminalText.escaped($0) } ?? "nothing",
        actual: difference.actual.map { TerminalText.escaped($0) } ?? "nothing"
      )
    }
  }
}

extension MarkupDocument {
  fileprivate var kind: String {
    switch self {
    case .xml: "an XML document"
    case .html: "an HTML page"
    }
  }
}
