/// One place at which two documents do not mean the same.
///
/// Prefixes, the order of attributes, CDATA, layout and, unless they are asked for, comments and
/// processing instructions do not count. Layout is text of white space alone between the elements
/// of an element that has no other text, except under `xml:space="preserve"`; every other text
/// counts as it is.
///
/// ```swift
/// let ids = try XPath(parsing: "//@id")
/// let differences = try XMLDifference.between(expected: .xml(file), actual: .xml(body), ignoring: [ids])
/// ```
public struct XMLDifference: Sendable, Hashable, CustomStringConvertible {
  /// In what way the documents differ.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Only the expected document has it.
    case missing
    /// Only the actual document has it.
    case unexpected
    /// Both have it, with other names or texts.
    case different
  }

  /// In what way the documents differ.
  public var kind: Kind
  /// The XPath of the place: in the expected document when something is missing, else in the actual
  /// one.
  public var path: String
  /// What was expected there, shortened for a message.
  public var expected: String?
  /// What is there, shortened for a message.
  public var actual: String?

  public var description: String {
    switch kind {
    case .missing: "\(path): missing \(expected ?? "")"
    case .unexpected: "\(path): unexpected \(actual ?? "")"
    case .different: "\(path): expected \(expected ?? ""), found \(actual ?? "")"
    }
  }

  /// Compares two documents, both XML or both pages.
  ///
  /// - Parameters:
  ///   - expected: what should be.
  ///   - actual: what is.
  ///   - ignored: queries whose nodes are left out of both documents before they are compared.
  ///   - namespaces: prefixes for these queries, beside those of both root elements. What a prefix
  ///     stands for holds in both documents, and where these differ the actual one's counts. A page
  ///     has no prefixes.
  ///   - withComments: whether comments and processing instructions are compared too.
  ///   - limit: how many differences are enough.
  /// - Returns: the differences in the order of the documents; empty when they mean the same.
  /// - Throws: when a query cannot be evaluated, so with a prefix that neither document declares.
  public static func between(
    expected: MarkupDocument,
    actual: MarkupDocument,
    ignoring ignored: [XPath] = [],
    namespaces: [String: String] = [:],
    withComments: Bool = false,
    limit: Int = 100
  ) throws(XPathError) -> [XMLDifference] {
    let known = expected.prefixes().merging(actual.prefixes(with: namespaces)) { $1 }
    var comparison = XMLComparison(limit: limit)
    comparison.compare(
      try expected.tree.canonical(ignoring: ignored, namespaces: known, withComments: withComments),
      try actual.tree.canonical(ignoring: ignored, namespaces: known, withComments: withComments)
    )
    return comparison.differences
  }
}
