public import Diagnostics
public import Documents

/// An assertion on a whole XML or HTML document: `xsd`, `relax-ng`, `equals-file`.
///
/// ```swift
/// let assertion = MarkupAssertion(schema: schema, key: "xsd", file: "order.xsd", at: range)
/// assertion.outcome(of: document, named: "xml")
/// ```
public struct MarkupAssertion: Sendable {
  /// The keys of a file that stand for such an assertion.
  public static let keys = ["xsd", "relax-ng", "equals-file"]

  /// What a document is held against.
  private enum Measure: Sendable {
    case schema(XMLSchema)
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

  /// Expects what a schema allows.
  ///
  /// - Parameters:
  ///   - schema: the schema, compiled.
  ///   - key: `xsd` or `relax-ng`.
  ///   - file: how messages call it.
  ///   - range: where the assertion stands.
  public init(schema: XMLSchema, key: String, file: String, at range: SourceRange? = nil) {
    measure = .schema(schema)
    self.key = key
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
    let subject = "\(name) \(key)"
    guard let first = differences.first else {
      return AssertionOutcome(verdict: .holds, subject: subject, expected: expected, range: range)
    }
    let actual = "\(first.actual) at \(first.path)"
    let result = MatchResult(expected: expected, actual: actual, differences: differences)
    var outcome = AssertionOutcome(result, of: subject, at: range)
    outcome.excerpt = excerpt()
    return outcome
  }

  private func differences(in document: MarkupDocument) throws(QueryError) -> [Difference] {
    switch measure {
    case .schema(let schema): return problems(schema.validate(document))
    case .document(let wanted, let ignored, let namespaces, let withComments):
      guard wanted.kind == document.kind else {
        return [Difference(path: "/", expected: wanted.kind, actual: document.kind)]
      }
      let found: [XMLDifference]
      do throws(XPathError) {
        found = try XMLDifference.between(
          expected: wanted,
          actual: document,
          ignoring: ignored,
          namespaces: namespaces,
          withComments: withComments,
          limit: LiteralPattern.maximumDifferences
        )
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
}

extension MarkupDocument {
  fileprivate var kind: String {
    switch self {
    case .xml: "an XML document"
    case .html: "an HTML page"
    }
  }
}
